"""The search page: as-you-type over what the team knows, each hit with its words marked and its reason."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from memory.recall.search import SearchPage, search_memories
from web.access import actor_of, authorize
from web.filters import Filters, number, read_filters, text, type_choices
from web.rendering import page

PAGE_SIZE = 20
# Whoever pages further wants a better question, and every page costs the ranking of all before it.
_DEEPEST = 400
_LONGEST_QUESTION = 2000


@require_safe
@authorize("read")
def search(request: HttpRequest) -> HttpResponse:
    """The page with its results; for htmx the results alone."""
    filters = read_filters(request.GET, actor=actor_of(request))
    question = text(request.GET, "q")[:_LONGEST_QUESTION]
    offset = min(number(request.GET, "offset") or 0, _DEEPEST)
    found = _found(question, filters, offset, request) if question else None
    context: dict[str, object] = {
        "page": "search",
        "question": question,
        "found": found,
        "filters": filters,
        "anywhere": filters.without_type().query(q=question),
        "types": type_choices(filters, q=question),
        "more": filters.query(q=question, offset=offset + PAGE_SIZE) if found and found.has_more else "",
    }
    response = page(request, "web/search.html", context, partial="hits" if offset else "results")
    if found:
        response["Server-Timing"] = ", ".join(f"{name};dur={lap}" for name, lap in found.milliseconds.items())
    return response


def _found(question: str, filters: Filters, offset: int, request: HttpRequest) -> SearchPage:
    return search_memories(
        question,
        actor=actor_of(request),
        project=filters.project,
        types=[filters.type] if filters.type else (),
        limit=PAGE_SIZE,
        offset=offset,
    )
