"""Store a batch of events as observations, turns and sessions. Sending a batch again changes nothing."""

import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from django.db import DataError, IntegrityError, connection, transaction
from django.utils import timezone

from memory import access, audit
from memory.access import Actor
from memory.capture import client_usage, gates
from memory.capture.event_validation import Event, shape_event, storable
from memory.capture.locks import one_sender_a_person
from memory.capture.sessions import SessionBook
from memory.capture.turns import TurnBook
from memory.errors import Refused
from memory.models import CodingSession, Observation

MAX_EVENTS = 500
_BLOCKED = access.blocked()
_STORED = """
SELECT client_id FROM memory_observation
WHERE team_id = %(team)s AND author_id = %(author)s AND client_id = ANY (%(ids)s)
"""
# All rows as one value: Postgres takes it apart in less time than a driver needs to write hundreds.
_ADD = """
INSERT INTO memory_observation (team_id, client_id, event, session_id, turn_id, author_id, agent_id, token_id, payload,
                                occurred_at, utc_offset_minutes, received_at, status, reason)
SELECT %(team)s, client_id, event, session_id, turn_id, %(author)s, agent_id, %(token)s, payload, occurred_at,
       utc_offset_minutes, %(now)s, status, ''
FROM jsonb_to_recordset(%(events)s::jsonb) AS t (
    client_id uuid, event text, session_id bigint, turn_id bigint, agent_id bigint, payload jsonb,
    occurred_at timestamptz, utc_offset_minutes smallint, status text)
"""


@dataclass(frozen=True)
class Rejection:
    """An event that was not stored: its id as sent, a stable code, and what to change."""

    id: object
    code: str
    detail: str


@dataclass(frozen=True)
class Receipt:
    """What became of a batch; `skipped` counts, by why, events that were taken off the client and not stored."""

    accepted: int
    duplicates: int
    rejected: tuple[Rejection, ...]
    skipped: dict[str, int] = field(default_factory=dict)


@transaction.atomic
def record_events(events: Sequence[object], *, actor: Actor) -> Receipt:
    """Store a batch of hook events. One bad event does not affect the others; sending again adds nothing.

    Raises Refused for more than 500 events, Forbidden without the capture scope.
    """
    actor.authorize("capture")
    if len(events) > MAX_EVENTS:
        raise Refused("too_many_events", f"A batch can have at most {MAX_EVENTS} events. Split it.", status=413)
    rejected: list[Rejection] = []
    shaped: list[Event] = []
    for raw in events:
        try:
            shaped.append(shape_event(raw))
        except Refused as refusal:
            rejected.append(Rejection(_id_of(raw), refusal.code, refusal.detail))
    one_sender_a_person(actor)
    taken = gates.sort(shaped, actor=actor)
    rejected += [Rejection(str(event.client_id), _BLOCKED.code, _BLOCKED.detail) for event in taken.blocked]
    unknown = _unknown(taken.open, actor=actor)
    unstorable = _store(unknown, actor=actor)
    accepted = len(unknown) - len(unstorable)
    skipped = {gates.NOT_CAPTURED: len(taken.not_captured)} if taken.not_captured else {}
    if accepted:
        _audit(taken.open, accepted, actor=actor)
    return Receipt(accepted, len(taken.open) - len(unknown), (*rejected, *unstorable), skipped)


def _id_of(raw: object) -> object:
    return storable(str(raw["id"]))[:100] if isinstance(raw, dict) and "id" in raw else None


def _unknown(events: list[Event], *, actor: Actor) -> list[Event]:
    """Those that the person has not sent before, each id once, in the order they happened, then as they were sent."""
    ids = {event.client_id for event in events}
    asked = {"team": actor.team.pk, "author": actor.user.pk, "ids": list(ids)}
    stored = {row[0] for row in access.rows(_STORED, asked, actor=actor)}
    fresh: dict[uuid.UUID, Event] = {}
    for event in events:
        if event.client_id not in stored:
            fresh.setdefault(event.client_id, event)
    return sorted(fresh.values(), key=lambda event: event.occurred_at)


def _store(events: list[Event], *, actor: Actor) -> list[Rejection]:
    """Store events together; when Postgres refuses a value, halve until the one that holds it stands alone."""
    try:
        with transaction.atomic():
            _store_together(events, actor=actor)
    except (DataError, IntegrityError, ValueError, OverflowError) as error:
        if len(events) == 1:
            return [Rejection(str(events[0].client_id), "unstorable", f"A value cannot be stored: {error}"[:300])]
        middle = len(events) // 2
        return _store(events[:middle], actor=actor) + _store(events[middle:], actor=actor)
    return []


def _store_together(events: Sequence[Event], *, actor: Actor) -> None:
    """A constant number of statements for each session, one for all turns and one for all observations."""
    sessions, turns = SessionBook(events, actor=actor), TurnBook(actor)
    told = [(event, session := sessions.session_of(event), turns.turn_of(event, session)) for event in events]
    stored = turns.write()
    rows = [_row(event, session, stored[turn] if turn else None) for event, session, turn in told]
    _add(rows, actor=actor)
    sessions.write()
    client_usage.count(events, actor=actor)


def _add(rows: Sequence[dict[str, object]], *, actor: Actor) -> None:
    whose = {"team": actor.team.pk, "author": actor.user.pk, "token": actor.token.pk if actor.token else None}
    with connection.cursor() as cursor:
        cursor.execute(_ADD, {**whose, "now": timezone.now(), "events": json.dumps(rows)})


def _row(event: Event, session: CodingSession, turn: int | None) -> dict[str, object]:
    """An observation as `_ADD` reads it."""
    offset = event.occurred_at.utcoffset() or timedelta()
    return {
        "client_id": str(event.client_id),
        "event": event.name,
        "session_id": session.pk,
        "turn_id": turn,
        "agent_id": session.agent_id,
        "payload": event.payload,
        "occurred_at": event.occurred_at.isoformat(),
        "utc_offset_minutes": int(offset.total_seconds() // 60),
        "status": Observation.Status.PENDING if turn else Observation.Status.RECORDED,
    }


def _audit(events: list[Event], accepted: int, *, actor: Actor) -> None:
    redactions: dict[str, int] = {}
    for event in events:
        for kind, number in event.redactions.items():
            redactions[kind] = redactions.get(kind, 0) + number
    audit.record("capture", "events", actor=actor, accepted=accepted, redactions=redactions)
