"""What people made of captured memories, week by week: how many they signed, edited and threw away."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import connection

from memory.access import Actor
from memory.models import Project
from memory.recall.insights.period import Period
from memory.recall.judgements import DEEDS, VERDICT

# A memory counts in the week in which it was captured, whenever it was judged: a better distiller then shows as one.
_COUNTS = f"""
WITH {DEEDS}, captured AS MATERIALIZED (
    SELECT m.id, m.distiller, coalesce(d.type, m.type) AS type, {VERDICT} AS verdict,
        date_trunc('week', m.created_at AT TIME ZONE %(zone)s)::date AS week
    FROM memory_memory m LEFT JOIN deeds d ON d.uuid = m.uuid
    WHERE m.team_id = %(team)s AND m.source = 'captured' AND m.purged_at IS NULL AND m.created_at >= %(since)s
    AND (%(project)s::bigint IS NULL
         OR m.id IN (SELECT memory_id FROM memory_memoryproject WHERE project_id = %(project)s))
), parted AS (
    SELECT week, distiller, type, verdict, count(*) AS number FROM captured GROUP BY 1, 2, 3, 4
), placed AS (
    SELECT l.project_id, c.week, c.verdict, count(*) AS number
    FROM captured c JOIN memory_memoryproject l ON l.memory_id = c.id
    WHERE l.team_id = %(team)s AND %(project)s::bigint IS NULL GROUP BY 1, 2, 3
), counted AS (
    SELECT 'all' AS kind, '' AS name, week, verdict, number FROM parted
    UNION ALL SELECT 'distiller', distiller, week, verdict, number FROM parted
    UNION ALL SELECT 'type', type, week, verdict, number FROM parted
    UNION ALL SELECT 'project', p.name, week, verdict, number FROM placed JOIN memory_project p ON p.id = project_id
)
SELECT kind, name, week, sum(number)::bigint,
    coalesce(sum(number) FILTER (WHERE verdict IN ('signed', 'outdated')), 0)::bigint,
    coalesce(sum(number) FILTER (WHERE verdict IN ('edited', 'retyped')), 0)::bigint,
    coalesce(sum(number) FILTER (WHERE verdict = 'thrown_away'), 0)::bigint
FROM counted GROUP BY kind, name, week
"""  # noqa: S608 - texts of our own


@dataclass(frozen=True)
class Outcome:
    """How many memories were captured, and how many of them people signed, edited (or retyped) and threw away."""

    captured: int = 0
    signed: int = 0
    edited: int = 0
    thrown_away: int = 0

    def __add__(self, other: "Outcome") -> "Outcome":
        return Outcome(
            self.captured + other.captured,
            self.signed + other.signed,
            self.edited + other.edited,
            self.thrown_away + other.thrown_away,
        )

    @property
    def judged(self) -> int:
        """How many anybody has decided about."""
        return self.signed + self.edited + self.thrown_away


@dataclass(frozen=True)
class Series:
    """One distiller, type or project (or all of them, without a name): an outcome for each week, oldest first."""

    name: str
    weeks: tuple[Outcome, ...]

    @property
    def total(self) -> Outcome:
        """All weeks together."""
        return sum(self.weeks, Outcome())


@dataclass(frozen=True)
class Reviews:
    """The outcomes of a period in all, and by kind, the kind with most captures first.

    A memory of several projects counts in each. Of one project there is no list of projects.
    """

    all: Series
    by_distiller: tuple[Series, ...]
    by_type: tuple[Series, ...]
    by_project: tuple[Series, ...]


def reviews(*, actor: Actor, period: Period, project: Project | None = None) -> Reviews:
    """What became of the memories that were captured in the period, as far as the actor sees them. One query."""
    actor.authorize("search")
    asked: dict[str, Any] = {"team": actor.team.pk, "since": period.since, "zone": str(period.zone)}
    with connection.cursor() as cursor:
        cursor.execute(_COUNTS, asked | {"project": project.pk if project else None})
        counted = cursor.fetchall()
    found: defaultdict[str, dict[str, dict[date, Outcome]]] = defaultdict(dict)
    for kind, name, week, *numbers in counted:
        found[kind].setdefault(name, {})[week] = Outcome(*numbers)
    everything = _series(found["all"] or {"": {}}, period.weeks)
    rest = (_series(found[kind], period.weeks) for kind in ("distiller", "type", "project"))
    return Reviews(everything[0], *rest)


def _series(found: Mapping[str, Mapping[date, Outcome]], weeks: Iterable[date]) -> tuple[Series, ...]:
    rows = [Series(name, tuple(of.get(week, Outcome()) for week in weeks)) for name, of in found.items()]
    return tuple(sorted(rows, key=lambda row: (-row.total.captured, row.name)))
