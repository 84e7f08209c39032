"""A tool of classification: how much words and shape of a sentence speak for each type, learned from examples."""

import math
import re
from collections import Counter, defaultdict
from functools import cache
from itertools import pairwise

from memory.rules.examples import EXAMPLES, FactType
from memory.rules.literals import literals, words_only
from memory.rules.morphology import is_past
from memory.rules.vocabulary import TECHNOLOGY

TYPES: tuple[FactType, ...] = ("decision", "failure", "pattern", "dependency", "context")

_SMOOTHING = 1.0  # one imagined sight of every feature in every type
_WORD = re.compile(r"[a-z']+")
_ENDING = re.compile(r"(?<=\w{4})(?:ing|ed|es|s)$")
_IMPERATIVES = frozenset(
    """use avoid prefer keep write do add put run never always make store name follow read pass return call wrap mark
    sort test document""".split()
)
_WHY = re.compile(r"\b(?:because|since|so|as|due to|when|after)\b|[,:;]")
_SHAPES = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        ("why", r"\b(?:because|since|due to|so that|as)\b"),
        ("future", r"\b(?:will|gets?|becomes?|moves?|goes|going)\b"),
        ("date", r"\d{4}-\d\d"),
        ("denial", r"\b(?:not|no|never|n't|without|cannot)\b"),
        ("comparison", r"\b(?:than|over|instead|rather)\b"),
        ("progress", r"\b(?:is|are|am|'re|'s) (?:\w+ly )?\w+ing\b"),
        (
            "plural",
            r"^(?:the )?(?:[a-z-]+ ){0,3}[a-z-]+s (?:are|go|live|need|use|have|must|should|follow|start|"
            r"end|come|run)\b",
        ),
        ("people", r"\b(?:we|i|team)\b"),
    )
)


def likelihood(folded: str, raw: str, *, technology: bool) -> dict[FactType, float]:
    """Log-odds of each type for a text (`folded`: small letters, identifiers blanked): a naive Bayes over features.

    The weight of a feature is the logarithm of its share in a type over the geometric mean of all types, so that
    a word which is as common everywhere says nothing. Pairs of words count half.
    """
    weights = _weights()
    scores = dict.fromkeys(TYPES, 0.0)
    for feature in features(folded, raw, technology=technology):
        known = weights.get(feature)
        if known:
            share = 0.5 if feature.startswith("pair ") else 1.0
            for type_, weight in zip(TYPES, known, strict=True):
                scores[type_] += share * weight
    return scores


def features(folded: str, raw: str, *, technology: bool) -> set[str]:
    """What is looked at: stems, pairs of them, the first one, kinds of literals, tense and shape."""
    words = _WORD.findall(folded)
    stems = [_ENDING.sub("", word) for word in words]
    found = {f"word {stem}" for stem in stems}
    found.update(f"pair {one} {other}" for one, other in pairwise(stems))
    found.update(f"first {stem}" for stem in stems[:1])
    found.update(f"kind {literal.kind}" for literal in literals(raw))
    found.update(f"shape {name}" for name, pattern in _SHAPES if pattern.search(folded))
    return found | _tense(words, folded, raw) | ({"shape technology"} if technology else set())


def _tense(words: list[str], folded: str, raw: str) -> set[str]:
    past = any(is_past(word) or word in ("was", "were", "had", "did") for word in words)
    found = {"shape past"} if past else set()
    if past and _WHY.search(folded):
        found.add("shape past and why")
    if words and words[0] in _IMPERATIVES:
        found.add("shape imperative")
    if not past and not any(character.isdigit() for character in raw):
        found.add("shape timeless")
    return found


@cache
def _weights() -> dict[str, tuple[float, ...]]:
    """The weight of each feature for each type, in the order of `TYPES`; learned once, in some 50 ms."""
    seen: defaultdict[str, Counter[FactType]] = defaultdict(Counter)
    sizes: Counter[FactType] = Counter()
    for type_, block in EXAMPLES.items():
        for sentence in block.strip().replace("\n  ", " ").split("\n"):
            sizes[type_] += 1
            for feature in features(
                words_only(sentence), sentence, technology=bool(TECHNOLOGY.search(sentence.lower()))
            ):
                seen[feature][type_] += 1
    return {feature: _odds(counts, sizes) for feature, counts in seen.items()}


def _odds(counts: "Counter[FactType]", sizes: "Counter[FactType]") -> tuple[float, ...]:
    shares = [math.log((counts[t] + _SMOOTHING) / (sizes[t] + _SMOOTHING * len(TYPES))) for t in TYPES]
    mean = sum(shares) / len(TYPES)
    return tuple(share - mean for share in shares)
