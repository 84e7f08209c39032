"""The daily log: summaries of all turns, by session and day."""

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from memory.models import Project
from memory.recall.log import summarised
from web.access import actor_of, authorize
from web.days import PAGE_SIZE, days_around, latest_day, read_day
from web.filters import Filters, number, read_filters
from web.rendering import page, wants_partial


@require_safe
@authorize("read")
def latest(request: HttpRequest) -> HttpResponse:
    """The newest day that has a log."""
    filters = read_filters(request.GET, actor=actor_of(request))
    told = summarised(actor=actor_of(request), project=filters.project)
    return _shown(request, filters, latest_day(told) or timezone.localdate())


@require_safe
@authorize("read")
def daily(request: HttpRequest, day: date) -> HttpResponse:
    """One day, or (for htmx) how it goes on."""
    return _shown(request, read_filters(request.GET, actor=actor_of(request)), day)


def _shown(request: HttpRequest, filters: Filters, day: date) -> HttpResponse:
    told = summarised(actor=actor_of(request), project=filters.project)
    offset = number(request.GET, "offset") or 0
    # Only what is appended to a page goes on under the heading that is there.
    after = number(request.GET, "session") if wants_partial(request) else None
    found = read_day(told, day, offset=offset, after=after)
    context: dict[str, object] = {"page": "log", "day": day, "parts": found.parts, "filters": filters}
    if found.more:
        context["more"] = filters.query(offset=offset + PAGE_SIZE, session=found.parts[-1].session.pk)
    if not wants_partial(request):
        context["before"], context["after"] = days_around(told, day)
        context["projects"] = Project.objects.order_by("name")
    return page(request, "web/log.html", context, partial="parts")
