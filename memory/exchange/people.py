"""Whose work an imported file tells of: the person it names if the importer may speak for them, else the importer."""

from dataclasses import replace

from memory.access import Actor
from memory.capture.event_validation import storable
from memory.models import Agent, User


class People:
    """The authors and agents that files name, looked up once each.

    Only a curator imports in the name of others: a file is text that anybody can write.
    """

    def __init__(self, actor: Actor) -> None:
        self.importer = actor
        self.vouches = actor.may("curate")
        self._members: dict[str, User | None] = {actor.user.username: actor.user}
        self._actors: dict[int, Actor] = {actor.user.pk: actor}
        self._agents: dict[str, Agent] = {}

    def member(self, username: object) -> User | None:
        """The member of the team with this name."""
        name = storable(username)[:150] if isinstance(username, str) else ""
        if name and name not in self._members:
            self._members[name] = User.objects.filter(username=name, memberships__team=self.importer.team).first()
        return self._members.get(name)

    def author(self, username: object) -> Actor:
        """The person with this name, as an actor; the importer for names that nobody here has."""
        user = self.member(username)
        if user is None or not self.speaks_for(user.pk):
            return self.importer
        if user.pk not in self._actors:
            self._actors[user.pk] = replace(self.importer, user=user, agent=None, token=None)
        return self._actors[user.pk]

    def speaks_for(self, user_id: int | None) -> bool:
        """Whether the importer may store what this person said or did."""
        return self.vouches or user_id == self.importer.user.pk

    def agent(self, agent_id: str, *, author: Actor) -> Agent | None:
        """The agent of this name if it is the author's; made where there is none yet."""
        if not agent_id:
            return None
        name = agent_id[:100]
        if name not in self._agents:
            self._agents[name], _ = Agent.objects.get_or_create(
                team=author.team, agent_id=name, defaults={"owner": author.user}
            )
        agent = self._agents[name]
        return agent if agent.owner_id == author.user.pk else None

    def undo(self) -> None:
        """A transaction was rolled back, and with it the agents that it made."""
        self._agents.clear()
