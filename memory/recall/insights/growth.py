"""How the memory grows: what was learned each week, by type."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count
from django.db.models.functions import TruncWeek

from memory.access import Actor
from memory.models import Memory, Project
from memory.recall.insights.period import Period
from memory.recall.insights.scope import LEARNED, memories_of


@dataclass(frozen=True)
class Growth:
    """New memories of each type, one number for each week of the period, oldest first.

    What was replaced since counts in the week in which it was learned; drafts and forgotten ones count nowhere.
    """

    by_type: Mapping[str, tuple[int, ...]]

    @property
    def total(self) -> int:
        """All of the period."""
        return sum(map(sum, self.by_type.values()))


def growth(*, actor: Actor, period: Period, project: Project | None = None) -> Growth:
    """What was learned in the weeks of the period. One query."""
    actor.authorize("search")
    learned = memories_of(actor, project).filter(status__in=LEARNED, created_at__gte=period.since)
    weeks = learned.annotate(week=TruncWeek("created_at", tzinfo=period.zone)).values("type", "week")
    rows = weeks.annotate(count=Count("pk")).order_by().values_list("type", "week", "count")
    counts = {(kind, week.astimezone(period.zone).date()): count for kind, week, count in rows}
    return Growth(
        {kind: tuple(counts.get((kind, week), 0) for week in period.weeks) for kind in Memory.Type.values},
    )
