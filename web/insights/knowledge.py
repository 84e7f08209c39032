"""The sections about what is known: growth, reuse, what is used most and never, belief, coverage, bus factor."""

from dataclasses import dataclass

from django.utils import timezone

from memory.models import Memory
from memory.recall.insights import areas, coverage, growth, reuse
from memory.recall.insights.people import sees_people
from memory.recall.line import line_of
from memory.rules.belief import BAND
from web.charts import BarChart, Level, Table, bar_chart, ceiling, levels
from web.insights.asked import Asked
from web.insights.dates import week_labels

_MOST_AREAS = 15
_NOBODY = "Nobody who is still in the team"


@dataclass(frozen=True)
class Strip:
    """A type of memory, what was learned of it in all, and its own small chart."""

    type: str
    label: str
    total: int
    chart: BarChart


def growing(asked: Asked) -> dict[str, object]:
    """One strip of bars a type, all on one scale, so that they compare without colour."""
    found = growth.growth(actor=asked.actor, period=asked.period, project=asked.project)
    weeks, most = week_labels(asked.period.weeks), ceiling(max(max(each) for each in found.by_type.values()))
    strips = [_strip(kind, label, found.by_type[kind], weeks, most) for kind, label in Memory.Type.choices]
    rows = [(week, *(found.by_type[kind][at] for kind in Memory.Type.values)) for at, week in enumerate(weeks)]
    table = Table("New memories per week, by type", ["Week of", *Memory.Type.labels], rows)
    return {"growth": found, "strips": strips, "first_week": weeks[0], "scale": most, "table": table}


def believed(asked: Asked) -> dict[str, object]:
    """Where the line is, how it did since it moved last, and how it came to be there."""
    found = line_of(actor=asked.actor, now=timezone.now())
    drafts = Memory.objects.visible_to(asked.actor).filter(status=Memory.Status.DRAFT).count()
    return {"line": found, "at": f"{found.at:.2f}", "drafts": drafts, "band": f"{BAND:.2f}"}


def _strip(kind: str, label: str, numbers: tuple[int, ...], weeks: list[str], most: int) -> Strip:
    total = sum(numbers)
    says = f"{total:,} in {len(weeks)} weeks; most in one week: {max(numbers):,}."
    title = f"{label}: new memories per week"
    drawn = bar_chart(f"growth-{kind}", title, says=says, values=numbers, labels=weeks, tall=32, top=most,
                      tone=kind, bare=True)  # fmt: skip
    return Strip(kind, label, total, drawn)


def reused(asked: Asked) -> dict[str, object]:
    """The share, the pace, and the uses of each week."""
    found = reuse.reuse(actor=asked.actor, period=asked.period, project=asked.project)
    weeks, total = week_labels(asked.period.weeks), sum(found.uses)
    title = "Memories opened or cited per week"
    table = Table(title, ["Week of", "Uses"], list(zip(weeks, found.uses, strict=True)))
    says = f"{total:,} uses in {len(weeks)} weeks; most in one week: {max(found.uses):,}."
    chart = bar_chart("uses", title, says=says, values=found.uses, labels=weeks, table=table)
    return {"reuse": found, "used": found.known - found.unused, "total": total, "chart": chart}


def most_and_never_used(asked: Asked) -> dict[str, object]:
    """The two ends: what everybody opens, and what nobody ever did."""
    most = reuse.most_used(actor=asked.actor, period=asked.period, project=asked.project)
    never = reuse.never_used(actor=asked.actor, project=asked.project)
    return {"most_used": most, "never_used": never}


def covered(asked: Asked) -> dict[str, object]:
    """Each project beside how much work there was in it."""
    found = coverage.coverage(actor=asked.actor, period=asked.period, project=asked.project)
    drawn = levels([each.memories for each in found.projects])
    blind = sum(1 for each in found.projects if each.sessions and not each.memories)
    return {"coverage": found, "rows": list(zip(found.projects, drawn, strict=True)), "blind": blind}


@dataclass(frozen=True)
class AreaRow:
    """An area with the bar of its memories, and who taught it, in words."""

    area: areas.Area
    level: Level
    taught_by: str


def rests_on(asked: Asked) -> dict[str, object]:
    """The areas that hang on one person first, then the others."""
    found = areas.areas(actor=asked.actor, project=asked.project)
    rows = [
        AreaRow(area, level, ", ".join(area.names) or ("" if area.people else _NOBODY))
        for area, level in zip(found.areas, levels([area.memories for area in found.areas]), strict=True)
    ]
    few, many = ([row for row in rows if (row.area.people < 2) is fragile] for fragile in (True, False))
    groups = [("Known by one person, or by nobody who is still in the team", few), ("Known by several people", many)]
    return {
        "areas": found,
        "few": len(few),
        "groups": [(title, part[:_MOST_AREAS], len(part[_MOST_AREAS:])) for title, part in groups if part],
        "newest": areas.NEWEST,
        "sees_people": sees_people(asked.actor),
    }
