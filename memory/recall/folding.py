"""Folds answers that say the same into one hit: the same words, or the same meaning with nothing that differs."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from memory import access
from memory.access import Actor
from memory.rules import contradiction
from memory.rules.ranking import Score

# Twins are found by a question alike; pairs further apart are not even looked at.
_ALIKE = 0.05
# Whoever reads further than this reads twins, too.
_LOOKED_AT = 20
_TWINS = "SELECT * FROM cairn_twins(%(better)s, %(worse)s)"


@dataclass(frozen=True)
class Folded:
    """The best of several answers that say the same, and the ids of the others, best first."""

    score: Score
    also: tuple[str, ...] = ()


def fold(scores: Sequence[Score], *, actor: Actor) -> list[Folded]:
    """The answers in their order, each twin with the best one of its kind; one statement, and none without pairs."""
    pairs = [(a.memory_id, b.memory_id) for a, b in combinations(scores[:_LOOKED_AT], 2) if _alike(a, b)]
    twins = _twins(pairs, actor=actor) if pairs else {}
    also: dict[int, list[str]] = {}
    gone: set[int] = set()
    for better, worse in pairs:
        if (better, worse) in twins and not {better, worse} & gone:
            gone.add(worse)
            also.setdefault(better, []).append(twins[better, worse])
    return [Folded(entry, tuple(also.get(entry.memory_id, ()))) for entry in scores if entry.memory_id not in gone]


def _alike(a: Score, b: Score) -> bool:
    """By words, and by meaning where both have a vector."""
    apart = abs(a.semantic - b.semantic) if a.semantic and b.semantic else 0.0
    return abs(a.lexical - b.lexical) < _ALIKE and apart < _ALIKE


def _twins(pairs: Sequence[tuple[int, int]], *, actor: Actor) -> dict[tuple[int, int], str]:
    """For each pair that says the same, the id of the worse one."""
    better, worse = zip(*pairs, strict=True)
    found = access.rows(_TWINS, {"better": list(better), "worse": list(worse)}, actor=actor)
    return {(a, b): str(ref) for a, b, ref, one, other in found if one == other or contradiction.same_fact(one, other)}
