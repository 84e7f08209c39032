"""Lets go of what is past its days, class by class and team by team; nothing that is under legal hold."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet

from memory import access, audit
from memory.knowledge.holds import held_rows
from memory.knowledge.locks import one_writer_a_team
from memory.knowledge.tombstones import bury, chained
from memory.models import CodingSession, Memory, Message, Observation, Recall, SessionWeights, Team, ToolCall, Turn
from memory.models.lexicon import Collection
from memory.recall import lexicon

_DONE = (Observation.Status.RECORDED, Observation.Status.DISTILLED, Observation.Status.REJECTED)
# Questions tell what is used and what is missing now; half a year of them is enough.
_QUESTION_DAYS = 180
# Small enough that nobody waits long for the team's turn.
_CHUNK = 500
Counts = Mapping[str, int]


@dataclass(frozen=True)
class Purged:
    """What went from one team (or, in a dry run, would go), in rows; `on_hold`: nothing may."""

    team: str
    on_hold: bool = False
    observations: int = 0
    memories: int = 0
    tombstones: int = 0
    messages: int = 0
    tool_calls: int = 0
    turns: int = 0
    questions: int = 0


@dataclass(frozen=True)
class _Class:
    """One class of rows: how many days a team keeps them, what is due, and how a chunk of it goes."""

    days: Callable[[Team], int | None]
    due: Callable[[Team, datetime], Counts]
    chunk: Callable[[Team, datetime], Counts]


def purge(
    *, now: datetime, dry_run: bool = False, step: Callable[[str], None] = lambda now: None
) -> tuple[Purged, ...]:
    """Purge every team, a chunk a transaction: it can be stopped at any time, and goes on where it was.

    Raw observations (distilled, recorded or rejected) go after the team's `raw_days`, forgotten and rejected
    memories after `forgotten_days`, conversations (messages, tool calls and the words of turns; summaries stay)
    `message_days` after the session's last event, questions to the memory after 180 days. `step` hears of each team.
    """
    return tuple(_purge_team(team_id, now, dry_run, step) for team_id in access.team_ids())


def _purge_team(team_id: int, now: datetime, dry_run: bool, step: Callable[[str], None]) -> Purged:
    with access.scope(team=team_id, system=True):
        team = Team.objects.get(pk=team_id)
    step(team.slug)
    gone: Counter[str] = Counter()
    for kind in _CLASSES:
        days = kind.days(team)
        if days is None or team.legal_hold:
            continue
        before = now - timedelta(days=days)
        if dry_run:
            with access.scope(team=team, system=True):
                gone.update(kind.due(team, before))
        else:
            for counts in _chunks(kind, team, before):
                gone.update(counts)
    return Purged(team.slug, team.legal_hold, **gone)


def _chunks(kind: _Class, team: Team, before: datetime) -> Iterator[Counts]:
    """Chunk after chunk until none is left, or another purge is at this team, or somebody has laid a hold on it."""
    while True:
        with access.scope(team=team, system=True):
            free = Team.objects.filter(pk=team.pk, legal_hold=False).exists()
            counts = kind.chunk(team, before) if free and _alone(team) else {}
            if any(counts.values()):
                audit.note("purge", f"team:{team.pk}", team=team, **counts)
        if not any(counts.values()):
            return
        yield counts


def _alone(team: Team) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(hashtext('cairn.purge'), %s)", [team.pk % 2**31])
        return bool(cursor.fetchone()[0])


def _free(rows: QuerySet) -> QuerySet:
    """Those that belong to no project under hold."""
    held = rows.model._default_manager.filter(held_rows(rows.model), pk=OuterRef("pk"))
    return rows.filter(~Exists(held))


def _keys(rows: QuerySet) -> list[int]:
    return list(rows.order_by("pk").values_list("pk", flat=True)[:_CHUNK])


def _observations(team: Team, before: datetime) -> QuerySet[Observation]:
    return _free(Observation.objects.filter(team=team, received_at__lt=before, status__in=_DONE))


def _purge_observations(team: Team, before: datetime) -> Counts:
    chunk = _keys(_observations(team, before))
    Observation.objects.filter(pk__in=chunk).delete()
    return {"observations": len(chunk)}


def _forgotten(team: Team, before: datetime) -> QuerySet[Memory]:
    """What was forgotten or rejected before this moment; where it is not known when, its age counts."""
    past = Q(status_changed_at__lt=before) | Q(status_changed_at=None, created_at__lt=before)
    return _free(Memory.objects.filter(past, team=team, status=Memory.Status.FORGOTTEN, purged_at=None))


def _due_memories(team: Team, before: datetime) -> Counts:
    due = _forgotten(team, before)
    tombstones = chained(due).count()
    return {"memories": due.count() - tombstones, "tombstones": tombstones}


def _purge_memories(team: Team, before: datetime) -> Counts:
    # In the team's turn: nobody restores what is on its way out.
    one_writer_a_team(team.pk)
    buried = bury(_keys(_forgotten(team, before)), team=team)
    return {"memories": buried.rows, "tombstones": buried.tombstones}


def _ended(team: Team, before: datetime) -> QuerySet[CodingSession]:
    """Sessions that nothing was heard of since: a conversation goes whole, never its beginning alone."""
    return _free(CodingSession.objects.filter(team=team, last_event_at__lt=before))


def _worded(sessions: QuerySet[CodingSession]) -> QuerySet[Turn]:
    """Their turns that still have words, and wait for no worker."""
    return Turn.objects.filter(session__in=sessions, due_at=None).exclude(prompt="", answer="")


def _due_conversations(team: Team, before: datetime) -> Counts:
    sessions = _ended(team, before)
    return {
        "messages": Message.objects.filter(session__in=sessions).count(),
        "tool_calls": ToolCall.objects.filter(session__in=sessions).count(),
        "turns": _worded(sessions).count(),
    }


def _purge_conversations(team: Team, before: datetime) -> Counts:
    sessions = _ended(team, before)
    calls = _keys(ToolCall.objects.filter(session__in=sessions))
    ToolCall.objects.filter(pk__in=calls).delete()
    said = [] if calls else _keys(Message.objects.filter(session__in=sessions))
    SessionWeights.objects.filter(session__messages__in=said).delete()
    lexicon.discount(said, team=team, collection=Collection.MESSAGE)
    Message.objects.filter(pk__in=said).delete()
    turns = [] if calls or said else _keys(_worded(sessions))
    Turn.objects.filter(pk__in=turns).update(prompt="", answer="")
    return {"messages": len(said), "tool_calls": len(calls), "turns": len(turns)}


def _questions(team: Team, before: datetime) -> QuerySet[Recall]:
    return _free(Recall.objects.filter(team=team, at__lt=before))


def _purge_questions(team: Team, before: datetime) -> Counts:
    chunk = _keys(_questions(team, before))
    Recall.objects.filter(pk__in=chunk).delete()
    return {"questions": len(chunk)}


def kept_days(team: Team) -> int:
    """How many days a team keeps what it forgot or rejected."""
    return _or_default(team.forgotten_days, settings.CAIRN_RETENTION_DAYS)


def _or_default(own: int | None, default: int) -> int:
    return default if own is None else own


_CLASSES = (
    _Class(
        lambda team: _or_default(team.raw_days, settings.CAIRN_RAW_RETENTION_DAYS),
        lambda team, before: {"observations": _observations(team, before).count()},
        _purge_observations,
    ),
    _Class(kept_days, _due_memories, _purge_memories),
    _Class(lambda team: team.message_days, _due_conversations, _purge_conversations),
    _Class(
        lambda team: _QUESTION_DAYS,
        lambda team, before: {"questions": _questions(team, before).count()},
        _purge_questions,
    ),
)
