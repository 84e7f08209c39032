"""On how many people the knowledge of each part of the code rests (its "bus factor")."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import connection
from django.db.models import QuerySet

from memory.access import Actor
from memory.models import Membership, Project
from memory.recall.insights.people import sees_people
from memory.recall.insights.scope import memories_of

# Of how many memories the areas are drawn, the newest first: more would cost more than a page may.
NEWEST = 4_000
# A file's top two folders, or the one that there is; files outside of the repository lie in no area.
_AREAS = """
WITH newest AS MATERIALIZED ({newest}), placed AS MATERIALIZED (
    SELECT DISTINCT newest.pk, l.project_id, CASE
        WHEN split_part(path, '/', 3) <> '' THEN split_part(path, '/', 1) || '/' || split_part(path, '/', 2)
        WHEN split_part(path, '/', 2) <> '' THEN split_part(path, '/', 1) ELSE '' END AS area
    FROM newest LEFT JOIN memory_memoryproject l ON l.memory_id = newest.pk
    CROSS JOIN LATERAL unnest(newest.files) AS path
    WHERE path !~ '^(/|~|[.][.]/|[A-Za-z]:)' AND (%s::bigint IS NULL OR l.project_id = %s)
), taught AS (
    SELECT placed.project_id, placed.area, array_agg(DISTINCT e.author_id) AS people
    FROM placed JOIN memory_evidence e ON e.memory_id = placed.pk WHERE e.author_id IS NOT NULL GROUP BY 1, 2
), counted AS (SELECT project_id, area, count(*) AS memories FROM placed GROUP BY 1, 2)
SELECT p.name, c.area, c.memories, coalesce(t.people, '{{}}'), (SELECT count(*) FROM newest)
FROM counted c LEFT JOIN memory_project p ON p.id = c.project_id
LEFT JOIN taught t ON t.area = c.area AND t.project_id IS NOT DISTINCT FROM c.project_id
ORDER BY c.memories DESC, p.name, c.area
"""


@dataclass(frozen=True)
class Area:
    """A part of a project's code, the memories about files in it, and how many people's words taught them.

    `names` is who they are, and empty for readers who may not know. `project` is "" for what belongs to the whole
    team, `name` for files in no folder. Who has left the team, or was erased, counts as nobody.
    """

    project: str
    name: str
    memories: int
    people: int
    names: tuple[str, ...]


@dataclass(frozen=True)
class Areas:
    """Areas, those with most memories first; `is_part` where memories older than the newest were left out."""

    areas: tuple[Area, ...]
    is_part: bool

    @property
    def resting_on_one(self) -> tuple[Area, ...]:
        """Areas that one person alone has taught: who could explain them leaves with that person."""
        return tuple(area for area in self.areas if area.people == 1)


def areas(*, actor: Actor, project: Project | None = None) -> Areas:
    """The areas of the newest memories that are about files. Two queries."""
    actor.authorize("search")
    about_files = memories_of(actor, project).current().exclude(files=[]).order_by("-created_at")
    newest, values = about_files.values("pk", "files")[: NEWEST + 1].query.sql_with_params()
    only = project.pk if project else None
    with connection.cursor() as cursor:
        cursor.execute(_AREAS.format(newest=newest), [*values, only, only])
        rows = cursor.fetchall()
    here = {row.user_id: str(row.user) for row in _members(actor)}
    found = tuple(_area(*row[:4], here=here, told=sees_people(actor)) for row in rows)
    return Areas(found, is_part=any(row[4] > NEWEST for row in rows))


def _members(actor: Actor) -> QuerySet[Membership]:
    return Membership.objects.filter(team=actor.team).select_related("user")


def _area(
    project: str | None, name: str, memories: int, people: list[int], *, here: Mapping[int, str], told: bool
) -> Area:
    names = sorted(here[pk] for pk in people if pk in here)
    return Area(project or "", name, memories, len(names), tuple(names) if told else ())
