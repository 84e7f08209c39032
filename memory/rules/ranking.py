"""From two arms' raw scores to one order: absolute relevance, then age, level and use (the formulas of recall.md)."""

import math
from dataclasses import dataclass

from memory.rules import decay


@dataclass(frozen=True)
class Fusion:
    """How one embedding model's cosine joins BM25; tuned on the development sets (tests/bench/tune.py).

    `noise_floor` is the cosine that unrelated texts of this model reach; `semantic_weight` is the
    weight of the stretched cosine beside a lexical weight of 1; `cutoff` is the relevance below which
    nothing is returned.
    """

    noise_floor: float
    semantic_weight: float
    cutoff: float


FUSIONS = {
    "all-MiniLM-L6-v2": Fusion(noise_floor=0.15, semantic_weight=0.5, cutoff=0.2),
}
DEFAULT_FUSION = Fusion(noise_floor=0.2, semantic_weight=0.5, cutoff=0.2)
LEVEL_FACTORS = {"shared": 1.2, "long-term": 1.0, "short-term": 0.8}
RELEVANCE_SHARE, FRESHNESS_SHARE = 0.85, 0.15
# The Weibull of a decision is nearly nothing after a month; the floor keeps age from deciding between old facts.
FRESHNESS_FLOOR = 0.1


@dataclass(frozen=True)
class Candidate:
    """One row that an arm brought in: share of the attainable BM25 (0..1), cosine (-1..1) or None without a vector."""

    memory_id: int
    lexical: float
    cosine: float | None
    memory_type: str
    level: str
    age_days: float
    uses: int


@dataclass(frozen=True)
class Score:
    """A candidate's final `score`, the `relevance` that the cut-off looks at, and each term's share."""

    memory_id: int
    score: float
    relevance: float
    lexical: float
    semantic: float
    freshness: float
    level: float
    use: float


def fusion_for(model: str) -> Fusion:
    """The tuned fusion of an embedding model, or a cautious default."""
    return FUSIONS.get(model, DEFAULT_FUSION)


def relevance(lexical: float, cosine: float | None, fusion: Fusion) -> tuple[float, float, float]:
    """(relevance, lexical, semantic), each in [0, 1]; without any cosine the lexical share stands alone."""
    lexical = min(max(lexical, 0.0), 1.0)
    if cosine is None:
        return lexical, lexical, 0.0
    semantic = min(max((cosine - fusion.noise_floor) / (1 - fusion.noise_floor), 0.0), 1.0)
    weight = fusion.semantic_weight
    return (lexical + weight * semantic) / (1 + weight), lexical, semantic


def use_factor(uses: int) -> float:
    """min(1.25, 1 + 0.1·ln(1+n)): what was fetched or cited often ranks a little higher."""
    return min(1.25, 1 + 0.1 * math.log1p(max(uses, 0)))


def score(candidate: Candidate, fusion: Fusion) -> Score:
    """(0.85·relevance + 0.15·S(age)) × level × use."""
    found, lexical, semantic = relevance(candidate.lexical, candidate.cosine, fusion)
    fresh = max(FRESHNESS_FLOOR, decay.survival(candidate.memory_type, candidate.age_days))
    level, use = LEVEL_FACTORS[candidate.level], use_factor(candidate.uses)
    blended = (RELEVANCE_SHARE * found + FRESHNESS_SHARE * fresh) * level * use
    return Score(candidate.memory_id, blended, found, lexical, semantic, fresh, level, use)


def rank(candidates: list[Candidate], fusion: Fusion) -> list[Score]:
    """Those above the cut-off, best first; ties go to the newer row, so that pages are stable."""
    scored = [score(candidate, fusion) for candidate in candidates]
    kept = [entry for entry in scored if entry.relevance >= fusion.cutoff]
    return sorted(kept, key=lambda entry: (-entry.score, -entry.memory_id))
