"""The search page: search memories and conversations as you type, with an explanation for each hit."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from memory.access import Actor
from memory.knowledge.gaps import is_asked
from memory.models import Recall
from memory.people.saved_searches import saved_searches
from memory.recall.asked import note_recall
from memory.recall.asking import is_notable
from memory.recall.explaining import look_closely
from memory.recall.facets import Chosen, Explored, explore
from memory.recall.fetch import find_memory
from memory.recall.history import search_history
from memory.recall.openings import with_openings
from memory.recall.said import said_about
from memory.recall.search import SearchPage
from memory.recall.similar import similar_memories
from memory.recall.spelling import other_spelling
from web.access import actor_of, authorize
from web.narrowing import Asked, linked, read_asked
from web.rendering import page, wants_partial

PAGE_SIZE = 20
_CONVERSATIONS_A_PAGE = 10
_MESSAGES_AROUND = 1


@require_safe
@authorize("read")
def search(request: HttpRequest) -> HttpResponse:
    """Show the page with results. For htmx, return only the results or the next ones."""
    actor = actor_of(request)
    asked = read_asked(request.GET, actor=actor)
    results = _conversations(asked, actor) if asked.in_conversations else _memories(asked, actor)
    context: dict[str, object] = {
        "page": "search",
        "question": asked.question,
        "asked": asked,
        "filters": asked.filters,
        "may_ask": not actor.blocked,
        **results,
    }
    if not wants_partial(request):
        context["saved"] = saved_searches(actor=actor)
    following = "talks" if asked.in_conversations else "hits"
    response = page(request, "web/search.html", context, partial=following if asked.offset else "results")
    found: Any = results.get("found")
    if found:
        response["Server-Timing"] = ", ".join(f"{name};dur={lap}" for name, lap in found.milliseconds.items())
    return response


def _memories(asked: Asked, actor: Actor) -> dict[str, object]:
    if not asked.question:
        return {}
    explored = explore(asked.question, actor=actor, chosen=asked.chosen, limit=PAGE_SIZE, offset=asked.offset)
    _note(asked, explored, actor)
    found = explored.page
    results: dict[str, object] = {"found": found, "facets": linked(explored.facets, asked)}
    results |= _said(asked, found, actor)
    if found.has_more:
        return {**results, "more": asked.address(offset=asked.offset + PAGE_SIZE)}
    answers = found.known or (found.in_drafts and found.hits)
    return results if answers else {**results, **_help(asked, explored, actor)}


def _said(asked: Asked, found: SearchPage, actor: Actor) -> dict[str, object]:
    """What was said beside the first page, where nothing asks for a kind of memories."""
    project = asked.filters.project
    if asked.offset or asked.chosen != Chosen(project=project):
        return {}
    return {"said": said_about(asked.question, found, actor=actor, project=project)}


def _note(asked: Asked, explored: Explored, actor: Actor) -> None:
    if is_notable(explored.page, offset=asked.offset, narrowed=asked.chosen.any):
        shown, project = explored.page.answering, asked.filters.project
        note_recall(asked.question, actor=actor, surface=Recall.Surface.WEB, shown=shown, project=project)


def _help(asked: Asked, explored: Explored, actor: Actor) -> dict[str, object]:
    """What may lead on from a question that nothing answers."""
    spelling = other_spelling(asked.question, explored.candidates, actor=actor)
    return {
        "spelling": spelling,
        "respelled": asked.address(q=spelling) if spelling else "",
        "put_to_team": is_asked(asked.question, actor=actor),
    }


def _conversations(asked: Asked, actor: Actor) -> dict[str, object]:
    if not asked.question:
        return {}
    found = search_history(
        asked.question,
        actor=actor,
        project=asked.filters.project,
        context_before_after=_MESSAGES_AROUND,
        max_results=_CONVERSATIONS_A_PAGE,
        offset=asked.offset,
    )
    with_openings([hit.message.session for hit in found.results])
    more = asked.address(offset=asked.offset + _CONVERSATIONS_A_PAGE) if found.has_more else ""
    return {"found": found, "more": more}


@require_safe
@authorize("read")
def similar(request: HttpRequest, ref: UUID) -> HttpResponse:
    """What else the team knows of the matter of one memory: a list for htmx, else a page."""
    actor = actor_of(request)
    memory = find_memory(str(ref), actor=actor)
    context = {"page": "search", "memory": memory, "similar": similar_memories(memory, actor=actor)}
    return page(request, "web/search_similar.html", context, partial="similar")


@require_safe
@authorize("read")
def explain(request: HttpRequest) -> HttpResponse:
    """Explain the results of a query: its words and weights, all candidates, and what was left out."""
    actor = actor_of(request)
    asked = read_asked(request.GET, actor=actor)
    project = asked.filters.project
    insight = look_closely(asked.question, actor=actor, project=project) if asked.question else None
    context = {"page": "search", "question": asked.question, "asked": asked, "insight": insight, "project": project}
    return page(request, "web/search_explain.html", context)
