"""Whose a memory is: its agent's, who alone changes it; a curator may change everybody's."""

from memory.access import Actor
from memory.errors import Forbidden
from memory.knowledge.conflict_errors import audit_events_of
from memory.models import Agent, AuditEvent, Memory
from memory.people.agents import claim_agent
from memory.recall.fetch import find_memory


def find_changeable(ref: str, *, actor: Actor, agent_id: str | None = None) -> Memory:
    """The memory that `ref` means, for a change. Raises NotFound, and Forbidden where another agent owns it."""
    memory = find_memory(ref, actor=actor)
    ensure_owner(memory, agent_id=agent_id, actor=actor)
    return memory


def ensure_owner(memory: Memory, *, agent_id: str | None, actor: Actor) -> None:
    """An agent's memory is changed only by that agent or by a curator. Raises Forbidden otherwise."""
    if memory.agent is None or actor.may("curate"):
        return
    if _acting_as(agent_id, actor) != memory.agent.agent_id or memory.agent.owner_id != actor.user.pk:
        raise Forbidden("Another agent owns this memory. Ask a curator to change it.")


def ensure_isolated(memory: Memory, *, agent_id: str | None, actor: Actor) -> None:
    """Who acts as an agent takes away that agent's memories and nobody else's. Raises Forbidden otherwise.

    A curator may, as long as they do not say that they act as an agent.
    """
    ensure_owner(memory, agent_id=agent_id, actor=actor)
    acting = _acting_as(agent_id, actor)
    owned = memory.agent is not None and memory.agent.agent_id == acting
    if acting and not owned and (agent_id or not actor.may("curate")):
        raise Forbidden(f"The agent {acting[:100]} does not own this memory. Leave agent_id out, or ask a curator.")


def is_kept_for_curators(memory: Memory, *, actor: Actor) -> bool:
    """Whether a curator pinned, confirmed or approved it, so that the actor, who is none, leaves it as it is.

    What the actor alone sees is theirs to change, and so is a draft that they approved themselves and then shared.
    """
    own = memory.visibility == Memory.Visibility.PRIVATE and memory.author_id == actor.user.pk
    if own or actor.may("curate"):
        return False
    if memory.pinned or memory.confirmed_at is not None:
        return True
    judged = _judged(memory)
    return judged is not None and judged.actor_id != actor.user.pk


def is_vouched_for(memory: Memory) -> bool:
    """Whether somebody pinned, confirmed or approved it."""
    return memory.pinned or memory.confirmed_at is not None or _judged(memory) is not None


def _judged(memory: Memory) -> AuditEvent | None:
    """The last approval, unless it was taken back."""
    judged = audit_events_of(memory).filter(verb__in=("approve", "unapprove")).first()
    return judged if judged and judged.verb == "approve" else None


def ensure_not_kept(memory: Memory, *, actor: Actor) -> None:
    """Raises Forbidden where only a curator may take the memory away or sort it anew."""
    if is_kept_for_curators(memory, actor=actor):
        raise Forbidden("A curator confirmed this memory. Propose a correction, or ask a curator to change it.")


def own_agent(agent_id: str | None, *, actor: Actor) -> Agent | None:
    """The agent that acts: the one named, made on first sight, else the token's own.

    Raises Forbidden when it is somebody else's.
    """
    if not agent_id:
        return actor.agent
    return claim_agent(agent_id, user=actor.user, team=actor.team)


def _acting_as(agent_id: str | None, actor: Actor) -> str | None:
    return agent_id or (actor.agent.agent_id if actor.agent else None)
