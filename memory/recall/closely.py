"""Reads what answers a question token by token, and orders it by how near it comes to each of them."""

from collections.abc import Sequence
from dataclasses import replace

from memory import access
from memory.access import Actor
from memory.recall.arms import Found
from memory.rules import late_interaction, ranking
from memory.rules.ranking import Fusion, Score, Span

DEPTH = 100
# What an unrelated memory of the usual length reaches, and how that grows with its tokens.
_FLOOR, _GROWTH, _USUAL = 0.25, 0.05, 30.0
_SIGNS = "SELECT memory_id, signs FROM cairn_memory_signs(%(keys)s, %(model)s)"


def read_closely(
    ranked: Sequence[Score], cutoff: float, found: Found, fusion: Fusion, *, span: Span | None, actor: Actor
) -> list[Score]:
    """The ranking with its best hundred of a relevance of `cutoff` in front, ordered with their tokens.

    Their relevance stays: tokens order answers, they do not make some. What was not read yet counts as the mean of what
    was.
    """
    close = [entry.memory_id for entry in ranked if entry.relevance >= cutoff][:DEPTH]
    nearness = _nearness(close, found, actor=actor) if len(close) > 1 else {}
    if not nearness:
        return list(ranked)
    usual = sum(nearness.values()) / len(nearness)
    known = {key: nearness.get(key, usual) for key in close}
    read = [replace(each, tokens=known[each.memory_id]) for each in found.candidates if each.memory_id in known]
    behind = (entry for entry in ranked if entry.memory_id not in known)
    return [*ranking.rank(read, fusion, span=span), *behind]


def _nearness(keys: Sequence[int], found: Found, *, actor: Actor) -> dict[int, float]:
    """How near each of these comes to the question's tokens, 0 to 1; of those that were read."""
    if found.tokens is None or not found.tokens.words:
        return {}
    signs = dict(access.rows(_SIGNS, {"keys": list(keys), "model": found.model}, actor=actor))
    read = [key for key in keys if signs.get(key)]
    if not read:
        return {}
    met = late_interaction.interaction(found.tokens, [1.0] * len(found.tokens.words), [signs[key] for key in read])
    shares = met.stretched(_FLOOR, _GROWTH, _USUAL) @ met.weights
    return dict(zip(read, shares.tolist(), strict=True))
