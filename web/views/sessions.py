"""Sessions: a list by day, and each as a conversation that opens at any turn."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from memory.models import CodingSession, Evidence, Memory
from memory.recall.choices import choices
from memory.recall.openings import with_openings
from memory.recall.sessions import cursor_after, find_session, list_sessions
from web.access import actor_of, authorize
from web.filters import Filters, number, read_filters, text
from web.rendering import page, wants_partial
from web.transcript.learned import with_learned
from web.transcript.pieces import read_piece
from web.transcript.stretch import find_turn, lead, next_turn, read_stretch

PAGE_SIZE = 40
_LEARNED = 12


@dataclass(frozen=True)
class Day:
    """The sessions in which something happened last on one day; `continues` when its heading is on the page already."""

    day: date
    sessions: list[CodingSession] = field(default_factory=list)
    continues: bool = False


@require_safe
@authorize("read")
def index(request: HttpRequest) -> HttpResponse:
    """The list of sessions, or (for htmx) its next page."""
    actor = actor_of(request)
    filters = read_filters(request.GET, actor=actor)
    found = list_sessions(
        actor=actor,
        project=filters.project,
        author=filters.person,
        agent=filters.agent,
        branch=filters.branch,
        limit=PAGE_SIZE + 1,
        before=text(request.GET, "before") or None,
    )
    shown = with_learned(with_openings(found[:PAGE_SIZE]), actor=actor)
    days = _days(shown, after=text(request.GET, "day") if wants_partial(request) else "")
    more = _next(filters, found[PAGE_SIZE - 1], days[-1]) if len(found) > PAGE_SIZE else ""
    context: dict[str, object] = {"page": "sessions", "days": days, "more": more, "filters": filters}
    if not wants_partial(request):
        context |= {"choices": choices(actor=actor, project=filters.project), "continued": "before" in request.GET}
    return page(request, "web/sessions.html", context, partial="days")


@require_safe
@authorize("read")
def detail(request: HttpRequest, ref: str) -> HttpResponse:
    """A session as it was said, from the start or around `turn`; for htmx the stretch that begins `from` a turn."""
    actor = actor_of(request)
    session = find_session(ref, actor=actor)
    wanted, start = text(request.GET, "turn"), text(request.GET, "from")
    turn = find_turn(session, wanted) if wanted else None
    first = lead(session, turn) if turn else find_turn(session, start) if start else None
    context: dict[str, object] = {
        "page": "sessions",
        "session": with_openings([session])[0],
        "stretch": read_stretch(session, start=first, actor=actor),
        "wanted": turn,
    }
    if not wants_partial(request):
        context |= {"last_day": _day(session), **_learned(session, request)}
    return page(request, "web/session.html", context, partial="stretch")


@require_safe
@authorize("read")
def conversation(request: HttpRequest, ref: str) -> HttpResponse:
    """A conversation inside a turn: a subagent's, or the rest of one that is longer than a page."""
    session = find_session(ref, actor=actor_of(request))
    wanted = text(request.GET, "turn")
    turn = find_turn(session, wanted) if wanted else None
    following = next_turn(session, turn) if turn else None
    piece = read_piece(
        session,
        turn,
        subagent=text(request.GET, "subagent"),
        after=number(request.GET, "after") or 0,
        until=following.started_at if following else None,
    )
    context: dict[str, object] = {"page": "sessions", "session": with_openings([session])[0], "piece": piece}
    return page(request, "web/session_piece.html", context, partial="piece")


def _days(sessions: Sequence[CodingSession], *, after: str) -> list[Day]:
    days: dict[date, Day] = {}
    for session in sessions:
        day = _day(session)
        days.setdefault(day, Day(day, continues=day.isoformat() == after)).sessions.append(session)
    return list(days.values())


def _day(session: CodingSession) -> date:
    return timezone.localtime(session.last_event_at).date()


def _next(filters: Filters, last: CodingSession, day: Day) -> str:
    return filters.query(before=cursor_after(last), day=day.day.isoformat())


def _learned(session: CodingSession, request: HttpRequest) -> dict[str, object]:
    """The memories that rest on the whole session, newest first, and how many there are."""
    evidence = Evidence.objects.filter(session=session)
    resting = Memory.objects.visible_to(actor_of(request)).filter(pk__in=evidence.values("memory"))
    return {"learned": resting.order_by("-occurred_at", "-pk")[:_LEARNED], "learned_count": resting.count()}
