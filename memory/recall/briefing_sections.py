"""Load the memories of a project for a briefing: five short lists in one statement, and counts."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from memory import access
from memory.access import Actor
from memory.models import Project

_LATELY = timedelta(days=30)
_LISTED = """
SELECT shelf, id, uuid, type, occurred_at, content
FROM cairn_briefing(%(user)s, %(project)s, %(near)s::bigint[], %(last)s::timestamptz, %(lately)s) AS f
ORDER BY shelf, EXISTS (
    SELECT FROM memory_contradiction c JOIN memory_memory newer ON newer.id = c.newer_id
    WHERE c.older_id = f.id AND c.status = 'open' AND newer.status IN ('active', 'disputed')
      AND NOT newer.unsigned), place
"""
_COUNTS = """
SELECT count(*) FILTER (WHERE m.status <> 'draft'), count(*) FILTER (WHERE m.status = 'draft'),
       count(*) FILTER (WHERE m.status = 'draft' AND m.visibility = 'private')
FROM memory_memory m
WHERE m.team_id = %(team)s AND m.purged_at IS NULL AND m.status IN ('active', 'disputed', 'draft')
  AND (m.visibility <> 'private' OR m.author_id = %(user)s)
  AND (%(project)s::bigint IS NULL
       OR EXISTS (SELECT FROM memory_memoryproject l WHERE l.memory_id = m.id AND l.project_id = %(project)s)
       OR NOT EXISTS (SELECT FROM memory_memoryproject l WHERE l.memory_id = m.id))
"""


class Known(NamedTuple):
    """The columns of a memory that a briefing shows."""

    pk: int
    uuid: UUID
    type: str
    occurred_at: datetime
    content: str


class Sections(NamedTuple):
    """Patterns, versions and what is pinned; what is near; what is new to the reader; what happened; the most used."""

    rules: Sequence[Known]
    near: Sequence[Known]
    new: Sequence[Known]
    lately: Sequence[Known]
    earlier: Sequence[Known]


def briefing_sections(project: Project | None, *, near: Sequence[int], last: datetime | None, actor: Actor) -> Sections:
    """What is known of the project (None: of all), each list with the most important first.

    What a later statement contradicts comes last.
    `near` are keys of memories about the work at hand, the nearest first; `last` is when the reader was last here.
    """
    asked = {**_whose(project, actor), "near": list(near), "last": last, "lately": _LATELY}
    found: list[list[Known]] = [[] for _ in Sections._fields]
    for shelf, *columns in access.rows(_LISTED, asked, actor=actor):
        found[shelf].append(Known(*columns))
    return Sections(*found)


def count_known(project: Project | None, *, actor: Actor) -> tuple[int, int, int]:
    """Count the project's current memories, its drafts, and the reader's own drafts."""
    current, drafts, own = access.rows(_COUNTS, _whose(project, actor), actor=actor)[0]
    return current, drafts, own


def _whose(project: Project | None, actor: Actor) -> dict[str, Any]:
    return {"team": actor.team.pk, "user": actor.user.pk, "project": project.pk if project else None}
