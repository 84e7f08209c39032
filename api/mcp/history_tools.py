"""MCP tools for conversations: search messages, read transcripts."""

from typing import Annotated, Any

from pydantic import Field

from api.mcp import prose_history
from api.mcp.tools import After, Before, Limit
from api.serializers.fields import moment
from memory import access
from memory.access import Actor
from memory.errors import Refused
from memory.models import Project
from memory.recall.history import search_history
from memory.recall.project_lookup import find_project
from memory.recall.sessions import find_session, namesakes, read_turns, turns_of

Context = Annotated[int, Field(ge=0, le=20)]
Share = Annotated[float, Field(ge=0, le=1)]
Offset = Annotated[int, Field(ge=0, le=10_000)]


def search_project_history(
    query: str,
    project: str | None = None,
    after: After = None,
    before: Before = None,
    context_before_after: Context = 3,
    threshold: Share = 0.2,
    max_results: Limit = 10,
    offset: Offset = 0,
    include_subagents: bool = True,
    *,
    actor: Actor,
) -> str:
    """Search every message of this project's sessions, by meaning and words, each with the messages around it.
    Use when memories are too short (how was it fixed, what was tried) and after compaction, to get details back."""
    where = find_project(project, actor=actor)
    if project and where is None:
        return prose_history.unknown_project(project)
    return _history(
        query,
        where,
        actor,
        after=after,
        before=before,
        context_before_after=context_before_after,
        threshold=threshold,
        max_results=max_results,
        offset=offset,
        include_subagents=include_subagents,
    )


def search_global_history(
    query: str,
    after: After = None,
    before: Before = None,
    context_before_after: Context = 3,
    threshold: Share = 0.2,
    max_results: Limit = 10,
    offset: Offset = 0,
    include_subagents: bool = True,
    *,
    actor: Actor,
) -> str:
    """Search every message of all the team's sessions, whatever the project: habits, preferences, how it was done
    elsewhere."""
    return _history(
        query,
        None,
        actor,
        after=after,
        before=before,
        context_before_after=context_before_after,
        threshold=threshold,
        max_results=max_results,
        offset=offset,
        include_subagents=include_subagents,
    )


def _history(
    query: str, project: Project | None, actor: Actor, *, after: str | None, before: str | None, **wanted: Any
) -> str:
    if not query.strip():
        raise Refused("invalid", "query is empty: ask with a few words of what was said, or an error text.")
    since, until = (moment(text) if text else None for text in (after, before))
    page = search_history(query, actor=actor, project=project, after=since, before=until, **wanted)
    with access.within(actor):
        return prose_history.matches(page, where=project.name if project else "all projects")


def get_transcript(
    session_id: Annotated[str, Field(description="or its first 8+ characters")],
    turn: Annotated[str | None, Field(description="beginning of a turn's id")] = None,
    context: Context = 3,
    *,
    actor: Actor,
) -> str:
    """What was said in a session, verbatim: without turn its turns in lines, with turn that one and as many
    as context says on each side, tool calls in lines."""
    session = find_session(session_id, actor=actor)
    beside = prose_history.namesakes(session, namesakes(session, actor=actor))
    if not (turn or "").strip():
        return beside + prose_history.turns(session, turns_of(session, actor=actor))
    texts = read_turns(session, str(turn), actor=actor, context=context)
    return beside + prose_history.transcript(session, texts, str(turn))
