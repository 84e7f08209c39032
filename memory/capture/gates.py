"""What is not taken: events of projects that are not captured, and of sessions and agents that are blocked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

from memory import access
from memory.access import Actor
from memory.capture.shape import Event

NOT_CAPTURED = "not_captured"
_CLOSED = """
WITH off AS MATERIALIZED (
    SELECT p.id, p.identity FROM memory_project p
    WHERE p.team_id = %(team)s AND NOT p.captured
), own AS (
    SELECT s.external_id, s.blocked_by_id, s.project_id FROM memory_codingsession s
    WHERE s.team_id = %(team)s AND s.author_id = %(author)s AND s.external_id = ANY (%(sessions)s)
), called AS (
    SELECT o.id, o.identity FROM off o
    WHERE o.identity = ANY (%(called)s) OR EXISTS (
        SELECT FROM memory_projectalias a WHERE a.project_id = o.id AND a.identity = ANY (%(called)s))
)
SELECT 'held', external_id FROM own WHERE blocked_by_id IS NOT NULL
UNION ALL SELECT 'off', external_id FROM own WHERE project_id IN (SELECT id FROM off)
UNION ALL SELECT 'identity', identity FROM called
UNION ALL SELECT 'identity', a.identity FROM memory_projectalias a WHERE a.project_id IN (SELECT id FROM called)
UNION ALL SELECT 'agent', a.agent_id FROM memory_block b JOIN memory_agent a ON a.id = b.agent_id
          WHERE b.team_id = %(team)s AND b.lifted_at IS NULL
"""


@dataclass(frozen=True)
class Sorted:
    """Events to store, events of projects whose capture is off, and those of blocked sources."""

    open: list[Event]
    not_captured: list[Event]
    blocked: list[Event]


def sort(events: Sequence[Event], *, actor: Actor) -> Sorted:
    """Which of these events are taken; one query however many they are."""
    closed = _closed({event.session_id for event in events}, {event.project.identity for event in events}, actor)
    found = Sorted([], [], [])
    for event in events:
        if event.session_id in closed["held"] or event.agent_id in closed["agent"]:
            found.blocked.append(event)
        elif event.project.identity in closed["identity"] or event.session_id in closed["off"]:
            found.not_captured.append(event)
        else:
            found.open.append(event)
    return found


def ensure_open(session_id: str, agent_id: str, *, actor: Actor) -> None:
    """Raise Refused("blocked") where a transcript is of a blocked session or agent."""
    closed = _closed({session_id}, set(), actor)
    if session_id in closed["held"] or agent_id in closed["agent"]:
        refusal = access.blocked()
        refusal.status = 422  # these lines, not this client: what it has of other sessions is welcome
        raise refusal


def _closed(sessions: set[str], identities: set[str], actor: Actor) -> dict[str, set[str]]:
    """Names of what is not taken: of these sessions of the actor's those `held` (blocked) and `off` (of projects that
    are not captured), every `identity` of these projects where they are not captured, the team's blocked `agent`s.

    Postgres hides what is blocked from its author, so the server looks itself.
    """
    asked: dict[str, Any] = {
        "team": actor.team.pk,
        "author": actor.user.pk,
        "sessions": list(sessions),
        "called": list(identities),
    }
    with access.scope(team=actor.team, user=actor.user), connection.cursor() as cursor:
        cursor.execute(_CLOSED, asked)
        closed: dict[str, set[str]] = {"held": set(), "off": set(), "identity": set(), "agent": set()}
        for kind, name in cursor.fetchall():
            closed[kind].add(name)
    return closed
