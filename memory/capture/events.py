"""The first station of the write line: a batch of events becomes observations, turns and sessions, idempotently."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from memory import audit
from memory.access import Actor
from memory.capture.projects import project_for
from memory.capture.shape import Event, shape_event
from memory.capture.turns import place_in_turn
from memory.errors import Refused
from memory.models import Agent, CodingSession, Observation

MAX_EVENTS = 500
# A clock that runs ahead must not push its sessions to the top of every list for days.
_FUTURE = timedelta(minutes=5)


@dataclass(frozen=True)
class Rejection:
    """One event that was not stored: its id as sent, a stable code, and what to change."""

    id: object
    code: str
    detail: str


@dataclass(frozen=True)
class Receipt:
    """What became of a batch."""

    accepted: int
    duplicates: int
    rejected: tuple[Rejection, ...]


@transaction.atomic
def record_events(events: Sequence[object], *, actor: Actor) -> Receipt:
    """Store a batch of hook events; one bad event never sinks the rest, and sending again adds nothing.

    Raises Refused for more than 500 events, Forbidden without the capture scope.
    """
    actor.require("capture")
    if len(events) > MAX_EVENTS:
        raise Refused("too_many_events", f"A batch holds at most {MAX_EVENTS} events; split it.", status=413)
    rejected: list[Rejection] = []
    shaped: list[Event] = []
    for raw in events:
        try:
            shaped.append(shape_event(raw))
        except Refused as refusal:
            rejected.append(Rejection(_id_of(raw), refusal.code, refusal.detail))
    accepted = sum(_store(event, actor=actor) for event in _unknown(shaped, actor=actor))
    if accepted:
        _audit(shaped, accepted, actor=actor)
    return Receipt(accepted, len(shaped) - accepted, tuple(rejected))


def _id_of(raw: object) -> object:
    return str(raw["id"])[:100] if isinstance(raw, dict) and "id" in raw else None


def _unknown(events: list[Event], *, actor: Actor) -> list[Event]:
    """Those not stored yet, each id once, in the order they happened."""
    ids = {event.client_id for event in events}
    stored = set(Observation.objects.filter(team=actor.team, client_id__in=ids).values_list("client_id", flat=True))
    fresh = {event.client_id: event for event in reversed(events) if event.client_id not in stored}
    return sorted(fresh.values(), key=lambda event: event.occurred_at)


def _store(event: Event, *, actor: Actor) -> int:
    """1 when the event became a row, 0 when another request was faster."""
    session = _session(event, actor=actor)
    turn, due = place_in_turn(event, session)
    fields = {
        "event": event.name,
        "session": session,
        "turn": turn,
        "author": actor.user,
        "agent": session.agent,
        "payload": event.payload,
        "occurred_at": event.occurred_at,
        "utc_offset_minutes": int((event.occurred_at.utcoffset() or timedelta()).total_seconds() // 60),
        "status": Observation.Status.PENDING if turn else Observation.Status.RECORDED,
    }
    _, made = Observation.objects.get_or_create(team=actor.team, client_id=event.client_id, defaults=fields)
    if made and turn:
        turn.plan(due)
    return int(made)


def _session(event: Event, *, actor: Actor) -> CodingSession:
    happened = min(event.occurred_at, timezone.now() + _FUTURE)
    session, made = CodingSession.objects.get_or_create(
        team=actor.team,
        author=actor.user,
        external_id=event.session_id,
        defaults={
            "project": project_for(event.project, actor=actor),
            "agent": _agent(event.agent_id, actor=actor),
            "branch": event.branch,
            "root": event.root,
            "transcript_path": str(event.payload.get("transcript_path") or ""),
            "started_at": happened,
            "last_event_at": happened,
        },
    )
    if not made:
        session.note(happened, branch=event.branch, ended=event.name == "SessionEnd")
    return session


def _agent(agent_id: str, *, actor: Actor) -> Agent | None:
    """The agent named by the event if it is the actor's own, else the one of the token."""
    if not agent_id:
        return actor.agent
    agent, _ = Agent.objects.get_or_create(team=actor.team, agent_id=agent_id, defaults={"owner": actor.user})
    return agent if agent.owner_id == actor.user.pk else None


def _audit(events: list[Event], accepted: int, *, actor: Actor) -> None:
    redactions: dict[str, int] = {}
    for event in events:
        for kind, number in event.redactions.items():
            redactions[kind] = redactions.get(kind, 0) + number
    audit.record("capture", "events", actor=actor, accepted=accepted, redactions=redactions)
