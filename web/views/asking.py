"""Save a search, or ask the team a question, and undo either."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from memory.errors import Conflict, Refused
from memory.knowledge.gaps import ask_team, withdraw_question
from memory.people.saved_searches import remove_saved_search, save_search, saved_searches
from web.access import actor_of, authorize
from web.filters import read_filters, text
from web.rendering import page, wants_partial


@require_POST
@authorize("read")
def save(request: HttpRequest) -> HttpResponse:
    """Save a search with a name."""
    name, query = text(request.POST, "name"), text(request.POST, "query")
    try:
        kept = save_search(name, query, actor=actor_of(request))
    except (Refused, Conflict) as error:
        return _saved(request, query, problem=error.detail, status=error.status)
    return _saved(request, query, notice=f"Saved as “{kept.name}”. Only you can see it.")


@require_POST
@authorize("read")
def remove(request: HttpRequest, number: int) -> HttpResponse:
    """Remove a saved search and offer to undo it."""
    removed = remove_saved_search(number, actor=actor_of(request))
    return _saved(request, text(request.POST, "query"), notice=f"“{removed.name}” is removed.", removed=removed)


def _saved(request: HttpRequest, query: str, *, status: int = 200, **more: object) -> HttpResponse:
    """The list for htmx; without script the search page again, or this list as a page where something is to be said."""
    if not wants_partial(request) and not more.get("removed") and not more.get("problem"):
        messages.success(request, str(more["notice"]))
        return HttpResponseRedirect(f"{reverse('search')}?{query}")
    context = {"page": "search", "saved": saved_searches(actor=actor_of(request)), "query": query, **more}
    return page(request, "web/search_saved.html", context, partial="saved", status=status)


@require_POST
@authorize("read")
def ask(request: HttpRequest) -> HttpResponse:
    """Ask the team a question."""
    actor = actor_of(request)
    project = read_filters(request.POST, actor=actor).project
    ask_team(text(request.POST, "q"), actor=actor, project=project)
    return _asked(request, True, "Your team now sees this question with your name.")


@require_POST
@authorize("read")
def withdraw(request: HttpRequest) -> HttpResponse:
    """Withdraw the question."""
    withdraw_question(text(request.POST, "q"), actor=actor_of(request))
    return _asked(request, False, "Withdrawn. Your name is no longer on this question.")


def _asked(request: HttpRequest, asked: bool, said: str) -> HttpResponse:
    query, question = text(request.POST, "query"), text(request.POST, "q")
    if wants_partial(request):
        context = {"put_to_team": asked, "question": question, "query": query, "notice": said, "may_ask": True}
        return page(request, "web/search_asking.html", context, partial="asking")
    messages.success(request, said)
    return HttpResponseRedirect(f"{reverse('search')}?{query}")
