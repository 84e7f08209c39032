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
    """One distiller, type or project: its captures, the three shares, and what was thrown away week by week."""

    name: str
    captured: int
    shares: tuple[Share, ...]
    chart: BarChart


@dataclass(frozen=True)
class Group:
    """Rows of one kind, how many more there are, and the same week by week as a table."""

    title: str
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
    says = f"{total.count:,} of {series.total.captured:,}; most in one week: {max(percents)} %."
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
    shown = named[:_MOST_ROWS]
    slug = title.lower().replace(" ", "-")
    rows = [_row(name, series, weeks, f"{slug}-{at}") for at, (name, series) in enumerate(shown)]
    cells = [(week, *(_told(series.weeks[at]) for _, series in shown)) for at, week in enumerate(weeks)]
    caption = f"Signed + edited + thrown away, {title[0].lower()}{title[1:]} and week"
    return Group(title, rows, len(named) - len(shown), Table(caption, ["Week of", *(name for name, _ in shown)], cells))


def _row(name: str, series: Series, weeks: Sequence[str], slug: str) -> Row:
    title = f"{name}: thrown away, share of the memories captured in a week"
    chart = _chart(_VERDICTS[-1], slug, title, series, weeks, 100, _LOW)
    return Row(name, series.total.captured, tuple(_share(series.total, each.name) for each in _VERDICTS), chart)


def _told(week: Outcome) -> str:
    """`3 + 1 + 2 of 12`; nothing where nothing was captured."""
    return f"{week.signed} + {week.edited} + {week.thrown_away} of {week.captured}" if week.captured else "–"
