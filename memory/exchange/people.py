"""Whose work an imported file tells of: the person it names, if they are in the team, else whoever imports."""

from dataclasses import replace

from memory.access import Actor
from memory.capture.shape import storable
from memory.models import Agent, User


class People:
    """The authors and agents that files name, looked up once each."""

    def __init__(self, actor: Actor) -> None:
        self.importer = actor
        self._authors: dict[str, Actor] = {actor.user.username: actor}

    def author(self, username: object) -> Actor:
        """The member of the team with this name, as an actor; the importer for names that nobody here has."""
        name = storable(username)[:150] if isinstance(username, str) else ""
        if not name:
            return self.importer
        if name not in self._authors:
            found = User.objects.filter(username=name, memberships__team=self.importer.team).first()
            self._authors[name] = replace(self.importer, user=found, agent=None, token=None) if found else self.importer
        return self._authors[name]

    def agent(self, agent_id: str, *, author: Actor) -> Agent | None:
        """The agent of this name if it is the author's; made where there is none yet."""
        if not agent_id:
            return None
        agent, _ = Agent.objects.get_or_create(
            team=author.team, agent_id=agent_id[:100], defaults={"owner": author.user}
        )
        return agent if agent.owner_id == author.user.pk else None
