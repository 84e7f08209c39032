"""Finds the sessions and turns that imported files speak of, or makes them; known ones are kept as they are."""

from dataclasses import dataclass
from datetime import datetime

from memory.access import Actor
from memory.capture.shape import clean_key, clean_text
from memory.exchange.card import Keys, moment, words
from memory.models import CodingSession, Message, Project, Turn
from memory.rules import tokens


@dataclass(frozen=True)
class SessionTold:
    """A session as a file names it: the client's id, the transcript's path, and what else is told of it."""

    external_id: str
    transcript: str
    keys: Keys


def session_for(told: SessionTold, *, author: Actor, project: Project, at: datetime) -> CodingSession:
    """The author's session with this id; made if it is new, and spanning `at` from now on."""
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


def turn_for(session: CodingSession, uuid: str, *, at: datetime, keys: Keys) -> Turn:
    """The turn with this id, or in which the message with this id was said; made if neither is known."""
    uuid = clean_key(uuid)[:100]
    turns = Turn.objects.filter(session=session)
    if known := turns.filter(uuid=uuid).first() or turns.filter(pk__in=_said_in(session, uuid)).first():
        return known
    tools = keys.get("tools")
    return Turn.objects.create(
        team=session.team,
        session=session,
        uuid=uuid,
        started_at=at,
        ended_at=_moment(keys, "ended_at"),
        tool_count=min(tools, 1_000_000) if isinstance(tools, int) and tools > 0 else 0,
    )


def summarise(turn: Turn, bullets: list[str]) -> bool:
    """Give a turn that has no summary this one, and its session a title if it has none; whether it did."""
    if turn.summary or not bullets:
        return False
    turn.summary = bullets
    Turn.objects.filter(pk=turn.pk).update(summary=bullets)
    untitled = CodingSession.objects.filter(pk=turn.session_id, title="")
    untitled.update(title=tokens.snippet(bullets[0], 80))
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
