"""Numbers of days or weeks as a chart's places: by week where a year of days would be too many to tell apart."""

from collections.abc import Sequence
from datetime import date

from memory.recall.insights.period import week_of

_MOST_DAYS = 84


def short(day: date) -> str:
    """19 Oct."""
    return f"{day.day} {day:%b}"


def week_labels(weeks: Sequence[date]) -> list[str]:
    """Each week by its Monday."""
    return [short(week) for week in weeks]


def by_week(days: Sequence[date], *numbers: Sequence[int]) -> tuple[Sequence[date], list[Sequence[int]], str]:
    """The places of the axis, the numbers at them, and what a place is: "day", or "week" for a long time."""
    if len(days) <= _MOST_DAYS:
        return days, list(numbers), "day"
    weeks = list(dict.fromkeys(map(week_of, days)))
    return weeks, [_sums(days, weeks, each) for each in numbers], "week"


def _sums(days: Sequence[date], weeks: Sequence[date], numbers: Sequence[int]) -> list[int]:
    sums = dict.fromkeys(weeks, 0)
    for day, number in zip(days, numbers, strict=True):
        sums[week_of(day)] += number
    return list(sums.values())
