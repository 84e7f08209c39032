"""The tools as a model sees them: docstring and parameters are the schema, the answer is short prose."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from api.mcp import prose, prose_said
from api.mcp.bounds import MOST_ITEMS, split
from api.serializers.fields import moment, reference
from hooks import memory_types
from memory import access
from memory.access import Actor
from memory.errors import Refused
from memory.knowledge import feedback, lifecycle
from memory.knowledge import remember as telling
from memory.models import Memory, Recall
from memory.recall import lists
from memory.recall.asking import ask
from memory.recall.fetch import expand as expanded
from memory.recall.fetch import fetch_memories, find_memory, lineage
from memory.recall.project_lookup import find_project

if TYPE_CHECKING:
    Type = str
else:
    Type = Literal[*Memory.Type.values]
_MEANINGS = "default: classified. " + "; ".join(f"{each.value}: {each.meaning}" for each in memory_types.TYPES)
Said = Literal["helpful", "wrong", "outdated"]
Limit = Annotated[int, Field(ge=1, le=100)]
After = Annotated[str | None, Field(description="ISO date, inclusive")]
Before = Annotated[str | None, Field(description="ISO date, exclusive")]
Texts = Annotated[list[str], BeforeValidator(split)]


def search_memory(
    query: str,
    top_k: Annotated[int, Field(ge=1, le=50)] = 5,
    project: Annotated[str | None, Field(description='git remote or name; "" asks all')] = None,
    type: Type | None = None,
    agent_id: str | None = None,
    after: After = None,
    before: Before = None,
    *,
    actor: Actor,
) -> str:
    """Search what the team's earlier coding sessions learned: decisions with reasons, failures with causes,
    conventions, versions, and what was said. Use before proposing a design or chasing an error. One line a hit;
    get_memories has the text."""
    if not query.strip():
        raise Refused("invalid", "query is empty: ask with a few words of the matter, an identifier or an error text.")
    answer = ask(
        query,
        actor=actor,
        project=project or "",
        types=[type] if type else [],
        agent_id=agent_id,
        after=moment(after) if after else None,
        before=moment(before) if before else None,
        limit=top_k,
    )
    if answer.is_unknown_project:
        return prose.unknown_project(str(project))
    answer.note(query, actor=actor, surface=Recall.Surface.MCP)
    narrowed = any([project, type, agent_id, after, before])
    with access.within(actor):
        return prose_said.answer(answer.page, answer.said, filtered=narrowed, top_k=top_k)


def get_memories(
    ids: Annotated[Texts, Field(description="ids or prefixes of 8+ characters")],
    expand: bool = False,
    agent_id: str | None = None,
    *,
    actor: Actor,
) -> str:
    """Full text of memories. expand adds what the same session learned and where its transcript is."""
    if not ids:
        raise Refused("invalid", f"Give 1 to {MOST_ITEMS} ids; search_memory and list_recent show them.")
    found = fetch_memories(map(reference, ids), actor=actor, agent_id=agent_id)
    entries = [expanded(memory, actor=actor) for memory in found] if expand else found
    return prose.memories(entries, asked=[reference(ref) for ref in ids])


def list_recent(
    project: str | None = None,
    type: Type | None = None,
    tag: str | None = None,
    agent_id: str | None = None,
    limit: Limit = 20,
    *,
    actor: Actor,
) -> str:
    """Newest memories, one line each."""
    where = find_project(project, actor=actor)
    if project and where is None:
        return prose.unknown_project(project)
    listed = lists.recent(actor=actor, project=where, type=type, tag=tag, agent_id=agent_id, limit=limit)
    return prose.listing(listed, "Newest first", empty="Nothing is remembered here yet; leave filters out to see more.")


def list_stale(project: str | None = None, agent_id: str | None = None, limit: Limit = 20, *, actor: Actor) -> str:
    """Memories that are old and unused, or due for review: confirm, update or forget them."""
    where = find_project(project, actor=actor)
    if project and where is None:
        return prose.unknown_project(project)
    listed = lists.stale(actor=actor, project=where, agent_id=agent_id, limit=limit)
    return prose.worn(listed)


def get_lineage(id: str, agent_id: str | None = None, *, actor: Actor) -> str:
    """What a memory replaced and what replaced it, oldest first."""
    memory = find_memory(reference(id), actor=actor, agent_id=agent_id)
    return prose.lineage(memory, lineage(memory, actor=actor))


def remember(
    content: str,
    type: Annotated[Type | None, Field(description=_MEANINGS)] = None,
    projects: Annotated[Texts | None, Field(description="git remotes or names; none: whole team")] = None,
    tags: Texts | None = None,
    agent_id: str | None = None,
    preview: bool = False,
    *,
    actor: Actor,
) -> str:
    """Store one fact for the team: what is so and why, in 1-3 sentences with exact identifiers, versions and
    dates. Its words are stored as given. preview offers a shorter form and shows what is known, without saving."""
    # The model has it from somewhere: a person, or a text that it was given to read.
    told: dict[str, Any] = {"type": type, "projects": projects or [], "tags": tags or [], "relayed": True}
    if preview:
        return prose.preview(telling.preview(content, actor=actor, agent_id=agent_id, **told))
    return prose.saved(telling.remember(content, actor=actor, agent_id=agent_id, **told))


def update_memory(id: str, content: str, agent_id: str | None = None, *, actor: Actor) -> str:
    """Correct a memory: the new text supersedes the old one, which stays in its lineage."""
    newer = telling.update(reference(id), content, actor=actor, agent_id=agent_id, relayed=True)
    return prose.proposed(newer, id) if telling.is_proposal(newer) else prose.superseded(newer, id)


def forget(id: str, agent_id: str | None = None, *, actor: Actor) -> str:
    """Take a wrong or unwanted memory out of every search; a person can restore it."""
    return prose.forgotten(lifecycle.forget(reference(id), actor=actor, agent_id=agent_id, relayed=True))


def give_feedback(id: str, verdict: Said, agent_id: str | None = None, *, actor: Actor) -> str:
    """Say how a memory served: helpful counts as use, two people's wrong mark it disputed. If you know what is right,
    update_memory instead."""
    noted = feedback.give_feedback(reference(id), verdict, actor=actor, agent_id=agent_id, relayed=True)
    return prose.noted(noted, verdict)
