"""Resolve a contradiction with one of four verdicts: supersede, merge, both valid, dismiss."""

from dataclasses import dataclass

from django.db.models import Q
from django.utils import timezone

from memory import audit
from memory.access import Actor
from memory.errors import Conflict, Refused
from memory.knowledge.locks import in_turn
from memory.knowledge.merging import merge_into, told_or_composed, would_hide
from memory.knowledge.remember import Draft
from memory.knowledge.retiring import retire, succeed
from memory.knowledge.succession import as_fact, take_over
from memory.models import Contradiction, Memory
from memory.recall.contradictions import find_contradiction

_Verdict = Contradiction.Verdict
_PRIVATE = Memory.Visibility.PRIVATE


@dataclass(frozen=True)
class Resolved:
    """The resolved contradiction, and the memory that the verdict made or kept (None if both stay)."""

    contradiction: Contradiction
    memory: Memory | None


def resolve(ref: str, verdict: str, *, actor: Actor, keep: str | None = None, content: str | None = None) -> Resolved:
    """Resolve an open pair. `keep` (supersede) is the id of the side that stays, by default the newer one;
    `content` (merge) is what both become, by default both statements with their dates.

    Raises Conflict("already_resolved") when somebody was faster, Refused("invalid") for an unknown verdict or a
    `keep` that is no side, Refused("rejected") for a content that holds no fact.
    """
    actor.authorize("merge")
    if verdict not in _Verdict.values:
        raise Refused("invalid", f"'{verdict[:40]}' is not a verdict. Use one of {', '.join(_Verdict.values)}.")
    # The embedder may think for a minute: nobody of the team waits for that.
    merged = _merged(ref, content, actor=actor) if verdict == _Verdict.MERGE else None
    with in_turn(actor):
        pair = find_contradiction(ref, actor=actor)
        _close(pair, _Verdict(verdict), actor=actor)
        stands = _stands(pair, _Verdict(verdict), keep, merged, actor=actor)
        kept = str(stands.uuid) if stands else ""
        audit.record("resolve", f"contradiction:{pair.pk}", actor=actor, verdict=verdict, memory=kept)
        return Resolved(find_contradiction(ref, actor=actor), stands)


def _stands(
    pair: Contradiction, verdict: Contradiction.Verdict, keep: str | None, merged: Draft | None, *, actor: Actor
) -> Memory | None:
    if verdict == _Verdict.SUPERSEDE:
        return _supersede(pair, keep, actor=actor)
    if merged:
        return merge_into(merged, [pair.older, pair.newer], actor=actor)
    return None


def _merged(ref: str, content: str | None, *, actor: Actor) -> Draft:
    pair = find_contradiction(ref, actor=actor)
    return told_or_composed(content, [pair.older, pair.newer], actor=actor)


def _close(pair: Contradiction, verdict: Contradiction.Verdict, *, actor: Actor) -> None:
    """Close the contradiction if it is still open. If two people resolve it at once, the second gets a conflict."""
    closed = Contradiction.objects.filter(pk=pair.pk, status=Contradiction.Status.OPEN).update(
        status=Contradiction.Status.RESOLVED, verdict=verdict, resolved_at=timezone.now(), resolved_by=actor.user
    )
    if not closed:
        pair.refresh_from_db(fields=["status", "verdict", "resolved_at", "resolved_by"])
        who = (
            f"{pair.resolved_by} resolved it first"
            if pair.resolved_by
            else "One of the two memories is no longer active"
        )
        raise Conflict(
            "already_resolved",
            f"{who}. The contradiction is resolved as '{pair.get_verdict_display()}'.",
            by=pair.resolved_by.username if pair.resolved_by else None,
            at=pair.resolved_at.isoformat() if pair.resolved_at else None,
        )


def _supersede(pair: Contradiction, keep: str | None, *, actor: Actor) -> Memory:
    """The kept side stands. A newer one replaces the older; an older one is said again, for chains only lead from
    older to newer ids, and its repetition replaces both."""
    kept, other = _sides(pair, keep)
    if kept.visibility == _PRIVATE and other.visibility != _PRIVATE:
        raise would_hide()
    if kept.pk < other.pk:
        return _say_again(pair, kept, actor=actor)
    retire(other, actor=actor)
    succeed(other, kept, actor=actor)
    return kept


def _sides(pair: Contradiction, keep: str | None) -> tuple[Memory, Memory]:
    """(kept, other)"""
    wanted = (keep or str(pair.newer.uuid)).strip().lower()
    fitting = [side for side in (pair.older, pair.newer) if len(wanted) >= 8 and str(side.uuid).startswith(wanted)]
    if len(fitting) != 1:
        raise Refused("invalid", f"'keep' is {pair.older.uuid} or {pair.newer.uuid}: the side that stays.")
    return fitting[0], pair.newer if fitting[0] == pair.older else pair.older


def _say_again(pair: Contradiction, kept: Memory, *, actor: Actor) -> Memory:
    """Save the older statement again; it supersedes both and keeps earlier verdicts."""
    settled = _judged_before(kept)
    memory = take_over([pair.older, pair.newer], as_fact(kept), heir_of=[kept], actor=actor)
    for other, judged in settled:
        _judge_alike(memory, other, judged)
    return memory


def _judged_before(kept: Memory) -> list[tuple[int, Contradiction]]:
    """What people found no contradiction of `kept`: saying it again must not ask them again."""
    verdicts = [_Verdict.BOTH_VALID, _Verdict.DISMISS]
    judged = Contradiction.objects.filter(verdict__in=verdicts).exclude(resolved_by=None)
    return [(row.newer_id, row) for row in judged.filter(older=kept)] + [
        (row.older_id, row) for row in judged.filter(newer=kept)
    ]


def _judge_alike(memory: Memory, other_id: int, judged: Contradiction) -> None:
    either = Q(older_id=other_id, newer=memory) | Q(older=memory, newer_id=other_id)
    Contradiction.objects.filter(either, status=Contradiction.Status.OPEN).update(
        status=judged.status, verdict=judged.verdict, resolved_at=judged.resolved_at, resolved_by=judged.resolved_by
    )
