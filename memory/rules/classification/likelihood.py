"""A tool of classification: how much words and shape of a sentence speak for each type, learned from examples."""

import math
import re
from collections import Counter, defaultdict
from functools import cache
from itertools import pairwise

from memory.rules.classification.examples import EXAMPLES, FactType
from memory.rules.classification.type_cues import PRODUCTS
from memory.rules.literals import literals, words_only
from memory.rules.vocabulary import TECHNOLOGY
from memory.rules.wording.morphology import is_past

TYPES: tuple[FactType, ...] = ("decision", "failure", "pattern", "dependency", "context")

_SMOOTHING = 0.5  # the part of a sight that every feature is imagined to have had in every type
_WORD = re.compile(r"[^\W\d_]+(?:'[a-z]+)?")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")  # scripts that set no space between words
_ENDING = re.compile(r"(?<=\w{4})(?:ing|ed|es|s)$")
_STEM, _TAIL = 5, 3  # letters at the start and the end of a word that carry its meaning and its form
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
        ("part", r"\b\d+ (?:of|out of|von|sur|de|su|van|z|из) (?:the |los |las |les |os |as |i |den )?\d"),
    )
)


def likelihood(folded: str, raw: str) -> dict[FactType, float]:
    """Log-odds of each type for a text (`folded`: small letters, identifiers blanked): a naive Bayes over features.

    The weight of a feature is the logarithm of its share in a type over the geometric mean of all types, so that
    a word which is as common everywhere says nothing. Starts and ends of words repeat the word, so they count half.
    """
    weights = _weights()
    known = [weights[feature] for feature in features(folded, raw) if feature in weights]
    sums = [sum(column) for column in zip(*known, strict=True)] if known else [0.0] * len(TYPES)
    return dict(zip(TYPES, sums, strict=True))


def loudest(folded: str, raw: str, type_: FactType) -> str:
    """The word or pair of words that speaks most for a type; empty where none is known."""
    weights, place = _weights(), TYPES.index(type_)
    heard = [(weights[found][place], found) for found in features(folded, raw) if found in weights]
    words = [
        (weight, found) for weight, found in heard if weight > 0 and found.startswith(("word ", "pair ", "signs "))
    ]
    return max(words)[1].partition(" ")[2] if words else ""


def features(folded: str, raw: str) -> set[str]:
    """What is looked at: stems, ends and pairs of words, the first ones, kinds of literals, tense and shape."""
    words = _WORD.findall(folded)
    stems = [_ENDING.sub("", word) for word in words]
    found = {f"word {stem}" for stem in stems}
    found.update(f"pair {one} {other}" for one, other in pairwise(words))
    found.update(f"pair {one} {other}" for one, other in pairwise(stems))
    found.update(f"first {stem}" for stem in stems[:1])
    found.add(f"firsts {' '.join(words[:2])}")
    for word in words:
        found.update(_parts(word))
    found.update(f"kind {literal.kind}" for literal in literals(raw))
    found.update(f"shape {name}" for name, pattern in _SHAPES if pattern.search(folded))
    return found | _tense(words, folded, raw)


def _parts(word: str) -> list[str]:
    """Start and end of a word; every two neighbouring signs of a script without spaces."""
    if _UNSPACED.match(word):
        return [f"signs {word[at : at + 2]}" for at in range(len(word) - 1)]
    parts = [f"stem {word[:_STEM]}"] if len(word) > _STEM else []
    return [*parts, f"end {word[-_TAIL:]}"] if len(word) > _TAIL + 1 else parts


def _tense(words: list[str], folded: str, raw: str) -> set[str]:
    past = any(is_past(word) or word in ("was", "were", "had", "did") for word in words)
    lower = raw.lower()
    found = {"shape past"} if past else set()
    if past and _WHY.search(folded):
        found.add("shape past and why")
    if words and words[0] in _IMPERATIVES:
        found.add("shape imperative")
    if not past and not any(character.isdigit() for character in raw):
        found.add("shape timeless")
    if TECHNOLOGY.search(lower):
        found.add("shape technology")
    if PRODUCTS.match(lower):
        found.add("shape product in the past" if past else "shape product")
    return found


@cache
def _weights() -> dict[str, tuple[float, ...]]:
    """The weight of each feature for each type, in the order of `TYPES`; learned once, in some 300 ms."""
    seen: defaultdict[str, list[int]] = defaultdict(lambda: [0] * len(TYPES))
    sizes: Counter[FactType] = Counter()
    for place, type_ in enumerate(TYPES):
        for sentence in EXAMPLES[type_]:
            found = features(words_only(sentence), sentence)
            sizes[type_] += len(found)
            for feature in found:
                seen[feature][place] += 1
    imagined = [math.log(sizes[type_] + _SMOOTHING * len(seen)) for type_ in TYPES]
    return {feature: _odds(feature, counts, imagined) for feature, counts in seen.items()}


def _odds(feature: str, counts: list[int], totals: list[float]) -> tuple[float, ...]:
    shares = [math.log(count + _SMOOTHING) - total for count, total in zip(counts, totals, strict=True)]
    mean = sum(shares) / len(shares)
    part = 0.5 if feature.startswith(("stem ", "end ")) else 1.0
    return tuple(part * (share - mean) for share in shares)
