"""The daily log's order: a day's turns, session after session, and the days around it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.db.models import Case, F, Min, QuerySet, When, Window
from django.db.models.functions import Least

from memory.models import CodingSession, Turn
from memory.recall.log import zone
from memory.recall.openings import with_openings

# A team of hundreds has thousands of turns on one day.
PAGE_SIZE = 100


@dataclass(frozen=True)
class Part:
    """A session's part of a day: since when, and its turns that have a summary; `continues` the page before."""

    session: CodingSession
    since: datetime
    turns: list[Turn]
    continues: bool = False


@dataclass(frozen=True)
class Page:
    """One page of a day, and whether there is another."""

    parts: list[Part]
    more: bool


def read_day(told: QuerySet[Turn], day: date, *, offset: int = 0, after: int | None = None) -> Page:
    """The turns of `told` on one day in the server's zone; `after` is the session with which the page before ended."""
    begin, end = _span(day)
    turns = _in_order(told.filter(started_at__gte=begin, started_at__lt=end), begin)
    found = list(turns[offset : offset + PAGE_SIZE + 1])
    return Page(_parts(found[:PAGE_SIZE], after), more=len(found) > PAGE_SIZE)


def latest_day(told: QuerySet[Turn]) -> date | None:
    """The newest day that has a log."""
    return _day(told.order_by("-started_at"))


def days_around(told: QuerySet[Turn], day: date) -> tuple[date | None, date | None]:
    """The nearest days before and after this one that have a log."""
    begin, end = _span(day)
    before, after = told.filter(started_at__lt=begin), told.filter(started_at__gte=end)
    return latest_day(before), _day(after.order_by("started_at"))


def _span(day: date) -> tuple[datetime, datetime]:
    return (datetime.combine(day, time.min, zone()), datetime.combine(day + timedelta(days=1), time.min, zone()))


def _in_order(turns: QuerySet[Turn], begin: datetime) -> QuerySet[Turn]:
    """The day's turns, session after session, each with the moment `since` which the session went on that day."""
    first = Window(Min("started_at"), partition_by=F("session"))
    # A session that went on over midnight starts, for this day, with its first turn.
    since = Case(When(session__started_at__gte=begin, then=Least("session__started_at", "first")), default="first")
    ordered = turns.annotate(first=first).annotate(since=since)
    return ordered.select_related("session__project", "session__author").order_by(
        "since", "session", "started_at", "pk"
    )


def _parts(turns: Sequence[Turn], after: int | None) -> list[Part]:
    parts: list[Part] = []
    for turn in turns:
        if not parts or parts[-1].session.pk != turn.session_id:
            continues = not parts and turn.session_id == after
            parts.append(Part(turn.session, turn.since, [], continues))  # type: ignore[attr-defined]
        parts[-1].turns.append(turn)
    with_openings([part.session for part in parts])
    return parts


def _day(turns: QuerySet[Turn]) -> date | None:
    moment = turns.values_list("started_at", flat=True).first()
    return moment.astimezone(zone()).date() if moment else None
