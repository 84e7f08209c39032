"""What is not taken: events of projects that are not captured, and of sessions and agents that are blocked."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memory import access
from memory.access import Actor
from memory.capture.event_validation import Event
from memory.models import CodingSession

NOT_CAPTURED = "not_captured"


@dataclass(frozen=True)
class Sorted:
    """Events to store, events of projects whose capture is off, and those of blocked sources."""

    open: list[Event]
    not_captured: list[Event]
    blocked: list[Event]


# What of a batch is not to be taken. Postgres hides blocked sessions from their author: the last column says whether
# there may be any, and only then does the server look itself.
_CLOSED = """
SELECT ARRAY(SELECT s.external_id FROM memory_codingsession s JOIN memory_project p ON p.id = s.project_id
             WHERE s.team_id = %(team)s AND s.author_id = %(author)s AND s.external_id = ANY (%(sessions)s)
               AND NOT p.captured),
       ARRAY(SELECT wanted FROM unnest(%(identities)s::text[]) AS wanted WHERE EXISTS (
           SELECT FROM memory_project p
           WHERE p.team_id = %(team)s AND NOT p.captured
             AND (p.identity = wanted
                  OR EXISTS (SELECT FROM memory_projectalias a WHERE a.project_id = p.id AND a.identity = wanted)))),
       ARRAY(SELECT a.agent_id FROM memory_block b JOIN memory_agent a ON a.id = b.agent_id
             WHERE b.team_id = %(team)s AND b.lifted_at IS NULL),
       cairn_may('curate') OR cardinality(cairn_hidden_sessions()) > 0
"""


@dataclass(frozen=True)
class _Closed:
    """Sessions and projects' identities whose capture is off, and sessions and agents that are blocked."""

    sessions: set[str]
    identities: set[str]
    agents_held: set[str]
    sessions_held: set[str]


def sort(events: Sequence[Event], *, actor: Actor) -> Sorted:
    """Which of these events are taken; one statement however many they are, two where sessions are blocked."""
    sessions, identities = {event.session_id for event in events}, {event.project.identity for event in events}
    closed, found = _closed(sessions, identities, actor), Sorted([], [], [])
    for event in events:
        if event.session_id in closed.sessions_held or event.agent_id in closed.agents_held:
            found.blocked.append(event)
        elif event.project.identity in closed.identities or event.session_id in closed.sessions:
            found.not_captured.append(event)
        else:
            found.open.append(event)
    return found


def ensure_open(session_id: str, agent_id: str, *, actor: Actor) -> None:
    """Raise Refused("blocked") where a transcript is of a blocked session or agent."""
    closed = _closed({session_id}, set(), actor)
    if closed.sessions_held or agent_id in closed.agents_held:
        refusal = access.blocked()
        refusal.status = 422  # these lines, not this client: what it has of other sessions is welcome
        raise refusal


def _closed(sessions: set[str], identities: set[str], actor: Actor) -> _Closed:
    asked = {"team": actor.team.pk, "author": actor.user.pk, "sessions": list(sessions), "identities": list(identities)}
    off, identities_off, agents, may_be_held = access.rows(_CLOSED, asked, actor=actor)[0]
    held = _sessions_held(sessions, actor) if may_be_held else set()
    return _Closed(set(off), set(identities_off), set(agents), held)


def _sessions_held(ids: Iterable[str], actor: Actor) -> set[str]:
    """The actor's blocked sessions. Postgres hides them from their author, so the server looks itself."""
    with access.scope(team=actor.team, user=actor.user):
        own = CodingSession.objects.filter(team=actor.team, author=actor.user, external_id__in=ids)
        return set(own.exclude(blocked_by=None).values_list("external_id", flat=True))
