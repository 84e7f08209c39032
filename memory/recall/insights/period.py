"""The stretch of time that the insights look at: whole weeks of the server's zone, the running one included."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo

from django.utils import timezone

from memory.recall.log import zone

_WEEK = timedelta(days=7)


@dataclass(frozen=True)
class Period:
    """Weeks by their Mondays and the days in them up to today, both oldest first, in `zone`."""

    weeks: tuple[date, ...]
    today: date
    zone: tzinfo

    @property
    def since(self) -> datetime:
        """The moment with which the first week begins."""
        return datetime.combine(self.weeks[0], time.min, self.zone)

    @property
    def days(self) -> tuple[date, ...]:
        """Every day from the first Monday to today."""
        return tuple(_days(self.weeks[0], self.today))


def last_weeks(count: int, *, now: datetime | None = None) -> Period:
    """The running week and those before it, `count` in all."""
    today = (now or timezone.now()).astimezone(zone()).date()
    running = week_of(today)
    return Period(tuple(running - _WEEK * back for back in reversed(range(count))), today, zone())


def week_of(day: date) -> date:
    """The Monday of a day's week."""
    return day - timedelta(days=day.weekday())


def _days(first: date, last: date) -> Iterator[date]:
    for number in range((last - first).days + 1):
        yield first + timedelta(days=number)
