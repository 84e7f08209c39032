"""From two arms' raw scores to one order: absolute relevance, then age, level and use (docs/search.md)."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memory.rules import decay


@dataclass(frozen=True)
class Fusion:
    """How one embedding model's cosine joins BM25; tuned on the development sets (tests/bench/tune_memories.py).

    `noise_floor` is the cosine that unrelated texts of this model reach; `semantic_weight` is the weight of the
    stretched cosine beside a lexical weight of 1. Where nothing better was learned (certainty.py), nothing answers a
    question whose best candidate is less relevant than `gate`, or than `strange_gate` where it names somebody or
    something that no memory names: what is known of others is phrased like it. Others follow down to `cutoff`.
    """

    noise_floor: float
    semantic_weight: float
    gate: float = 0.22
    strange_gate: float = 0.4
    cutoff: float = 0.2


FUSIONS = {
    "all-MiniLM-L6-v2": Fusion(noise_floor=0.15, semantic_weight=0.5),
    # Of the same training as the one above.
    "paraphrase-multilingual-MiniLM-L12-v2": Fusion(noise_floor=0.15, semantic_weight=0.5),
    # Its model card says that its cosines lie between 0.7 and 1.
    "multilingual-e5-small": Fusion(noise_floor=0.75, semantic_weight=0.5),
}
DEFAULT_FUSION = Fusion(noise_floor=0.2, semantic_weight=0.5)
# Words alone: where no vector is to be had.
LEXICAL_FUSION = Fusion(noise_floor=0.0, semantic_weight=0.0, gate=0.2, strange_gate=0.33, cutoff=0.15)
# A name, as against the first word of a sentence and an acronym: it goes on in small letters.
_NAME = re.compile(r"(?<=[\w,;:][ \"'“‘«(])[\"'“‘«(]?(?=\w*[a-zà-ɏ])([A-ZÀ-Þ][\w-]*)")
LEVEL_FACTORS = {"shared": 1.2, "long-term": 1.0, "short-term": 0.8}
RELEVANCE_SHARE, FRESHNESS_SHARE = 0.85, 0.15
# The Weibull of a decision is nearly nothing after a month; the floor keeps age from deciding between old facts.
FRESHNESS_FLOOR = 0.1
# What a question's "last week" or "in March" does to memories of that time, and to all others.
INSIDE_PERIOD, OUTSIDE_PERIOD = 1.2, 0.8
# What a later statement contradicts, wherever that one stands.
AMENDED = 0.85
RRF_K = 60
# The weight of the question's tokens beside a relevance of 1.
TOKENS = 0.5


@dataclass(frozen=True)
class Candidate:
    """One row that an arm brought in: share of the attainable BM25 (0..1), cosine (-1..1) or None without a vector.

    `strange`: the question names what no memory of the team names. `coverage`: the share of the attainable BM25 that
    the question's known words have, the same for all candidates of a question. `amended_by`: the key of a later
    statement that contradicts it, while nobody has judged between the two. `tokens`: how near it comes to each of the
    question's tokens (0..1), None where they were not looked at.
    """

    memory_id: int
    lexical: float
    cosine: float | None
    memory_type: str
    level: str
    age_days: float
    uses: int
    strange: bool = False
    coverage: float = 1.0
    amended_by: int | None = None
    tokens: float | None = None


@dataclass(frozen=True)
class Span:
    """A time that a question names, as ages in days: of the oldest that is in it, and of what is too new for it."""

    oldest: float
    too_new: float

    @classmethod
    def between(cls, first: datetime, last: datetime, *, now: datetime) -> "Span":
        """From a moment until before another, as seen from `now`."""
        return cls((now - first).total_seconds() / 86400, (now - last).total_seconds() / 86400)


@dataclass(frozen=True)
class Score:
    """A candidate's final `score`, the `relevance` that the cut-off looks at, and each term's share.

    `order` is what the score is made of: the relevance, unless tokens, RRF or a reranker ordered. `period` is what the
    time that the question names does (1 without one), `reranker` what the cross-encoder gave (0..1), None unasked.
    """

    memory_id: int
    score: float
    relevance: float
    lexical: float
    semantic: float
    freshness: float
    level: float
    use: float
    period: float = 1.0
    order: float = 0.0
    reranker: float | None = None


def fusion_for(model: str) -> Fusion:
    """The tuned fusion of an embedding model, known by the last part of its name, or a cautious default."""
    return FUSIONS.get(model.rsplit("/", 1)[-1], DEFAULT_FUSION)


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


def score(candidate: Candidate, fusion: Fusion, span: Span | None = None) -> Score:
    """(0.85·relevance + 0.15·S(age)) × level × use × period."""
    found, lexical, semantic = relevance(candidate.lexical, candidate.cosine, fusion)
    fresh = max(FRESHNESS_FLOOR, decay.survival(candidate.memory_type, candidate.age_days))
    level, use, period = LEVEL_FACTORS[candidate.level], use_factor(candidate.uses), _period(candidate, span)
    order = found if candidate.tokens is None else (found + TOKENS * candidate.tokens) / (1 + TOKENS)
    whole = _whole(order, fresh, level * use * period)
    return Score(candidate.memory_id, whole, found, lexical, semantic, fresh, level, use, period, order)


def _whole(order: float, freshness: float, factors: float) -> float:
    return (RELEVANCE_SHARE * order + FRESHNESS_SHARE * freshness) * factors


def _ordered_by(order: float, entry: Score, reranker: float | None = None) -> Score:
    whole = _whole(order, entry.freshness, entry.level * entry.use * entry.period)
    return replace(entry, score=whole, order=order, reranker=reranker)


def _period(candidate: Candidate, span: Span | None) -> float:
    if span is None:
        return 1.0
    return INSIDE_PERIOD if span.too_new < candidate.age_days <= span.oldest else OUTSIDE_PERIOD


def rank(
    candidates: Sequence[Candidate], fusion: Fusion, *, span: Span | None = None, rrf: bool = False
) -> list[Score]:
    """All of them, best first; ties go to the newer row, so that pages are stable. `rrf` orders by reciprocal ranks."""
    scored = [score(candidate, fusion, span) for candidate in candidates]
    ordered = _sorted(_by_ranks(scored) if rrf else scored)
    if span:
        # Whoever asks for what was so in March wants the earlier statement.
        return ordered
    return newest_first(ordered, {one.memory_id: one.amended_by for one in candidates if one.amended_by})


def newest_first(ranked: Sequence[Score], amended_by: Mapping[int, int]) -> list[Score]:
    """The order in which no statement stands above a later one that contradicts it: the later one takes its place.

    A statement whose later one is not among them loses a little.
    """
    if not amended_by:
        return list(ranked)
    found = {entry.memory_id: entry for entry in ranked}
    lowered = dict(found)
    for key, newer in amended_by.items():
        entry = found[key]
        if newer in found:
            lowered[newer] = _at_least(lowered[newer], entry)
        lowered[key] = replace(entry, score=entry.score * AMENDED)
    return _sorted(list(lowered.values()))


def _at_least(newer: Score, older: Score) -> Score:
    """The later statement answers what the earlier one answers, as well."""
    if newer.score >= older.score:
        return newer
    return replace(newer, score=older.score, relevance=max(newer.relevance, older.relevance))


def _by_ranks(scored: Sequence[Score]) -> list[Score]:
    """Reciprocal rank fusion, k = 60, as the share of what first places in both arms give: n/(k+1)."""
    arms = [
        sorted((entry for entry in scored if value(entry) > 0), key=lambda entry: (-value(entry), -entry.memory_id))
        for value in (lambda entry: entry.lexical, lambda entry: entry.semantic)
    ]
    spoken = [arm for arm in arms if arm]
    sums = {entry.memory_id: 0.0 for entry in scored}
    for arm in spoken:
        for place, entry in enumerate(arm, 1):
            sums[entry.memory_id] += (RRF_K + 1) / (RRF_K + place) / len(spoken)
    return [_ordered_by(sums[entry.memory_id], entry) for entry in scored]


def reranked(ranked: Sequence[Score], given: dict[int, float]) -> list[Score]:
    """The order with a cross-encoder's opinion (0..1 by memory) as half of it; who was not asked counts as the least.

    The relevance, and with it the cut-off, stays: a reranker orders answers, it does not make some.
    """
    if not given:
        return list(ranked)
    least = min(given.values())
    halves = [((entry.order + given.get(entry.memory_id, least)) / 2, entry) for entry in ranked]
    return _sorted([_ordered_by(order, entry, given.get(entry.memory_id)) for order, entry in halves])


def names_in(question: str) -> list[str]:
    """What a question names: words with a capital that do not begin it, at most a dozen."""
    return [found[1] for found in _NAME.finditer(question)][:12]


def _sorted(scored: Sequence[Score]) -> list[Score]:
    return sorted(scored, key=lambda entry: (-entry.score, -entry.memory_id))
