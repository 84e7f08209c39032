"""Where things stand in the review queue: each kind by an index of its own, in the order of the queue, in SQL."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import connection
from django.utils import timezone

from memory.errors import Refused
from memory.models import Team, User
from memory.recall.lists import faded_before
from memory.rules.decay import LIFESPANS

KINDS = ("quarantined", "contradiction", "disputed", "draft", "unsigned", "stale", "low_confidence")
# Below this the classifier has guessed.
LOW_CONFIDENCE = 0.5
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

_SINCE = "greatest(m.occurred_at, m.confirmed_at)"
_FADED = " OR ".join(f"(m.type = '{name}' AND {_SINCE} < %({name})s)" for name in LIFESPANS)
# The condition of the stale list (memory/recall/lists.py), for what is not disputed.
_STALE = f"""(
    (NOT m.is_used AND NOT m.pinned AND ({_FADED})) OR coalesce(m.review_by < current_date, false)
    OR m.file_changes >= (SELECT stale_after_changes FROM memory_team WHERE id = %(team)s))
"""  # noqa: S608 - texts of our own
_GUESSED = f"m.confidence < {LOW_CONFIDENCE} AND m.confirmed_at IS NULL"
# What a draft contradicts waits until somebody has approved the draft: no session is told it.
_BOTH_KNOWN = " AND ".join(
    f"EXISTS (SELECT FROM memory_memory s WHERE s.id = m.{side}_id AND s.status IN ('active', 'disputed'))"
    for side in ("older", "newer")
)
# Kind: (table, condition, since).
_OF_KIND = {
    "quarantined": ("memory", "m.status = 'quarantined'", "m.created_at"),
    "contradiction": ("contradiction", f"m.status = 'open' AND {_BOTH_KNOWN}", "m.opened_at"),
    "disputed": ("memory", "m.status = 'disputed'", "coalesce(m.status_changed_at, m.created_at)"),
    "draft": ("memory", "m.status = 'draft'", "m.created_at"),
    "unsigned": ("memory", "m.status = 'active' AND m.unsigned", "m.created_at"),
    "stale": ("memory", f"m.status = 'active' AND {_STALE} AND NOT m.unsigned", _SINCE),
    "low_confidence": (
        "memory",
        f"m.status = 'active' AND {_GUESSED} AND NOT ({_STALE} OR m.unsigned)",
        "m.created_at",
    ),
}
_KIND = f"""CASE WHEN m.status <> 'active' THEN m.status WHEN m.unsigned THEN 'unsigned' WHEN {_STALE} THEN 'stale'
                WHEN {_GUESSED} THEN 'low_confidence' END"""
# Of memories one pass, over the index memory_due alone; then the contradictions, and what is somebody's turn.
_COUNT = f"""
SELECT {_KIND} AS kind, count(*) FROM memory_memory m
WHERE m.team_id = %(team)s AND m.status IN ('active', 'disputed', 'draft', 'quarantined') GROUP BY 1
UNION ALL
SELECT 'contradiction', count(*) FROM memory_contradiction m
WHERE m.team_id = %(team)s AND {_OF_KIND["contradiction"][1]}
UNION ALL
SELECT 'mine', count(*) FROM memory_assignment a JOIN memory_memory m ON m.id = a.memory_id
WHERE a.team_id = %(team)s AND a.assignee_id = %(user)s
AND m.status IN ('active', 'disputed', 'draft', 'quarantined') AND {_KIND} IS NOT NULL
UNION ALL
SELECT 'mine', count(*) FROM memory_assignment a JOIN memory_contradiction m ON m.id = a.contradiction_id
WHERE a.team_id = %(team)s AND a.assignee_id = %(user)s AND {_OF_KIND["contradiction"][1]}
"""  # noqa: S608 - texts of our own


@dataclass(frozen=True)
class Place:
    """An entry of the queue by keys: its kind, since when, the memory or the contradiction, and whose turn it is."""

    kind: str
    since: datetime
    memory: int | None
    contradiction: int | None
    assignee: int | None


@dataclass(frozen=True)
class After:
    """The last entry of the page before: its rank among the kinds, since when, and its key."""

    rank: int
    since: datetime
    key: int


def cursor(place: Place) -> str:
    """Where a page ended: exact even where two entries came at once."""
    micros = (place.since - _EPOCH) // timedelta(microseconds=1)
    return f"{KINDS.index(place.kind)}.{micros}.{place.memory or place.contradiction}"


def read_cursor(text: str) -> After | None:
    """What `cursor` wrote; None for none. Raises Refused for what it did not write."""
    if not text:
        return None
    parts = re.fullmatch(r"([0-6])\.(-?\d{1,17})\.(\d{1,18})", text, re.ASCII)
    if not parts:
        raise Refused("invalid", "'cursor' must be the 'next' value of the previous page.")
    return After(int(parts[1]), _EPOCH + timedelta(microseconds=int(parts[2])), int(parts[3]))


def places(team: Team, *, kinds: Sequence[str], assignee: str | None, limit: int, after: After | None) -> list[Place]:
    """The next entries of these kinds, in one query, as far as the scope shows them.

    `assignee` is a username, or "none" for what is nobody's; None narrows nothing.
    """
    wanted = [kind for kind in KINDS if kind in kinds and (after is None or KINDS.index(kind) >= after.rank)]
    if not wanted:
        return []
    parameters: dict[str, Any] = {"limit": limit, "assignee": assignee, **_common(team)}
    if after:
        parameters |= {"since": after.since, "key": after.key}
    arms = [_arm(kind, assignee, after if after and KINDS.index(kind) == after.rank else None) for kind in wanted]
    together = " UNION ALL ".join(f"SELECT * FROM ({arm}) AS arm" for arm in arms)  # noqa: S608 - texts of our own
    with connection.cursor() as db:
        db.execute(f"{together} ORDER BY 1, 2, 6 LIMIT %(limit)s", parameters)
        return [Place(KINDS[rank], since, *keys) for rank, since, *keys, _ in db.fetchall()]


def count(team: Team, user: User) -> tuple[dict[str, int], int]:
    """The numbers of each kind, and how many entries are this person's turn; one query, as far as the scope shows."""
    with connection.cursor() as db:
        db.execute(_COUNT, {"user": user.pk, **_common(team)})
        rows = db.fetchall()
    found = {kind: sum(number for name, number in rows if name == kind) for kind in (*KINDS, "mine")}
    return found, found.pop("mine")


def _common(team: Team) -> dict[str, Any]:
    return {"team": team.pk, **faded_before(timezone.now())}


def _arm(kind: str, assignee: str | None, after: After | None) -> str:
    """The first entries of one kind behind `after`."""
    table, condition, since = _OF_KIND[kind]
    keys = "m.id, NULL::bigint" if table == "memory" else "NULL::bigint, m.id"
    whose = f"(SELECT a.assignee_id FROM memory_assignment a WHERE a.{table}_id = m.id)"  # noqa: S608 - of our own names
    where = ""
    if assignee == "none":
        where += f" AND NOT EXISTS (SELECT FROM memory_assignment a WHERE a.{table}_id = m.id)"
    elif assignee is not None:
        where += f""" AND EXISTS (SELECT FROM memory_assignment a JOIN memory_user u ON u.id = a.assignee_id
                      WHERE a.{table}_id = m.id AND u.username = %(assignee)s)"""
    if after:
        where += f" AND ({since}, m.id) > (%(since)s, %(key)s)"
    return f"""SELECT {KINDS.index(kind)}, {since}, {keys}, {whose}, m.id FROM memory_{table} m
               WHERE m.team_id = %(team)s AND {condition}{where}
               ORDER BY {since}, m.id LIMIT %(limit)s"""  # noqa: S608 - texts of our own
