"""The section about reviews: what people made of captured memories, along time and by what made them."""

from collections.abc import Sequence
from dataclasses import dataclass

from memory.knowledge.retention import kept_days
from memory.models import Memory
from memory.recall.insights.reviews import Outcome, Series, reviews
from web.charts import BarChart, Table, bar_chart, ceiling
from web.insights.asked import Asked
from web.insights.dates import week_labels

_MOST_ROWS = 12
# A year of weeks in every row would be too many to tell apart.
_MOST_WEEKS, _MONTH = 12, 4
_LOW = 20  # pixels of a chart in a row


@dataclass(frozen=True)
class Verdict:
    """What people do with a memory: its name in an outcome, its label, and the colour of its bars."""

    name: str
    label: str
    tone: str


_VERDICTS = (
    Verdict("signed", "Signed", "plain"),
    Verdict("edited", "Edited", "edited"),
    Verdict("thrown_away", "Thrown away", "thrown"),
)


@dataclass(frozen=True)
class Share:
    """A number, and the percentage that it is of its whole (None of nothing)."""

    count: int
    percent: int | None


@dataclass(frozen=True)
class Strip:
    """One verdict: its share over the whole time, and its own small chart of the share of each week's captures."""

    label: str
    share: Share
    chart: BarChart


@dataclass(frozen=True)
class Row:
    """One distiller, type or project: its captures, the three shares, and what was thrown away along time."""

    name: str
    captured: int
    shares: tuple[Share, ...]
    chart: BarChart


@dataclass(frozen=True)
class Group:
    """Rows of one kind, how many more there are, and the same as a table along time, in steps of `unit`."""

    title: str
    unit: str
    rows: Sequence[Row]
    more: int
    table: Table


def reviewed(asked: Asked) -> dict[str, object]:
    """Shares of what was captured in each week, whenever it was judged."""
    found = reviews(actor=asked.actor, period=asked.period, project=asked.project)
    weeks, total = week_labels(asked.period.weeks), found.all.total
    most = ceiling(max(percent for verdict in _VERDICTS for percent in _percents(found.all, verdict.name)))
    groups = (
        ("By distiller", [(row.name or "not noted", row) for row in found.by_distiller]),
        ("By type", [(Memory.Type(row.name).label, row) for row in found.by_type]),
        ("By project", [(row.name, row) for row in found.by_project]),
    )
    return {
        "total": total,
        "waiting": total.captured - total.judged,
        "strips": [_strip(found.all, verdict, weeks, most) for verdict in _VERDICTS],
        "scale": most,
        "first_week": weeks[0],
        "table": _weekly(found.all, weeks),
        "groups": [_group(title, rows, weeks) for title, rows in groups if rows],
        "kept_days": kept_days(asked.actor.team),
    }


def _percents(series: Series, verdict: str) -> list[int]:
    """The share of each week's captures."""
    return [_share(week, verdict).percent or 0 for week in series.weeks]


def _share(outcome: Outcome, verdict: str) -> Share:
    count = getattr(outcome, verdict)
    return Share(count, round(100 * count / outcome.captured) if outcome.captured else None)


def _strip(series: Series, verdict: Verdict, weeks: Sequence[str], most: int) -> Strip:
    title = f"{verdict.label}: share of the memories captured in a week"
    return Strip(verdict.label, _share(series.total, verdict.name), _chart(verdict, "all", title, series, weeks, most))


def _chart(
    verdict: Verdict, name: str, title: str, series: Series, weeks: Sequence[str], most: int, tall: int = 32
) -> BarChart:
    percents, total = _percents(series, verdict.name), _share(series.total, verdict.name)
    says = f"{total.count:,} of {series.total.captured:,}; at most {max(percents)} % at a time."
    return bar_chart(f"reviews-{verdict.name}-{name}", title, says=says, values=percents, labels=weeks, tall=tall,
                     top=most, tone=verdict.tone, bare=True, unit=" %")  # fmt: skip


def _weekly(series: Series, weeks: Sequence[str]) -> Table:
    heads = ["Week of", "Captured", *(verdict.label for verdict in _VERDICTS)]
    rows = [
        (label, week.captured, *(getattr(week, verdict.name) for verdict in _VERDICTS))
        for label, week in zip(weeks, series.weeks, strict=True)
    ]
    return Table("Review results by week", heads, rows)


def _group(title: str, named: Sequence[tuple[str, Series]], weeks: Sequence[str]) -> Group:
    together = 1 if len(weeks) <= _MOST_WEEKS else _MONTH
    shown = [(name, _merged(series, together)) for name, series in named[:_MOST_ROWS]]
    places, unit = weeks[::together], "a week" if together == 1 else f"{together} weeks"
    slug = title.lower().replace(" ", "-")
    rows = [_row(name, series, places, f"{slug}-{at}", unit) for at, (name, series) in enumerate(shown)]
    cells = [(place, *(_told(series.weeks[at]) for _, series in shown)) for at, place in enumerate(places)]
    caption = f"Signed + edited + thrown away, {title[0].lower()}{title[1:]} and {unit.removeprefix('a ')}"
    table = Table(caption, ["From" if together > 1 else "Week of", *(name for name, _ in shown)], cells)
    return Group(title, unit, rows, len(named) - len(shown), table)


def _merged(series: Series, together: int) -> Series:
    """So many weeks as one, from the first on."""
    parts = (series.weeks[at : at + together] for at in range(0, len(series.weeks), together))
    return Series(series.name, tuple(sum(part, Outcome()) for part in parts))


def _row(name: str, series: Series, places: Sequence[str], slug: str, unit: str) -> Row:
    title = f"{name}: thrown away, share of the memories captured in {unit}"
    chart = _chart(_VERDICTS[-1], slug, title, series, places, 100, _LOW)
    return Row(name, series.total.captured, tuple(_share(series.total, each.name) for each in _VERDICTS), chart)


def _told(week: Outcome) -> str:
    """`3 + 1 + 2 of 12`; nothing where nothing was captured."""
    return f"{week.signed} + {week.edited} + {week.thrown_away} of {week.captured}" if week.captured else "–"
