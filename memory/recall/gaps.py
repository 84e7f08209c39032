"""What the team asks and the memory does not know: unanswered questions of 90 days, those that ask alike as one."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection

from memory.access import Actor
from memory.errors import Refused
from memory.models import Project, User

# What is shorter is a word that somebody began to type.
_SHORTEST = 4
_PLACE = re.compile(r"([01])-(\d{1,18})")
# A gap is closed by an answer and by whoever dismisses it; for what was not put to the team also by a search that
# found something later. What was dismissed stays so, unless somebody then puts it to the team.
_GAPS = """
WITH unanswered AS MATERIALIZED (
    SELECT id, gist, at, asked_team, user_id, project_id, question FROM memory_recall
    WHERE team_id = %(team)s AND shown = '{}' AND answered_by_id IS NULL AND dismissed_at IS NULL
      AND at > now() - interval '90 days' AND (asked_team OR length(question) >= %(shortest)s)
), gap AS (
    SELECT gist, count(*) AS count, max(id) AS last, max(at) AS last_asked, bool_or(asked_team) AS wanted,
           array_agg(DISTINCT project_id) FILTER (WHERE project_id IS NOT NULL) AS projects,
           array_agg(DISTINCT user_id) FILTER (WHERE asked_team AND user_id IS NOT NULL) AS wanted_by
    FROM unanswered GROUP BY gist
), settled AS (
    SELECT gist, max(at) AS at, bool_or(dismissed_at IS NOT NULL) AS dismissed FROM memory_recall
    WHERE team_id = %(team)s AND at > now() - interval '90 days'
      AND (shown <> '{}' OR answered_by_id IS NOT NULL OR dismissed_at IS NOT NULL)
      AND gist IN (SELECT gist FROM gap WHERE NOT wanted)
    GROUP BY gist
)
"""
_PAGE = f"""
{_GAPS}
SELECT gap.gist, (SELECT question FROM unanswered u WHERE u.id = gap.last), count, last, last_asked, wanted,
       projects, wanted_by
FROM gap LEFT JOIN settled ON settled.gist = gap.gist
WHERE (wanted OR settled.gist IS NULL OR (NOT dismissed AND last_asked > settled.at))
  AND (%(after)s::bigint IS NULL OR (wanted, last) < (%(after_wanted)s, %(after)s))
ORDER BY wanted DESC, last DESC LIMIT %(limit)s
"""  # noqa: S608 - our own expression
_COUNT = f"""
{_GAPS}
SELECT count(*) FROM gap LEFT JOIN settled ON settled.gist = gap.gist
WHERE wanted OR settled.gist IS NULL OR (NOT dismissed AND last_asked > settled.at)
"""  # noqa: S608 - our own expression


@dataclass(frozen=True)
class Gap:
    """Questions that ask the same and found nothing.

    `gist` names it for the verbs (memory/knowledge/gaps.py); `question` is how it was asked last; `count` how often
    in 90 days; `wanted_by` who wants an answer of the team, and nobody else; `projects` where it was asked; `place`
    where a list goes on after it.
    """

    gist: str
    question: str
    count: int
    last_asked: datetime
    wanted_by: tuple[User, ...]
    projects: tuple[Project, ...]
    place: str


def gaps(*, actor: Actor, limit: int = 20, before: str = "") -> list[Gap]:
    """Up to `limit` gaps of the team, those put to it first, then the latest; `before` is the `place` of the last one.

    Raises Refused for a place that is none.
    """
    actor.authorize("search")
    rows = _asked(_PAGE, actor=actor, limit=limit, **_after(before))
    people = User.objects.in_bulk(_together(row[7] for row in rows))
    projects = Project.objects.filter(team=actor.team).in_bulk(_together(row[6] for row in rows))
    return [
        Gap(
            gist,
            question,
            count,
            last_asked,
            tuple(people[pk] for pk in wanted_by or () if pk in people),
            tuple(projects[pk] for pk in within or () if pk in projects),
            f"{wanted:d}-{last}",
        )
        for gist, question, count, last, last_asked, wanted, within, wanted_by in rows
    ]


def gap_count(*, actor: Actor) -> int:
    """How many gaps the team has."""
    actor.authorize("search")
    return int(_asked(_COUNT, actor=actor)[0][0])


def _asked(statement: str, *, actor: Actor, **parameters: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, {"team": actor.team.pk, "shortest": _SHORTEST, **parameters})
        return list(cursor.fetchall())


def _after(place: str) -> dict[str, Any]:
    if not place:
        return {"after": None, "after_wanted": None}
    found = _PLACE.fullmatch(place)
    if not found:
        raise Refused("invalid", "This page of the gaps list does not exist.")
    return {"after": int(found[2]), "after_wanted": found[1] == "1"}


def _together(lists: Iterable[Sequence[int] | None]) -> list[int]:
    return sorted({pk for each in lists for pk in each or ()})
