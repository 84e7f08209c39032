"""Judges whether anything that was found answers the question: certainly, perhaps (the nearest is shown), or not."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from memory.rules.ranking import Candidate, Fusion, Score

# How many are shown where nothing is certain: enough to see what there is, too few to be taken for an answer.
NEAREST = 3
_MOST_WORDS = 200
_WORD = re.compile(r"\w+")
_NEXT = 9  # the best are held against the mean of so many behind them
_UNRELATED = 0.15  # the cosine of texts that have nothing to do with each other


@dataclass(frozen=True)
class Learned:
    """A logistic regression over what a question found, for one family of embedding models (tests/bench/tune_gate.py).

    Weights by the names of `measures`. `certain` and `nearest`: the probabilities from which an answer is certain, and
    from which the best are shown as the nearest.
    """

    weights: dict[str, float]
    bias: float
    certain: float = 0.6
    nearest: float = 0.12
    # A further hit needs this share of the best one's relevance, where that is below the fusion's own cut-off.
    share_of_best: float = 0.6


@dataclass(frozen=True)
class Judgement:
    """`confidence` that something answers (0..1), and from where on it is certain, or shown as the nearest.

    `cutoff` is the relevance that each hit needs.
    """

    confidence: float
    certain: float
    nearest: float
    cutoff: float

    @property
    def is_certain(self) -> bool:
        """Whether something that was found answers the question."""
        return self.confidence >= self.certain

    @property
    def is_shown(self) -> bool:
        """Whether the best are worth a look."""
        return self.confidence >= min(self.certain, self.nearest)


NOTHING = Judgement(0.0, 1.0, 1.0, 1.0)

_MINILM = Learned(
    weights={
        "relevance": 1.668,
        "words": 6.674,
        "meaning": -1.651,
        "coverage": -0.827,
        "length": -0.592,
        "strange": -1.078,
        "words apart": 4.819,
        "meaning apart": 5.952,
        "words × meaning": -2.915,
        "coverage × words": -0.794,
        "length × words": -1.987,
        "length × meaning": 3.131,
    },
    bias=-2.868,
)
LEARNED = {
    "all-MiniLM-L6-v2": _MINILM,
    # Of the same training as the one above.
    "paraphrase-multilingual-MiniLM-L12-v2": _MINILM,
}


def judged(
    question: str, candidates: Sequence[Candidate], ranked: Sequence[Score], fusion: Fusion, learned: Learned | None
) -> Judgement:
    """Judge by what was learned; without that, by the relevance of the best: `fusion.gate`, or `strange_gate`."""
    best = max((entry.relevance for entry in ranked), default=0.0)
    if learned is None:
        gate = fusion.strange_gate if any(each.strange for each in candidates) else fusion.gate
        return Judgement(best, gate, gate, fusion.cutoff)
    found = measures(question, candidates, ranked)
    odds = learned.bias + sum(weight * found[name] for name, weight in learned.weights.items())
    confidence = 1 / (1 + math.exp(-max(-30.0, min(30.0, odds)))) if ranked else 0.0
    return Judgement(confidence, learned.certain, learned.nearest, min(fusion.cutoff, best * learned.share_of_best))


def known_to_answer(fusion: Fusion) -> Judgement:
    """Judge a question that is known to be answered, so that no candidate has to prove it."""
    return Judgement(1.0, 0.0, 0.0, fusion.cutoff)


def answers(ranked: Sequence[Score], judgement: Judgement) -> list[Score]:
    """Return those that are relevant, in their order; the first few where none is certain."""
    if not judgement.is_shown:
        return []
    relevant = [entry for entry in ranked if entry.relevance >= judgement.cutoff]
    return relevant if judgement.is_certain else relevant[:NEAREST]


def measures(question: str, candidates: Sequence[Candidate], ranked: Sequence[Score]) -> dict[str, float]:
    """Return what the regression looks at, by name; all but `length` (the logarithm of the words) lie in [0, 1]."""
    words = sorted((entry.lexical for entry in ranked), reverse=True)
    meanings = sorted((each.cosine or 0.0 for each in candidates), reverse=True)
    best = max(ranked, key=lambda entry: entry.relevance, default=None)
    coverage = candidates[0].coverage if candidates else 0.0
    length = math.log1p(min(len(_WORD.findall(question)), _MOST_WORDS))
    word, meaning = words[0] if words else 0.0, meanings[0] if meanings else 0.0
    return {
        "relevance": best.relevance if best else 0.0,
        "words": word,
        "meaning": meaning,
        "coverage": coverage,
        "length": length,
        "strange": float(any(each.strange for each in candidates)),
        "words apart": _apart(words, 0.0),
        "meaning apart": _apart(meanings, _UNRELATED),
        "words × meaning": word * meaning,
        "coverage × words": coverage * word,
        "length × words": length * word,
        "length × meaning": length * meaning,
    }


def _apart(values: Sequence[float], usual: float) -> float:
    """How far the first stands above those behind it; where there are few, as if more had what is `usual`."""
    following = [*values[1 : 1 + _NEXT], *[usual] * _NEXT][:_NEXT]
    return (values[0] if values else usual) - sum(following) / _NEXT
