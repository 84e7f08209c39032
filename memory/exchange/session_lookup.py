"""Finds the sessions and turns that imported files speak of, or makes them; known ones are kept as they are."""

from dataclasses import dataclass
from datetime import datetime

from memory.capture.event_validation import clean_key, clean_text
from memory.exchange.memory_record import Keys, moment, words
from memory.exchange.people import People
from memory.models import CodingSession, Message, Project, Turn
from memory.rules import tokens


@dataclass(frozen=True)
class SessionTold:
    """A session as a file names it: the client's id, the transcript's path, and what else is told of it."""

    external_id: str
    transcript: str
    keys: Keys


def session_for(told: SessionTold, *, by: object, people: People, project: Project, at: datetime) -> CodingSession:
    """The session with this id of the person `by`; made if it is new, and spanning `at` from now on.

    Whoever may not speak for that person finds the session as it is, else gets one of their own.
    """
    member = people.member(by)
    if member and not people.speaks_for(member.pk):
        known = CodingSession.objects.filter(author=member, external_id=clean_key(told.external_id)[:100]).first()
        if known:
            return known
    author = people.author(by)
    began = _moment(told.keys, "started_at") or at
    transcript = clean_text(told.transcript, {})[:4000]
    session, made = CodingSession.objects.get_or_create(
        team=author.team,
        author=author.user,
        external_id=clean_key(told.external_id)[:100],
        defaults={
            "project": project,
            "branch": _words(told.keys, "branch", 250),
            "root": _words(told.keys, "root", 4000),
            "title": _words(told.keys, "title", 200),
            "transcript_path": transcript,
            "started_at": min(began, at),
            "last_event_at": max(at, _moment(told.keys, "last_event_at") or at),
            "ended_at": _moment(told.keys, "ended_at"),
        },
    )
    if not made:
        session.note(at)
        if transcript and not session.transcript_path:
            CodingSession.objects.filter(pk=session.pk).update(transcript_path=transcript)
    return session


def turn_for(session: CodingSession, uuid: str, *, at: datetime, keys: Keys, people: People) -> Turn | None:
    """The turn with this id, or in which the message with this id was said; made if neither is known.

    None where it is not known, and in the session of somebody that the importer may not speak for.
    """
    uuid = clean_key(uuid)[:100]
    turns = Turn.objects.filter(session=session).select_related("session")
    if known := turns.filter(uuid=uuid).first() or turns.filter(pk__in=_said_in(session, uuid)).first():
        return known
    if not people.speaks_for(session.author_id):
        return None
    tools = keys.get("tools")
    return Turn.objects.create(
        team=session.team,
        session=session,
        uuid=uuid,
        started_at=at,
        ended_at=_moment(keys, "ended_at"),
        tool_count=min(tools, 1_000_000) if isinstance(tools, int) and tools > 0 else 0,
    )


def summarise(turn: Turn, bullets: list[str], *, people: People, entitle: bool = True) -> bool:
    """Give a turn that has no summary this one, and its session a title if it has none; whether it did."""
    if turn.summary or not bullets or not people.speaks_for(turn.session.author_id):
        return False
    turn.summary = bullets
    Turn.objects.filter(pk=turn.pk).update(summary=bullets)
    if not entitle:
        return True
    untitled = CodingSession.objects.filter(pk=turn.session_id, title="")
    untitled.update(title=tokens.snippet(bullets[0], 200))
    return True


def _said_in(session: CodingSession, uuid: str) -> list[int]:
    """memsearch names a turn by its message, we name it by the client's prompt id."""
    said = Message.objects.filter(session=session, uuid=uuid, turn__isnull=False)
    return list(said.values_list("turn_id", flat=True)[:1])


def _moment(keys: Keys, name: str) -> datetime | None:
    try:
        return moment(keys.get(name))
    except ValueError:
        return None


def _words(keys: Keys, name: str, longest: int) -> str:
    try:
        return words(keys.get(name), longest)
    except ValueError:
        return ""
