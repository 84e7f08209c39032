"""What is not taken: events of projects that are not captured, and of sessions and agents that are blocked."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q

from memory import access
from memory.access import Actor
from memory.capture.shape import Event
from memory.models import Block, CodingSession, Project

NOT_CAPTURED = "not_captured"


@dataclass(frozen=True)
class Sorted:
    """Events to store, events of projects whose capture is off, and those of blocked sources."""

    open: list[Event]
    not_captured: list[Event]
    blocked: list[Event]


def sort(events: Sequence[Event], *, actor: Actor) -> Sorted:
    """Which of these events are taken; three queries however many they are."""
    sessions = {event.session_id for event in events}
    off, held = _sessions_off(sessions, actor), _sessions_held(sessions, actor)
    identities, agents = _identities_off({event.project.identity for event in events}, actor), _agents_held(actor)
    found = Sorted([], [], [])
    for event in events:
        if event.session_id in held or event.agent_id in agents:
            found.blocked.append(event)
        elif event.project.identity in identities or event.session_id in off:
            found.not_captured.append(event)
        else:
            found.open.append(event)
    return found


def ensure_open(session_id: str, agent_id: str, *, actor: Actor) -> None:
    """Raise Refused("blocked") where a transcript is of a blocked session or agent."""
    if _sessions_held({session_id}, actor) or agent_id in _agents_held(actor):
        refusal = access.blocked()
        refusal.status = 422  # these lines, not this client: what it has of other sessions is welcome
        raise refusal


def _sessions_held(ids: Iterable[str], actor: Actor) -> set[str]:
    """The actor's blocked sessions. Postgres hides them from their author, so the server looks itself."""
    with access.scope(team=actor.team, user=actor.user):
        own = CodingSession.objects.filter(team=actor.team, author=actor.user, external_id__in=ids)
        return set(own.exclude(blocked_by=None).values_list("external_id", flat=True))


def _sessions_off(ids: Iterable[str], actor: Actor) -> set[str]:
    own = CodingSession.objects.filter(team=actor.team, author=actor.user, external_id__in=ids)
    return set(own.filter(project__captured=False).values_list("external_id", flat=True))


def _identities_off(identities: Iterable[str], actor: Actor) -> set[str]:
    wanted = set(identities)
    off = Project.objects.filter(team=actor.team, captured=False)
    called = off.filter(Q(identity__in=wanted) | Q(aliases__identity__in=wanted))
    return set(called.values_list("identity", flat=True)) | set(called.values_list("aliases__identity", flat=True))


def _agents_held(actor: Actor) -> set[str]:
    held = Block.objects.filter(team=actor.team, lifted_at=None).exclude(agent=None)
    return set(held.values_list("agent__agent_id", flat=True))
