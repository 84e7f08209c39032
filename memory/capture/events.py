"""The first station of the write line: a batch of events becomes observations, turns and sessions, idempotently."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from django.db import DataError, IntegrityError, transaction

from memory import access, audit
from memory.access import Actor
from memory.capture import client_usage, gates
from memory.capture.sessions import SessionBook
from memory.capture.shape import Event, shape_event, storable
from memory.capture.turns import TurnBook
from memory.capture.turnstile import one_sender_a_person
from memory.errors import Refused
from memory.models import Observation

MAX_EVENTS = 500
_BLOCKED = access.blocked()


@dataclass(frozen=True)
class Rejection:
    """One event that was not stored: its id as sent, a stable code, and what to change."""

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
    """Store a batch of hook events; one bad event never sinks the rest, and sending again adds nothing.

    Raises Refused for more than 500 events, Forbidden without the capture scope.
    """
    actor.authorize("capture")
    if len(events) > MAX_EVENTS:
        raise Refused("too_many_events", f"A batch holds at most {MAX_EVENTS} events; split it.", status=413)
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
    own = Observation.objects.filter(team=actor.team, author=actor.user, client_id__in=ids)
    stored = set(own.values_list("client_id", flat=True))
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
    """A constant number of queries for each session, one for all turns and one for all observations."""
    sessions, turns = SessionBook(events, actor=actor), TurnBook(actor.team)
    placed = [(event, session, turns.take(event, session)) for event, session in sessions.placed()]
    written = turns.write()
    rows = [
        Observation(
            team=actor.team,
            client_id=event.client_id,
            event=event.name,
            session=session,
            turn_id=written[turn] if turn else None,
            author=actor.user,
            agent=session.agent,
            token=actor.token,
            payload=event.payload,
            occurred_at=event.occurred_at,
            utc_offset_minutes=int((event.occurred_at.utcoffset() or timedelta()).total_seconds() // 60),
            status=Observation.Status.PENDING if turn else Observation.Status.RECORDED,
        )
        for event, session, turn in placed
    ]
    Observation.objects.bulk_create(rows, batch_size=200)
    sessions.write()
    client_usage.count(events, actor=actor)


def _audit(events: list[Event], accepted: int, *, actor: Actor) -> None:
    redactions: dict[str, int] = {}
    for event in events:
        for kind, number in event.redactions.items():
            redactions[kind] = redactions.get(kind, 0) + number
    audit.record("capture", "events", actor=actor, accepted=accepted, redactions=redactions)
