"""Find memories that contradict a memory, and open each contradiction once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from memory import access, audit
from memory.access import Actor
from memory.knowledge.locks import one_writer_a_team
from memory.models import Contradiction, Memory, Project, Team
from memory.recall.nearest import Comparable, comparable_to, comparable_to_text
from memory.rules import contradiction

# Shared words alone bring together what is not about the same thing: then two thirds of them must be shared
# (contradiction.difference: 0.35 + 0.6 · overlap). On 39,060 pairs of unrelated facts this left one of 65 false alarms.
SURE_BY_WORDS = 0.75
_LIVE = (*Memory.CURRENT, Memory.Status.DRAFT)
_LONGEST = 200


@dataclass(frozen=True)
class FoundContradiction:
    """A memory that a text contradicts: kind, what each side says, cosine, and the rules' confidence (0–1)."""

    memory: Memory
    kind: contradiction.Kind
    says: str
    memory_says: str
    similarity: float | None
    confidence: float


def contradicted_by(
    content: str,
    *,
    actor: Actor,
    vector: Sequence[float] | None = None,
    model: str = "",
    projects: Sequence[Project] = (),
    private: bool = False,
) -> list[FoundContradiction]:
    """Return the memories that this text would contradict and the actor can see. Stores nothing."""
    whose = actor.user.pk if private else None
    candidates = comparable_to_text(content, vector, model, projects, private_to=whose)
    return _surest_first(filter(None, (_found(content, other) for other in candidates)))


def look(memory: Memory) -> int:
    """Open what `memory` contradicts, in the team's turn (locks.py); returns how many pairs are new.

    A pair that was opened before stays as it is, also when it has been resolved. Between a private memory and
    what everybody sees a pair opens too, whoever is at work; its rows show it to the author of the private one only.
    """
    if memory.status not in _LIVE:
        return 0
    with access.scope(team=memory.team_id, user=memory.author_id, system=True):
        found = [_found(memory.content, other) for other in comparable_to(memory)]
        return _open(memory, [one for one in found if one])


@transaction.atomic
def look_again(pks: Iterable[int], *, team: Team | int) -> int:
    """Find contradictions of these memories of one team after their vectors were stored. Returns how many opened."""
    team_id = team.pk if isinstance(team, Team) else team
    with access.scope(team=team_id, system=True):
        one_writer_a_team(team_id)
        return sum(look(memory) for memory in Memory.objects.filter(pk__in=list(pks)).order_by("pk"))


def settle(memory: Memory, verdict: Contradiction.Verdict, *, actor: Actor) -> int:
    """Close the open contradictions of a memory that was superseded or forgotten. Returns how many.

    Nobody judged these pairs, so `resolved_by` stays empty and restoring the memory opens them again.
    """
    now = timezone.now()
    with access.scope(team=actor.team, user=actor.user, system=True):
        pks = list(_of(memory).filter(status=Contradiction.Status.OPEN).values_list("pk", flat=True))
        for pk in pks:
            Contradiction.objects.filter(pk=pk).update(**_resolved(verdict, now))
            audit.record("settle", f"contradiction:{pk}", actor=actor, verdict=verdict)
    return len(pks)


def come_back(memory: Memory, *, actor: Actor) -> None:
    """Reopen the contradictions of a memory that was restored or approved, and look for new ones."""
    with access.scope(team=actor.team, user=actor.user, system=True):
        unjudged = _of(memory).filter(verdict=Contradiction.Verdict.DISMISS, resolved_by=None)
        both_live = unjudged.filter(older__status__in=_LIVE, newer__status__in=_LIVE)
        both_live.update(status=Contradiction.Status.OPEN, verdict="", resolved_at=None)
    look(memory)


def _of(memory: Memory) -> QuerySet[Contradiction]:
    return Contradiction.objects.filter(Q(older=memory) | Q(newer=memory), team=memory.team_id)


def _resolved(verdict: Contradiction.Verdict, now: datetime) -> dict[str, object]:
    return {"status": Contradiction.Status.RESOLVED, "verdict": verdict, "resolved_at": now}


def _found(content: str, other: Comparable) -> FoundContradiction | None:
    """Compare a text with one memory. A match by words alone needs more confidence than one by meaning."""
    found = contradiction.difference(content, other.memory.content)
    if found is None or not found.contradicts:
        return None
    if not other.is_near and found.confidence < SURE_BY_WORDS:
        return None
    return FoundContradiction(other.memory, found.kind, found.left, found.right, other.similarity, found.confidence)


def _surest_first(found: Iterable[FoundContradiction]) -> list[FoundContradiction]:
    return sorted(found, key=lambda one: (-one.confidence, one.memory.pk))


def _open(memory: Memory, found: Sequence[FoundContradiction]) -> int:
    """Store one row per contradiction. If two workers try at once, a constraint lets only one through."""
    if not found:
        return 0
    known = {pk for pair in _of(memory).values_list("older_id", "newer_id") for pk in pair}
    pairs = [_row(memory, one) for one in found if one.memory.pk not in known]
    return len(Contradiction.objects.bulk_create(pairs, ignore_conflicts=True))


def told_at(memory: Memory) -> tuple[datetime, int]:
    """Return the sort key of a statement: when it occurred, then which was stored first."""
    return memory.occurred_at, memory.pk


def _row(memory: Memory, one: FoundContradiction) -> Contradiction:
    """Build the row. The memory that occurred first is the older side; on a tie, the one stored first."""
    mine, theirs = (memory, one.says[:_LONGEST]), (one.memory, one.memory_says[:_LONGEST])
    (older, older_says), (newer, newer_says) = sorted((mine, theirs), key=lambda side: told_at(side[0]))
    return Contradiction(
        team_id=memory.team_id,
        older=older,
        newer=newer,
        kind=one.kind,
        older_says=older_says,
        newer_says=newer_says,
        similarity=one.similarity,
        confidence=one.confidence,
    )
