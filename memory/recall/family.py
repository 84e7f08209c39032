"""The lineage of a memory as a whole: all that it came from, led to, and was merged or split with."""

from dataclasses import dataclass

from django.db import connection

from memory.access import Actor
from memory.models import Memory

MOST = 60
# Both ways along the links, breadth first; UNION drops what was reached before, and the limit ends a long walk.
_LINKS = """
WITH RECURSIVE kin (id) AS (
    SELECT %(memory)s::bigint
    UNION
    SELECT next.id FROM kin, LATERAL (
        SELECT newer_id AS id FROM memory_supersession WHERE older_id = kin.id AND team_id = %(team)s
        UNION ALL
        SELECT older_id FROM memory_supersession WHERE newer_id = kin.id AND team_id = %(team)s
    ) AS next
), near AS MATERIALIZED (
    SELECT id FROM kin LIMIT %(most)s
)
SELECT older_id, newer_id FROM memory_supersession
WHERE older_id IN (SELECT id FROM near) AND newer_id IN (SELECT id FROM near) ORDER BY older_id, newer_id
"""


@dataclass(frozen=True)
class Family:
    """A lineage: the memories from the oldest to the newest, and links (older, newer) by key.

    `older` and `newer` are the generations before and after the memory that was asked for, nearest first; `beside`
    are those that share a successor or a predecessor with it. A purged generation is a tombstone.
    """

    memory: Memory
    members: tuple[Memory, ...]
    links: tuple[tuple[int, int], ...]

    @property
    def older(self) -> tuple[Memory, ...]:
        """What the memory replaced, nearest first."""
        known = self._reached(0, 1)
        return tuple(member for member in reversed(self.members) if member.pk in known)

    @property
    def newer(self) -> tuple[Memory, ...]:
        """What replaced the memory, nearest first."""
        known = self._reached(1, 0)
        return tuple(member for member in self.members if member.pk in known)

    @property
    def beside(self) -> tuple[Memory, ...]:
        """The rest of the family, newest first."""
        known = self._reached(0, 1) | self._reached(1, 0) | {self.memory.pk}
        return tuple(member for member in reversed(self.members) if member.pk not in known)

    def _reached(self, to: int, near: int) -> set[int]:
        reached: set[int] = set()
        edge = {self.memory.pk}
        while edge:
            edge = {link[to] for link in self.links if link[near] in edge} - reached
            reached |= edge
        return reached


def family_of(memory: Memory, *, actor: Actor) -> Family:
    """The lineage around a memory, as far as the actor may see, the nearest 60 of it; three queries."""
    actor.authorize("search")
    with connection.cursor() as cursor:
        cursor.execute(_LINKS, {"memory": memory.pk, "team": actor.team.pk, "most": MOST})
        links = [(older, newer) for older, newer in cursor.fetchall()]
    if not links:
        return Family(memory, (memory,), ())
    members = _members({pk for link in links for pk in link}, actor=actor)
    known = {member.pk for member in members}
    return Family(memory, members, tuple(link for link in links if known.issuperset(link)))


def _members(pks: set[int], *, actor: Actor) -> tuple[Memory, ...]:
    tombstones = Memory.objects.filter(team=actor.team, purged_at__isnull=False)
    shown = Memory.objects.visible_to(actor) | tombstones.exclude(visibility=Memory.Visibility.PRIVATE)
    return tuple(shown.filter(pk__in=pks).order_by("pk"))
