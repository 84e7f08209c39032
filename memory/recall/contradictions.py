"""List contradictions of a team, a project or a memory, if the reader can see both sides."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from memory import access
from memory.access import Actor
from memory.errors import NotFound
from memory.models import Contradiction, Evidence, Memory, Project

_SIDES = ("older", "newer")
_LOOKED_AT = 100
# Every briefing asks this, so it is one statement that Django need not compose.
_WAITING = """
SELECT c.id, c.older_id, c.newer_id FROM memory_contradiction c
JOIN memory_memory older ON older.id = c.older_id JOIN memory_memory newer ON newer.id = c.newer_id
WHERE c.team_id = %(team)s AND c.status = 'open'
  AND older.status IN ('active', 'disputed') AND newer.status IN ('active', 'disputed')
  AND (%(project)s::bigint IS NULL OR (
      (SELECT coalesce(bool_or(l.project_id = %(project)s), true)
       FROM memory_memoryproject l WHERE l.memory_id = older.id)
      AND (SELECT coalesce(bool_or(l.project_id = %(project)s), true)
           FROM memory_memoryproject l WHERE l.memory_id = newer.id)))
ORDER BY c.id DESC LIMIT %(limit)s
"""


@dataclass(frozen=True)
class Side:
    """One memory of a contradiction, and the words that contradict the other."""

    memory: Memory
    says: str


@dataclass(frozen=True)
class SeenContradiction:
    """A contradiction, seen from one of its two memories."""

    contradiction: Contradiction
    mine: Side
    other: Side


def contradictions_of(memory: Memory, *, actor: Actor) -> list[SeenContradiction]:
    """Return the open contradictions of a memory, highest confidence first."""
    return [_seen_from(memory, pair) for pair in open_of(memory, actor=actor)]


def _seen_from(memory: Memory, pair: Contradiction) -> SeenContradiction:
    older, newer = Side(pair.older, pair.older_says), Side(pair.newer, pair.newer_says)
    mine, other = (older, newer) if pair.older_id == memory.pk else (newer, older)
    return SeenContradiction(pair, mine, other)


def list_contradictions(
    *, actor: Actor, project: Project | None = None, status: str = "", limit: int = 20, before: int | None = None
) -> list[Contradiction]:
    """Pairs, the newest first; `before` is the id of the last one of the page before, a blank status means all."""
    actor.authorize("search")
    found = _pairs(actor)
    if status:
        found = found.filter(status=status)
    if before is not None:
        found = found.filter(pk__lt=before)
    return list(_about(found, project).order_by("-pk")[:limit])


def open_around(branch: str, *, project: Project | None, actor: Actor, limit: int = 3) -> list[Contradiction]:
    """Open pairs of a project, the newest first; before them those of which a side was learned on this branch.

    Of what is known only: a draft is told to no session. Of a long queue the newest are looked at; the briefing that
    asks has no time for more.
    """
    actor.authorize("search")
    asked = {"team": actor.team.pk, "project": project.pk if project else None}
    newest = access.rows(_WAITING, {**asked, "limit": _LOOKED_AT if branch else limit}, actor=actor)
    here = _learned_on(branch, {side for _, *sides in newest for side in sides})
    newest.sort(key=lambda pair: here.isdisjoint(pair[1:]))
    chosen = [pk for pk, *_ in newest[:limit]]
    return sorted(_pairs(actor).filter(pk__in=chosen), key=lambda pair: chosen.index(pair.pk)) if chosen else []


def _learned_on(branch: str, memories: set[int]) -> set[int]:
    """Which of these memories rest on something that was said or seen on the branch."""
    if not branch or not memories:
        return set()
    seen = Evidence.objects.filter(Q(branch=branch) | Q(session__branch=branch), memory__in=memories)
    return set(seen.values_list("memory_id", flat=True))


def find_contradiction(ref: str, *, actor: Actor) -> Contradiction:
    """Return the contradiction with this number. Raises NotFound if it is missing or hidden."""
    actor.authorize("search")
    number = int(ref) if ref.isascii() and ref.isdecimal() and len(ref) < 19 else 0
    found = _pairs(actor).filter(pk=number).first()
    if found is None:
        raise NotFound
    return found


def open_of(memory: Memory, *, actor: Actor) -> list[Contradiction]:
    """Return the open contradictions of a memory, highest confidence first."""
    actor.authorize("search")
    mine = _pairs(actor).filter(Q(older=memory) | Q(newer=memory), status=Contradiction.Status.OPEN)
    return list(mine.order_by("-confidence", "-pk"))


def count_open(memory: Memory) -> int:
    """How many pairs are open about a memory, as far as the scope shows them; a draft contradicts nothing yet."""
    mine = Q(older=memory, newer__status__in=Memory.CURRENT) | Q(newer=memory, older__status__in=Memory.CURRENT)
    return Contradiction.objects.filter(mine, team=memory.team_id, status=Contradiction.Status.OPEN).count()


def _pairs(actor: Actor) -> QuerySet[Contradiction]:
    """Row-level security shows a contradiction only to readers who can see both sides."""
    rows = Contradiction.objects.filter(team=actor.team).select_related(
        "resolved_by", *(f"{side}__{person}" for side in _SIDES for person in ("author", "agent"))
    )
    return rows.prefetch_related(*(f"{side}__projects" for side in _SIDES)).defer(
        *(f"{side}__{column}" for side in _SIDES for column in Memory.DERIVED)
    )


def _about(pairs: QuerySet[Contradiction], project: Project | None) -> QuerySet[Contradiction]:
    """Pairs whose two sides both concern the project."""
    if project is None:
        return pairs
    concerned = Memory.objects.about(project)
    return pairs.filter(*(Exists(concerned.filter(pk=OuterRef(f"{side}_id"))) for side in _SIDES))
