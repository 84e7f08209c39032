"""Keeps the coding sessions of one batch: made on first sight, their span and branch written once at the end."""

from collections.abc import Iterator, Sequence

from memory.access import Actor
from memory.capture.projects import project_for
from memory.capture.shape import Event
from memory.models import Agent, CodingSession, Project


class SessionBook:
    """The sessions that a batch of one person's events, in the order of time, speaks of."""

    def __init__(self, events: Sequence[Event], *, actor: Actor) -> None:
        self._events = events
        self._actor = actor
        self._sessions: dict[str, CodingSession] = {}
        self._projects: dict[str, Project] = {}
        self._latest: dict[str, Event] = {}

    def placed(self) -> Iterator[tuple[Event, CodingSession]]:
        """Each event with its session, made on first sight."""
        ids = {event.session_id for event in self._events}
        known = CodingSession.objects.filter(team=self._actor.team, author=self._actor.user, external_id__in=ids)
        self._sessions = {session.external_id: session for session in known.select_related("agent")}
        for event in self._events:
            if event.session_id not in self._sessions:
                self._sessions[event.session_id] = self._make(event)
            session = self._sessions[event.session_id]
            if event.name == "SessionEnd":
                session.ended_at = event.occurred_at
            self._latest[event.session_id] = event
            yield event, session

    def write(self) -> None:
        """Bring the spans, branches and ends up to date."""
        for external_id, event in self._latest.items():
            session = self._sessions[external_id]
            session.note(event.occurred_at, branch=event.branch, ended_at=session.ended_at)

    def _make(self, event: Event) -> CodingSession:
        session, _ = CodingSession.objects.get_or_create(
            team=self._actor.team,
            author=self._actor.user,
            external_id=event.session_id,
            defaults={
                "project": self._project(event),
                "agent": self._agent(event.agent_id),
                "token": self._actor.token,
                "branch": event.branch,
                "root": event.root,
                "transcript_path": str(event.payload.get("transcript_path") or ""),
                "started_at": event.occurred_at,
                "last_event_at": event.occurred_at,
            },
        )
        return session

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
