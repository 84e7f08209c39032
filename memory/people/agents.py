"""Agents' names: the first to use one has it, until an admin sets it free."""

from memory import access
from memory.access import Actor
from memory.errors import Forbidden, NotFound
from memory.models import Agent, Team, User
from memory.people.member_audit import noted

_LONGEST = 100


def claim_agent(agent_id: str, *, user: User, team: Team) -> Agent:
    """The agent of this name as the person's own, made where there is none. Raises Forbidden where it is another's."""
    agent, _ = Agent.objects.get_or_create(team=team, agent_id=agent_id[:_LONGEST], defaults={"owner": user})
    if agent.owner_id != user.pk:
        named = agent_id[:_LONGEST]
        raise Forbidden(f"The agent name '{named}' belongs to another person. Ask a team admin to release it.")
    return agent


def free_agent_name(agent: Agent, *, actor: Actor | None = None) -> Agent:
    """Let somebody else take this agent's name; without an actor it is the operator's doing.

    What the agent wrote stays its own, under a name that tells whose it was: `release-bot (bob)`. Its tokens go on
    under that name. Raises Forbidden for who is no admin, NotFound for an agent of another team.
    """
    if actor:
        actor.authorize("people")
        if agent.team_id != actor.team.pk:
            raise NotFound("Your team does not have this agent.")
    with access.acting(actor) if actor else access.scope(team=agent.team_id):
        freed = agent.agent_id
        agent.agent_id = _told_apart(agent)
        agent.save(update_fields=["agent_id"])
        noted("free_agent_name", f"agent:{agent.pk}", team=agent.team, actor=actor, name=freed)
    return agent


def take_agent_name(agent_id: str, *, user: User, team: Team) -> None:
    """Set a name free that somebody else has, as the operator. Nothing happens where it is free or the person's own."""
    with access.scope(team=team):
        taken = Agent.objects.filter(team=team, agent_id=agent_id[:_LONGEST]).exclude(owner=user).first()
    if taken:
        free_agent_name(taken)


def _told_apart(agent: Agent) -> str:
    """The name with its owner behind it, which no other agent of the team has."""
    taken = set(Agent.objects.filter(team=agent.team_id).values_list("agent_id", flat=True))
    number = 1
    while True:
        end = f" ({agent.owner.username}{f' {number}' if number > 1 else ''})"
        name = agent.agent_id[: _LONGEST - len(end)] + end
        if name not in taken:
            return name
        number += 1
