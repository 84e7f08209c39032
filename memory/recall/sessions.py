"""Sessions as stories to read: found by id, listed, their turns in lines, and each turn verbatim."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db.models import Case, Count, Exists, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce, Left

from memory.access import Actor
from memory.errors import NotFound, Refused
from memory.models import Agent, CodingSession, Message, Project, ToolCall, Turn, User
from memory.recall.conversation import TurnText, verbatim
from memory.rules import tokens
from memory.rules.redaction import redact_key
from memory.rules.session_ranking import RankedSession

SHORTEST_PREFIX = 8
_REFERENCE = re.compile("[^\x00\ud800-\udfff]{1,100}")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# Longer than any preview, and far shorter than a prompt into which somebody pasted a log.
_OPENING = 400
_SHORT = 12


@dataclass(frozen=True)
class TurnLine:
    """A turn in a list: when it began, the first 80 characters of what was asked, how many tools it used.

    `short` names it in its session: 12 characters of its uuid, all of them where several turns begin alike.
    """

    turn: Turn
    at: datetime
    preview: str
    tools: int
    short: str


def answering(ranked: Sequence[RankedSession], *, limit: int = 10) -> list[CodingSession]:
    """The first of the sessions that answer a question as a whole, best first, with their projects; one statement."""
    keys = [session.session_id for session in ranked[:limit]]
    rows = CodingSession.objects.select_related("project").in_bulk(keys) if keys else {}
    return [rows[key] for key in keys if key in rows]


def find_session(ref: str, *, actor: Actor) -> CodingSession:
    """The session with this client's id, or with this prefix of at least 8 characters; the actor's own come first.

    It has `turn_count`. Raises NotFound for missing and hidden alike, Refused when a prefix fits several.
    """
    actor.authorize("search")
    ref = redact_key(ref.strip())
    if not _REFERENCE.fullmatch(ref):
        raise NotFound
    named = Q(external_id=ref)
    if len(ref) >= SHORTEST_PREFIX:
        named |= Q(external_id__startswith=ref)
    own = Case(When(author=actor.user, then=0), default=1)
    found = list(_sessions(actor).filter(named).order_by(own, "-last_event_at", "-pk")[:50])
    return _best(found, ref, actor=actor)


def namesakes(session: CodingSession, *, actor: Actor) -> list[str]:
    """Who else has a session of the same id, where this one is not the actor's own; ids are the clients', not ours."""
    if session.author_id == actor.user.pk:
        return []
    others = _sessions(actor).filter(external_id=session.external_id).exclude(pk=session.pk).exclude(author=None)
    return sorted(set(others.values_list("author__username", flat=True)))


def _best(found: Sequence[CodingSession], ref: str, *, actor: Actor) -> CodingSession:
    """The whole id before a prefix, the own session before others', the latest of several people's."""
    fitting = [session for session in found if session.external_id == ref] or found
    fitting = [session for session in fitting if session.author_id == actor.user.pk] or fitting
    if not fitting:
        raise NotFound("No session that you can see has this id. Give at least 8 characters of it.")
    if len({session.external_id for session in fitting}) > 1:
        raise Refused("ambiguous", f"Several sessions start with {ref}. Give more characters.")
    return fitting[0]


def list_sessions(
    *,
    actor: Actor,
    project: Project | None = None,
    author: User | None = None,
    agent: Agent | None = None,
    branch: str = "",
    limit: int = 20,
    before: str | datetime | None = None,
    query: str = "",
) -> list[CodingSession]:
    """Sessions with their `turn_count`, the one in which something happened last first.

    `before` is the moment at which the list begins (exclusive), or what `cursor_after` said of the last session
    of the page before. `query` is part of the title, the branch, the id, the author's name or a prompt.
    Raises Refused for a cursor that is none.
    """
    actor.authorize("search")
    wanted = {"project": project, "author": author, "agent": agent, "branch": branch}
    found = _sessions(actor).filter(**{name: value for name, value in wanted.items() if value})
    if before:
        found = found.filter(_earlier(before))
    if query := query.replace("\x00", " ").strip():
        found = found.filter(_mentioning(query))
    return list(found.order_by("-last_event_at", "-pk")[:limit])


def cursor_after(session: CodingSession) -> str:
    """Where a page ended, for `list_sessions(before=…)`: exact even where two sessions ended at once."""
    return f"{(session.last_event_at - _EPOCH) // timedelta(microseconds=1)}.{session.pk}"


def _earlier(before: str | datetime) -> Q:
    if isinstance(before, datetime):
        return Q(last_event_at__lt=before)
    place = re.fullmatch(r"(\d{1,17})\.(\d{1,18})", before, re.ASCII)
    if not place:
        raise Refused("invalid", "'before' must be a date like 2026-03-19, or the 'next' value of the previous page.")
    at = _EPOCH + timedelta(microseconds=int(place[1]))
    return Q(last_event_at__lt=at) | Q(last_event_at=at, pk__lt=int(place[2]))


def _mentioning(query: str) -> Q:
    asked = Turn.objects.filter(session=OuterRef("pk"), prompt__icontains=query)
    told = Q(title__icontains=query) | Q(branch__icontains=query) | Q(external_id__startswith=query)
    return told | Q(author__username__icontains=query) | Q(Exists(asked))


def _sessions(actor: Actor) -> QuerySet[CodingSession]:
    turns = Turn.objects.filter(session=OuterRef("pk")).order_by().values("session")
    count = Coalesce(Subquery(turns.annotate(count=Count("pk")).values("count")), Value(0))
    return (
        CodingSession.objects.filter(team=actor.team)
        .select_related("author", "agent", "project")
        .annotate(turn_count=count)
    )


def compacted_since(message: Message) -> bool:
    """Whether the client summarised the session after this was said, so that the session itself lost the words."""
    return not message.subagent and any(moment > message.said_at for moment in message.session.compactions)


def turns_of(session: CodingSession, *, actor: Actor) -> list[TurnLine]:
    """All turns of a session in order of time. `tools` counts the main thread's calls, a subagent's work is one."""
    actor.authorize("search")
    turns = session.turns.annotate(opening=Left("prompt", _OPENING)).defer("prompt", "answer")
    calls = ToolCall.objects.filter(session=session, subagent="").order_by()
    counts = dict(calls.values_list("turn").annotate(count=Count("pk")))
    rows, openings = list(turns.order_by("started_at", "pk")), _openings(session)
    shorts = _shorts(turn.uuid for turn in rows)
    return [
        TurnLine(
            turn,
            turn.started_at,
            tokens.snippet(turn.opening or openings.get(turn.pk, "")),
            counts.get(turn.pk, turn.tool_count),
            shorts[turn.uuid],
        )
        for turn in rows
    ]


def _shorts(uuids: Iterable[str]) -> dict[str, str]:
    known = list(uuids)
    begin_alike = Counter(uuid[:_SHORT] for uuid in known)
    return {uuid: uuid[:_SHORT] if begin_alike[uuid[:_SHORT]] == 1 else uuid for uuid in known}


def _openings(session: CodingSession) -> dict[int | None, str]:
    """How the first message of a person begins in each turn of which no hook told the prompt."""
    said = Message.objects.filter(session=session, turn__prompt="", subagent="", role=Message.Role.USER)
    firsts = said.order_by("turn", "position").distinct("turn").annotate(opening=Left("content", _OPENING))
    return dict(firsts.values_list("turn", "opening"))


def read_turns(
    session: CodingSession, ref: str, *, actor: Actor, context: int = 3, include_subagents: bool = False
) -> list[TurnText]:
    """The turn that `ref` means, with `context` turns before and after it, verbatim and in order of time.

    `ref` is the beginning of a turn's uuid, or of a message's; the message of a subagent brings that subagent's
    words along, `include_subagents` those of all. Raises NotFound, and Refused when `ref` fits several turns.
    """
    actor.authorize("search")
    order = list(session.turns.order_by("started_at", "pk").values_list("pk", "uuid"))
    wanted, thread = _meant(session, ref.strip(), order)
    index = next(index for index, (pk, _) in enumerate(order) if pk == wanted)
    around = [pk for pk, _ in order[max(0, index - context) : index + context + 1]]
    threads = None if include_subagents else {"", thread}
    return verbatim(around, wanted=wanted, threads=threads, shorts=_shorts(uuid for _, uuid in order))


def _meant(session: CodingSession, ref: str, order: Sequence[tuple[int, str]]) -> tuple[int, str]:
    """The turn's key, and the subagent ('' for none) whose message was meant."""
    if not _REFERENCE.fullmatch(ref):
        raise NotFound("Give the first characters of the turn's id.")
    exact = [(pk, "") for pk, uuid in order if uuid == ref]
    started = exact or [(pk, "") for pk, uuid in order if uuid.startswith(ref)]
    found = started or _said(session, ref)
    if not found:
        raise NotFound("This session has no turn with this id. List its turns to see the ids.")
    if len(found) > 1:
        raise Refused("ambiguous", f"Several turns of this session start with {ref}. Give more characters.")
    return found[0]


def _said(session: CodingSession, ref: str) -> list[tuple[int, str]]:
    messages = Message.objects.filter(session=session, turn__isnull=False, uuid__startswith=ref).order_by()
    return list(messages.values_list("turn_id", "subagent").distinct()[:2])
