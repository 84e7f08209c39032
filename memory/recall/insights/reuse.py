"""Whether what is known gets used: how much of it, how often, and how soon for the first time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import Aggregate, Count, DurationField, F, Q
from django.utils import timezone

from memory.access import Actor
from memory.models import Memory, Project
from memory.recall.insights.period import Period
from memory.recall.insights.scope import memories_of

IDLE = timedelta(days=30)
# Through the memory's own row, so that what the reader may not see is not counted.
_USES = """
    SELECT {what}, count(*) FROM memory_recall r CROSS JOIN LATERAL unnest(r.fetched) AS f (id)
    JOIN memory_memory m ON m.id = f.id
    WHERE r.team_id = %(team)s AND r.at >= %(since)s AND r.fetched <> '{{}}' AND m.purged_at IS NULL {also}
    GROUP BY 1 {order}
"""
_OF_PROJECT = "AND EXISTS (SELECT FROM memory_memoryproject l WHERE l.memory_id = m.id AND l.project_id = %(project)s)"


class Median(Aggregate):
    """The middle of all values."""

    function = "percentile_cont"
    template = "%(function)s(0.5) WITHIN GROUP (ORDER BY %(expressions)s)"
    output_field = DurationField()


@dataclass(frozen=True)
class Reuse:
    """Current memories, those never used, those of them older than 30 days; uses a week, oldest first.

    `to_first_use` is the median time from learning to the first use, of the memories first used in the period.
    """

    known: int
    unused: int
    idle: int
    to_first_use: timedelta | None
    uses: tuple[int, ...]

    @property
    def share(self) -> float | None:
        """How much of what is known was used at least once, 0 to 1; None where nothing is known."""
        return (self.known - self.unused) / self.known if self.known else None


@dataclass(frozen=True)
class MostUsed:
    """A memory, and how often it was opened or cited in the period."""

    memory: Memory
    uses: int


def reuse(*, actor: Actor, period: Period, project: Project | None = None) -> Reuse:
    """The share, the pace and the number of uses. Three queries."""
    actor.authorize("search")
    current = memories_of(actor, project).current()
    first = Median(F("first_used_at") - F("created_at"), filter=Q(first_used_at__gte=period.since))
    known = current.aggregate(count=Count("pk"), first=first)
    unused = current.filter(uses=0).aggregate(count=Count("pk"), idle=Count("pk", filter=_idle()))
    weeks = dict(_uses("date_trunc('week', r.at AT TIME ZONE %(zone)s)::date", "", actor, period, project))
    uses = tuple(weeks.get(week, 0) for week in period.weeks)
    return Reuse(known["count"], unused["count"], unused["idle"], known["first"], uses)


def most_used(*, actor: Actor, period: Period, project: Project | None = None, limit: int = 10) -> list[MostUsed]:
    """What was opened or cited most in the period, the most used first. A constant number of queries."""
    actor.authorize("search")
    found = dict(_uses("m.id", "ORDER BY 2 DESC, 1 LIMIT %(limit)s", actor, period, project, limit=limit))
    rows = Memory.objects.visible_to(actor).with_context().in_bulk(list(found))
    return [MostUsed(rows[pk], uses) for pk, uses in found.items() if pk in rows]


def never_used(*, actor: Actor, project: Project | None = None, limit: int = 10) -> list[Memory]:
    """Current memories older than 30 days that nobody ever opened or cited, the oldest first."""
    actor.authorize("search")
    unused = memories_of(actor, project).current().filter(_idle(), uses=0)
    return list(unused.order_by("created_at", "pk").with_context()[:limit])


def _idle() -> Q:
    moment: datetime = timezone.now() - IDLE
    return Q(created_at__lt=moment)


def _uses(what: str, order: str, actor: Actor, period: Period, project: Project | None, **more: int) -> Sequence[tuple]:
    """Uses in the period, counted by `what`: recalls remember when a memory was opened, its own row only how often."""
    asked: dict[str, Any] = {"team": actor.team.pk, "since": period.since, "zone": str(period.zone), **more}
    statement = _USES.format(what=what, order=order, also=_OF_PROJECT if project else "")
    with connection.cursor() as cursor:
        cursor.execute(statement, asked | {"project": project.pk if project else None})
        return cursor.fetchall()
