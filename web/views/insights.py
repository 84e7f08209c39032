"""The insights page. Sections load when they scroll into view. Also answers and dismisses knowledge gaps."""

from functools import partial
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from memory.access import Actor
from memory.errors import Refused
from memory.knowledge.gaps import answer_gap, dismiss_gap, reopen_gap
from memory.models import CodingSession, Memory, Recall
from web.access import actor_of, authorize
from web.filters import text
from web.insights.asked import Asked, asked
from web.insights.gaps import unanswered
from web.insights.sections import SUBJECTS, Section, later, section
from web.rendering import page, wants_partial

_DISMISSED = "Dismissed."


@require_safe
@authorize("read")
def insights(request: HttpRequest) -> HttpResponse:
    """All sections: the first one counted, the others as places that load when they come into view."""
    wanted = asked(request)
    first, *others = SUBJECTS.values()
    begun = _has_begun(wanted.actor)
    sections = [section(first, wanted), *map(later, others)] if begun else []
    context = {"page": "insights", "asked": wanted, "sections": sections, "subjects": SUBJECTS.values()}
    return page(request, "web/insights.html", context)


@require_safe
@authorize("read")
def subject(request: HttpRequest, slug: str) -> HttpResponse:
    """One section: for htmx alone, for a browser as a page."""
    if slug not in SUBJECTS:
        raise Http404
    load = partial(_listed, request) if slug == "gaps" else None
    return _alone(request, section(SUBJECTS[slug], asked(request), load))


@require_POST
@authorize("write")
def answer(request: HttpRequest) -> HttpResponse:
    """Save the answer to a gap. On an error, show the reason and keep the typed text."""
    gist, content = text(request.POST, "gist"), text(request.POST, "content")
    try:
        memory = answer_gap(gist, content, actor=actor_of(request))
    except Refused as error:
        if error.status in (403, 404):
            raise
        return _gaps(request, {"refused": gist, "draft": content, "problem": error}, error.status)
    return _done(request, said="Saved. The next search finds it.", memory=memory)


@require_POST
@authorize("curate")
def dismiss(request: HttpRequest) -> HttpResponse:
    """Close a gap that needs no answer."""
    gist = text(request.POST, "gist")
    dismiss_gap(gist, actor=actor_of(request))
    return _done(request, said=_DISMISSED, dismissed=gist)


@require_POST
@authorize("curate")
def reopen(request: HttpRequest) -> HttpResponse:
    """Undo a dismissal."""
    reopen_gap(text(request.POST, "gist"), actor=actor_of(request))
    return _done(request, said="The question is open again.")


def _has_begun(actor: Actor) -> bool:
    """Whether there is anything to count at all."""
    seen = (Memory.objects.visible_to(actor), CodingSession.objects.filter(team=actor.team))
    return any(rows.exists() for rows in (*seen, Recall.objects.filter(team=actor.team)))


def _done(request: HttpRequest, **said: object) -> HttpResponse:
    """The gaps again; by a form without script the page of them, which then says what was done."""
    if wants_partial(request):
        return _gaps(request, said)
    gaps = reverse("insights-subject", args=["gaps"])
    if "dismissed" in said:
        return redirect(f"{gaps}?{urlencode({'dismissed': said['dismissed']})}")
    messages.success(request, str(said["said"]))
    return redirect(gaps)


def _listed(request: HttpRequest, wanted: Asked) -> dict[str, object]:
    """The gaps, where the list goes on, or with the way back from a dismissal."""
    dismissed = text(request.GET, "dismissed")
    told = {"said": _DISMISSED, "dismissed": dismissed} if dismissed and wanted.actor.may("curate") else {}
    return unanswered(wanted, before=text(request.GET, "before")) | told


def _gaps(request: HttpRequest, more: dict[str, object], status: int = 200) -> HttpResponse:
    return _alone(request, section(SUBJECTS["gaps"], asked(request), lambda wanted: unanswered(wanted) | more), status)


def _alone(request: HttpRequest, found: Section, status: int = 200) -> HttpResponse:
    context = {"page": "insights", "asked": asked(request), "section": found, "subjects": SUBJECTS.values()}
    return page(request, "web/insights_section.html", context, partial="section", status=status)
