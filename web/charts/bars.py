"""Bars along time: widths in percent, so that words keep their size on a narrow screen, and heights in pixels."""

from collections.abc import Sequence
from dataclasses import dataclass

from web.charts.scale import ceiling, spread
from web.charts.table import Table

# Room above the highest bar for the scale's number, and below the axis for dates.
_ABOVE, _BELOW = 18, 20
_GAP = 0.22
_MOST_MARKS = 4
# A word that begins further right would leave the drawing.
_RIGHTMOST = 84


@dataclass(frozen=True)
class Bar:
    """One place on the axis: where it stands, what a mouse over it is told, and whether it is over the limit."""

    x: str
    width: str
    y: int
    height: int
    says: str
    over: bool = False


@dataclass(frozen=True)
class Line:
    """A line across: of the scale, or a limit."""

    y: int
    says: str


@dataclass(frozen=True)
class Mark:
    """A word below the axis; `end` where it ends at x rather than begins."""

    x: str
    says: str
    end: bool


@dataclass(frozen=True)
class BarChart:
    """What the template draws: `name` is unique on the page, `tone` a class that gives the colour."""

    name: str
    title: str
    description: str
    tone: str
    height: int
    axis: int
    bars: tuple[Bar, ...]
    scale: tuple[Line, ...]
    limit: Line | None
    marks: tuple[Mark, ...]
    table: Table | None

    @property
    def marks_y(self) -> int:
        """Where the words below the axis stand."""
        return self.axis + _BELOW - 4


def bar_chart(
    name: str,
    title: str,
    *,
    says: str,
    values: Sequence[int],
    labels: Sequence[str],
    tall: int = 96,
    top: int | None = None,
    limit: int | None = None,
    tone: str = "plain",
    bare: bool = False,
    unit: str = "",
    table: Table | None = None,
) -> BarChart:
    """A chart of `values` (in `unit`) at the places `labels`; `bare` leaves scale and dates out, `top` is where the
    scale ends."""
    end = top or ceiling(max([*values, limit or 0, 0]))
    above, below = (1, 0) if bare else (_ABOVE, _BELOW)
    axis = above + tall
    return BarChart(
        name=name,
        title=title,
        description=says,
        tone=tone,
        height=axis + max(below, 1),
        axis=axis,
        bars=tuple(_bars(values, labels, end=end, tall=tall, axis=axis, limit=limit, unit=unit)),
        scale=() if bare else (Line(above, f"{end:,}"),),
        limit=None if limit is None else Line(axis - _tall(limit, end, tall), f"limit {limit:,}"),
        marks=() if bare else tuple(_marks(labels)),
        table=table,
    )


def _bars(
    values: Sequence[int], labels: Sequence[str], *, end: int, tall: int, axis: int, limit: int | None, unit: str
) -> list[Bar]:
    step = 100 / max(len(values), 1)
    bars = []
    for place, (value, label) in enumerate(zip(values, labels, strict=True)):
        high = _tall(value, end, tall)
        over = limit is not None and value >= limit > 0
        x, width = step * (place + _GAP / 2), step * (1 - _GAP)
        bars.append(Bar(f"{x:.4g}%", f"{width:.4g}%", axis - high, high, f"{label}: {value:,}{unit}", over))
    return bars


def _tall(value: int, end: int, tall: int) -> int:
    """At least a pixel for whatever is not nothing."""
    return min(max(round(tall * value / end), 1), tall) if value else 0


def _marks(labels: Sequence[str]) -> list[Mark]:
    places = [(100 * place / len(labels), labels[place]) for place in spread(len(labels), _MOST_MARKS)]
    return [Mark(f"{x:.4g}%", label, x > _RIGHTMOST) for x, label in places]
