"""A tool of classification: how much words and shape of a sentence speak for each type, learned from examples."""

import math
import re
from collections import Counter
from functools import cache, lru_cache
from itertools import pairwise

from memory.rules.classification.types import TYPES, FactType
from memory.rules.languages import is_english
from memory.rules.languages.word_lists import examples, names, regex, word_list
from memory.rules.literals import literals, words_only
from memory.rules.vocabulary import TECHNOLOGY
from memory.rules.wording.morphology import is_past

PRODUCTS = re.compile(regex("products_told", "products"))
_SMOOTHING = 0.5  # the part of a sight that every feature is imagined to have had in every type
# Examples of a type. With far fewer than the others, it would be likelier by every word that it has not.
_ENOUGH = 300
_REPEATS = ("stem ", "end ")  # features that say again what a word says
_WORD = re.compile(r"[^\W\d_]+(?:'[a-z]+)?")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")  # scripts that set no space between words
_ENDING = re.compile(r"(?<=\w{4})(?:ing|ed|es|s)$")
_STEM, _TAIL = 5, 3  # letters at the start and the end of a word that carry its meaning and its form
_IMPERATIVES = word_list("likelihood", "imperatives")
# How a verb tells of what went on at the time: Spanish, Portuguese, French, Italian, German and Slavic.
_WENT_ON = re.compile(regex("likelihood", "went_on"))
_WHY = re.compile(r"\b(?:because|since|so|as|due to|when|after)\b|[,:;]")
_SHAPES = tuple((name, re.compile(regex("shapes", name))) for name in names("shapes"))


def likelihood(folded: str, raw: str) -> dict[FactType, float]:
    """Log-odds of each learned type for a text (`folded`: small letters, identifiers blanked): a naive Bayes.

    The weight of a feature is the logarithm of its share in a type over the geometric mean of all types, so that
    a word which is as common everywhere says nothing. Starts and ends of words repeat the word, so they count half.
    """
    weights = _weights()
    known = [weights[feature] for feature in features(folded, raw) if feature in weights]
    sums = [sum(column) for column in zip(*known, strict=True)] if known else [0.0] * len(_learned())
    return dict(zip(_learned(), sums, strict=True))


def features(folded: str, raw: str) -> frozenset[str]:
    """What is looked at: stems, ends and pairs of words, the first ones, kinds of literals, tense and shape."""
    words = _WORD.findall(folded)
    stems = [_stem(word) for word in words]
    found = {f"word {stem}" for stem in stems}
    found.update(f"pair {one} {other}" for one, other in pairwise(words))
    found.update(f"pair {one} {other}" for one, other in pairwise(stems))
    found.update(f"first {stem}" for stem in stems[:1])
    found.add(f"firsts {' '.join(words[:2])}")
    for word in words:
        found.update(_parts(word))
    found.update(f"kind {literal.kind}" for literal in literals(raw))
    found.update(f"shape {name}" for name, pattern in _SHAPES if pattern.search(folded))
    return frozenset(found | _tense(words, folded, raw))


@lru_cache(maxsize=8192)
def _stem(word: str) -> str:
    return _ENDING.sub("", word)


@lru_cache(maxsize=8192)
def _parts(word: str) -> tuple[str, ...]:
    """Start and end of a word; every two neighbouring signs of a script without spaces."""
    if _UNSPACED.match(word):
        return tuple(f"signs {word[at : at + 2]}" for at in range(len(word) - 1))
    parts = (f"stem {word[:_STEM]}",) if len(word) > _STEM else ()
    return (*parts, f"end {word[-_TAIL:]}") if len(word) > _TAIL + 1 else parts


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
    if not is_english(raw) and _WENT_ON.search(folded):
        found.add("shape went on")
    if sum(known.kind in ("version", "package") for known in literals(raw)) > 1:
        found.add("shape versions")
    if PRODUCTS.match(lower):
        found.add("shape product in the past" if past else "shape product")
    return found


@cache
def _learned() -> tuple[FactType, ...]:
    """The types that have examples enough. Cues alone speak for another one."""
    return tuple(type_ for type_ in TYPES if len(examples(type_)) >= _ENOUGH)


@cache
def _weights() -> dict[str, tuple[float, ...]]:
    """The weight of each feature for each type, in the order of `_learned`; learned once, in some 400 ms."""
    seen: list[Counter[str]] = [Counter() for _ in _learned()]
    for counted, type_ in zip(seen, _learned(), strict=True):
        for sentence in examples(type_):
            counted.update(features(words_only(sentence), sentence))
    known = set().union(*seen)
    imagined = tuple(math.log(counted.total() + _SMOOTHING * len(known)) for counted in seen)
    columns = [[counted.get(feature, 0) for feature in known] for counted in seen]
    rows = zip(*columns, strict=True)
    return {
        feature: _odds(feature.startswith(_REPEATS), row, imagined) for feature, row in zip(known, rows, strict=True)
    }


@cache  # most features were seen once or twice
def _odds(repeats: bool, counts: tuple[int, ...], totals: tuple[float, ...]) -> tuple[float, ...]:
    shares = [math.log(count + _SMOOTHING) - total for count, total in zip(counts, totals, strict=True)]
    mean = sum(shares) / len(shares)
    return tuple((0.5 if repeats else 1.0) * (share - mean) for share in shares)
