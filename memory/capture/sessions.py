"""Keeps the coding sessions of one batch: made on first sight, their span and branch written once at the end."""

from collections.abc import Sequence

from memory.access import Actor
from memory.capture.event_validation import Event
from memory.capture.projects import project_for
from memory.models import Agent, CodingSession, Project


class SessionBook:
    """The sessions that a batch of one person's events speaks of."""

    def __init__(self, events: Sequence[Event], *, actor: Actor) -> None:
        self._actor = actor
        self._sessions = _known({event.session_id for event in events}, actor=actor)
        self._projects = {session.project.identity: session.project for session in self._sessions.values()}
        self._latest: dict[str, Event] = {}

    def session_of(self, event: Event) -> CodingSession:
        """The event's session, made on first sight; events come in the order of time."""
        if event.session_id not in self._latest:
            self._meet(event)
        session = self._sessions[event.session_id]
        if event.name == "SessionEnd":
            session.ended_at = event.occurred_at
        self._latest[event.session_id] = event
        return session

    def write(self) -> None:
        """Bring the spans, branches and ends up to date."""
        for external_id, event in self._latest.items():
            session = self._sessions[external_id]
            session.note(event.occurred_at, branch=event.branch, ended_at=session.ended_at)

    def _meet(self, event: Event) -> None:
        """Have the session of a first event, its project and its agent, which can be switched off then."""
        project, agent = self._project(event), self._agent(event.agent_id)
        if event.session_id not in self._sessions:
            self._sessions[event.session_id] = CodingSession.objects.create(
                team=self._actor.team,
                author=self._actor.user,
                external_id=event.session_id,
                project=project,
                agent=agent,
                token=self._actor.token,
                branch=event.branch,
                root=event.root,
                transcript_path=str(event.payload.get("transcript_path") or ""),
                started_at=event.occurred_at,
                last_event_at=event.occurred_at,
            )

    def _project(self, event: Event) -> Project:
        wanted = event.project
        if wanted.identity not in self._projects:
            self._projects[wanted.identity] = project_for(wanted, actor=self._actor)
        return self._projects[wanted.identity]

    def _agent(self, agent_id: str) -> Agent | None:
        """The agent named by the event if it is the person's own, else the one of the token."""
        if not agent_id:
            return self._actor.agent
        agent, _ = Agent.objects.get_or_create(
            team=self._actor.team, agent_id=agent_id, defaults={"owner": self._actor.user}
        )
        return agent if agent.owner_id == self._actor.user.pk else None


def _known(ids: set[str], *, actor: Actor) -> dict[str, CodingSession]:
    """The person's sessions with these ids of the client, each with its project."""
    own = CodingSession.objects.filter(team=actor.team, author=actor.user, external_id__in=ids)
    own = own.select_related("project")
    return {session.external_id: session for session in own}
