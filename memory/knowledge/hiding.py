"""What a block hides and shows again, in SQL over all that its source led to; for the scope of maintenance."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import connection
from django.db.models import Exists, OuterRef, Q

from memory.models import AuditEvent, Block, Memory, Supersession

_Status = Memory.Status
# An evidence `e` of memory `m` comes from the source of block `b`. What an agent tells over its owner's own token
# has no session, and is known by the memory's agent.
_COMES_FROM = """
    b.token_id = coalesce(e.token_id, s.token_id) OR b.session_id = e.session_id OR b.person_id = e.author_id
    OR b.agent_id = s.agent_id OR b.agent_id = t.agent_id
    OR (b.agent_id = m.agent_id AND e.session_id IS NULL AND t.agent_id IS NULL AND e.author_id = a.owner_id)
"""
_EVIDENCE = """
    memory_evidence e JOIN memory_memory m ON m.id = e.memory_id
    LEFT JOIN memory_codingsession s ON s.id = e.session_id LEFT JOIN memory_accesstoken t ON t.id = e.token_id
    LEFT JOIN memory_agent a ON a.id = m.agent_id
"""
# What has no evidence (an import) comes from who is named in its own row.
_BARE = """
    NOT EXISTS (SELECT FROM memory_evidence e WHERE e.memory_id = m.id)
    AND (b.person_id = m.author_id OR b.agent_id = m.agent_id)
"""
# Memories that one block touches, with the least standing block if all that they rest on is blocked.
_TOUCHED = f"""
WITH touched AS (
    SELECT e.memory_id AS id FROM {_EVIDENCE} JOIN memory_block b ON b.id = %(block)s
    WHERE e.team_id = %(team)s AND ({_COMES_FROM})
    UNION SELECT m.id FROM memory_memory m JOIN memory_block b ON b.id = %(block)s
    WHERE m.team_id = %(team)s AND {_BARE}
), standing AS MATERIALIZED (
    SELECT * FROM memory_block WHERE team_id = %(team)s AND lifted_at IS NULL
), rests_on AS (
    SELECT e.memory_id AS id, (SELECT min(b.id) FROM standing b WHERE {_COMES_FROM}) AS block
    FROM {_EVIDENCE} WHERE e.memory_id IN (SELECT id FROM touched)
    UNION ALL
    SELECT m.id, (SELECT min(b.id) FROM standing b WHERE {_BARE})
    FROM memory_memory m WHERE m.id IN (SELECT id FROM touched)
    AND NOT EXISTS (SELECT FROM memory_evidence e WHERE e.memory_id = m.id)
)
SELECT id, CASE WHEN bool_and(block IS NOT NULL) THEN min(block) END FROM rests_on GROUP BY id ORDER BY id
"""  # noqa: S608 - texts of our own
_OF_SOURCE = """
    b.token_id = s.token_id OR b.agent_id = s.agent_id OR b.session_id = s.id OR b.person_id = s.author_id
    OR EXISTS (SELECT FROM memory_observation o WHERE o.session_id = s.id AND o.token_id = b.token_id)
"""
_HIDE_SESSIONS = f"""
UPDATE memory_codingsession s SET blocked_by_id = b.id FROM memory_block b
WHERE b.id = %(block)s AND s.team_id = %(team)s AND s.blocked_by_id IS NULL AND ({_OF_SOURCE})
"""  # noqa: S608 - of our own names
_SHOW_SESSIONS = f"""
UPDATE memory_codingsession s SET blocked_by_id = (
    SELECT min(b.id) FROM memory_block b WHERE b.team_id = %(team)s AND b.lifted_at IS NULL AND ({_OF_SOURCE}))
WHERE s.team_id = %(team)s AND s.blocked_by_id = %(block)s
"""  # noqa: S608 - of our own names


@dataclass(frozen=True)
class Moved:
    """How many memories and sessions; `undo` is what the audit keeps to bring them back: keys by status."""

    memories: int
    sessions: int
    undo: dict[str, object] = field(default_factory=dict)


def hide(block: Block) -> Moved:
    """Quarantine what rests on blocked sources alone, hide the source's sessions, bring back what those replaced."""
    wholly = [pk for pk, covered in _touched(block) if covered]
    fresh = Memory.objects.filter(pk__in=wholly, blocked_by=None)
    was = _kept_apart(fresh.exclude(status_before="").values_list("pk", "status", "status_before"))
    live = list(fresh.filter(status__in=Memory.LIVE).values_list("pk", "status"))
    for status in Memory.LIVE:
        keys = [pk for pk, standing in live if standing == status]
        Memory.objects.filter(pk__in=keys).update(status=_Status.QUARANTINED, status_before=status, blocked_by=block)
    hidden = len(live) + fresh.update(blocked_by=block)
    revived = _revive(wholly)
    return Moved(hidden, _run(_HIDE_SESSIONS, block), {"was": was, "revived": revived})


def show(block: Block) -> Moved:
    """Give the statuses back where no other standing block covers the memory; whoever changed one since, has it."""
    touched = dict(_touched(block))
    held = Memory.objects.exclude(blocked_by=None).filter(Q(pk__in=touched) | Q(blocked_by=block))
    rows = list(held.values_list("pk", "status", "status_before"))
    earlier, values = _earlier(block.team_id), dict[tuple[tuple[str, object], ...], list[int]]()
    for pk, status, before in rows:
        other = touched.get(pk)
        own = {"blocked_by_id": other} if other else _as_it_was(pk, status, before, earlier)
        values.setdefault(tuple(own.items()), []).append(pk)
    for columns, keys in values.items():
        Memory.objects.filter(pk__in=keys).update(**dict(columns))
    _retire_again(block)
    return Moved(sum(not touched.get(pk) for pk, _, _ in rows), _run(_SHOW_SESSIONS, block))


def _touched(block: Block) -> list[tuple[int, int | None]]:
    """Memories that rest on the block's source, each with a standing block if it rests on nothing else."""
    with connection.cursor() as cursor:
        cursor.execute(_TOUCHED, {"block": block.pk, "team": block.team_id})
        return cursor.fetchall()


def _run(statement: str, block: Block) -> int:
    with connection.cursor() as cursor:
        cursor.execute(statement, {"block": block.pk, "team": block.team_id})
        return cursor.rowcount


def _kept_apart(rows: Any) -> dict[str, list[int]]:
    """Keys by "status|status before", of the few memories whose earlier status would be lost."""
    groups: dict[str, list[int]] = defaultdict(list)
    for pk, status, before in rows:
        groups[f"{status}|{before}"].append(pk)
    return dict(groups)


def _earlier(team_id: int) -> dict[int, tuple[str, str]]:
    """(status, status before) by key, as the blocks of the team found them; the latest counts."""
    found: dict[int, tuple[str, str]] = {}
    for detail in _details(team_id):
        for name, keys in detail.get("was", {}).items():
            status, _, before = name.partition("|")
            found.update(dict.fromkeys(keys, (status, before)))
    return found


def _details(team_id: int) -> list[dict[str, Any]]:
    """What the audit keeps of the team's blocks, in order of time."""
    deeds = AuditEvent.objects.filter(team=team_id, verb="block", subject__startswith="block:")
    return list(deeds.order_by("pk").values_list("detail", flat=True))


def _as_it_was(pk: int, status: str, before: str, earlier: dict[int, tuple[str, str]]) -> dict[str, object]:
    """The columns to set; no status where the block changed none, or somebody has changed it since."""
    shown: dict[str, object] = {"blocked_by_id": None}
    if status == _Status.QUARANTINED and pk in earlier:
        shown["status"], shown["status_before"] = earlier[pk]
    elif status == _Status.QUARANTINED and before in Memory.LIVE:
        shown |= {"status": before, "status_before": ""}
    return shown


def _revive(blocked: Sequence[int]) -> list[int]:
    """What only blocked memories replaced is known again: whose correction is not believed has corrected nothing."""
    standing = Supersession.objects.filter(older=OuterRef("pk")).exclude(newer__blocked_by__isnull=False)
    replaced = Memory.objects.filter(
        ~Exists(standing), status=_Status.SUPERSEDED, blocked_by=None, purged_at=None, replacements__newer__in=blocked
    )
    found = list(replaced.values_list("pk", "status_before").distinct())
    for pk, before in found:
        status = before if before in Memory.LIVE else _Status.ACTIVE
        Memory.objects.filter(pk=pk).update(status=status, status_before=_Status.SUPERSEDED)
    return sorted(pk for pk, _ in found)


def _retire_again(block: Block) -> None:
    """What was known again while its successor was blocked is superseded again, as long as the successor stands."""
    keys = {pk for detail in _details(block.team_id) for pk in detail.get("revived", [])}
    believed = Supersession.objects.filter(older=OuterRef("pk"), newer__blocked_by=None)
    again = Memory.objects.filter(
        Exists(believed), pk__in=keys, status__in=Memory.LIVE, status_before=_Status.SUPERSEDED
    )
    for pk, status in list(again.values_list("pk", "status")):
        Memory.objects.filter(pk=pk).update(status=_Status.SUPERSEDED, status_before=status)
