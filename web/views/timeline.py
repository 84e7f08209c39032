"""The first page: what the team learned, newest first, as a trail of stones that grows while one looks."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from memory.access import Actor
from memory.models import Memory, Project
from memory.recall.choices import choices
from memory.recall.lists import recent
from web.access import actor_of, authorize
from web.filters import Filters, number, read_filters, text, type_choices
from web.rendering import page, wants_partial
from web.timeline import Day, Place, end_of, trail

PAGE_SIZE = 40


@dataclass(frozen=True)
class Stretch:
    """One page of the trail, and the address of the next ('' at its end)."""

    days: list[Day]
    more: str


@require_safe
@authorize("read")
def timeline(request: HttpRequest) -> HttpResponse:
    """The timeline, or (for htmx) its next stretch."""
    actor = actor_of(request)
    filters = read_filters(request.GET, actor=actor)
    stretch = _stretch(request, filters)
    context: dict[str, object] = {"stretch": stretch, "filters": filters, "page": "timeline"}
    if not wants_partial(request):
        context |= {
            "types": type_choices(filters),
            "choices": choices(actor=actor, project=filters.project),
            "sample": Project.objects.filter(is_sample=True).first(),
            "curates": actor.may("curate"),
            "drafts": 0 if stretch.days else _drafts(actor),
            "since": timezone.now().isoformat(),
            "continued": "before" in request.GET,
        }
    return page(request, "web/timeline.html", context, partial="stretch")


def _drafts(actor: Actor) -> int:
    """How many wait, for a trail that is empty because of it."""
    return Memory.objects.visible_to(actor).filter(status=Memory.Status.DRAFT).count()


def _stretch(request: HttpRequest, filters: Filters) -> Stretch:
    memories = recent(
        actor=actor_of(request),
        limit=PAGE_SIZE + 1,
        before_id=number(request.GET, "before"),
        **filters.narrowing,
    )
    shown, more = memories[:PAGE_SIZE], len(memories) > PAGE_SIZE
    # Only what is appended to a page goes on under the headings that are there.
    place = Place(text(request.GET, "day"), text(request.GET, "cluster")) if wants_partial(request) else Place()
    days = trail(shown, after=place)
    return Stretch(days, _next(filters, shown, end_of(days)) if more else "")


def _next(filters: Filters, shown: list[Memory], end: Place) -> str:
    return filters.query(before=shown[-1].pk, day=end.day, cluster=end.cluster)
