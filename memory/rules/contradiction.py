"""Compare two similar texts: do they say the same, do they contradict each other, or are they about other things?"""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal as OneOf

from memory.rules.fact_features import SMALL_WORDS, Reading
from memory.rules.languages.word_lists import entries
from memory.rules.siblings import siblings
from memory.rules.vocabulary import PURPOSE_OF

Kind = OneOf["option", "version", "number", "negation", "identifier"]


@dataclass(frozen=True)
class Difference:
    """How two texts differ: the kind, what each side says ("" where a side says nothing) and how sure the rules are."""

    kind: Kind
    left: str
    right: str
    confidence: float

    @property
    def contradicts(self) -> bool:
        """Whether both cannot be true of one thing; another identifier or a mere detail more is no contradiction."""
        return self.kind != "identifier" and self.confidence >= 0.5


# As long as a fact may be told; of what is merged or imported and longer, the beginning is compared.
_LONGEST = 8_000


def difference(a: str, b: str) -> Difference | None:
    """The weightiest difference between two similar texts, or None; the order of the two only swaps left and right.

    Of each text the first 8,000 characters count.
    """
    a, b = a[:_LONGEST], b[:_LONGEST]
    one, other = _read(a), _read(b)
    overlap = one.overlap(other)
    found = [
        _option(one, other),
        _sided("version", one.versions, other.versions),
        _sided("number", one.numbers, other.numbers),
        _negation(one, other),
    ]
    names = _sided("identifier", one.names, other.names)
    things = siblings(a, b)
    for candidate in found:
        if candidate and things and candidate.kind in ("number", "version"):
            return Difference("identifier", *things, round(0.35 + 0.6 * overlap, 2))
        if candidate:
            return _sure(candidate, overlap, _things(one, other) if candidate.kind == "option" else names)
    return names


@lru_cache(maxsize=1024)
def _read(text: str) -> Reading:
    """One text is compared with many; reading it costs more than comparing."""
    return Reading(text)


def _things(one: Reading, other: Reading) -> Difference | None:
    """The names that differ beside the options themselves: what the choices are about."""
    options = {*(one.choice or ()), *(other.choice or ()), *PURPOSE_OF}
    left, right = (Counter({name: n for name, n in r.names.items() if name not in options}) for r in (one, other))
    return _sided("identifier", left, right)


def same_fact(a: str, b: str) -> bool:
    """Whether two texts that look alike say the same: no number, version, negation, identifier or option differs.

    What is too long to be compared as a whole says the same only word for word.
    """
    return a == b or (max(len(a), len(b)) <= _LONGEST and difference(a, b) is None)


def _sure(candidate: Difference, overlap: float, names: Difference | None) -> Difference:
    """Surer the more words are shared; unsure when the texts speak of different things, or one only says more."""
    if not candidate.left or not candidate.right:
        return Difference(candidate.kind, candidate.left, candidate.right, 0.3)
    confidence = 0.35 + 0.6 * overlap
    if names and names.left and names.right:
        return Difference("identifier", names.left, names.right, round(confidence, 2))
    return Difference(candidate.kind, candidate.left, candidate.right, round(min(confidence, 0.95), 2))


def _sided(kind: Kind, left: Counter[str], right: Counter[str]) -> Difference | None:
    """What only one side has; names count once, numbers as often as they stand there."""
    only_left = sorted(set(left) - set(right))
    only_right = sorted(set(right) - set(left))
    if not only_left and not only_right:
        return None
    both = bool(only_left and only_right)
    return Difference(kind, ", ".join(only_left), ", ".join(only_right), 0.6 if both else 0.3)


_OPPOSITE_OF: dict[str, set[str]] = {}

for _left, _, _right in (entry.partition(" => ") for entry in entries("opposites", "opposites")):
    _OPPOSITE_OF.setdefault(_left, set()).add(_right)
    _OPPOSITE_OF.setdefault(_right, set()).add(_left)


def _negation(one: Reading, other: Reading) -> Difference | None:
    """A word that one side affirms and the other denies, also by its opposite (enabled and disabled)."""
    denied = [
        stem
        for stem in one.signs.keys() & other.signs.keys()
        if one.signs[stem] != other.signs[stem] and stem not in SMALL_WORDS
    ]
    if denied and _truly_denied(one, other, denied):
        stem = max(denied, key=lambda s: (len(s), s))
        left, right = (f"{'not ' if reading.signs[stem] < 0 else ''}{stem}" for reading in (one, other))
        return Difference("negation", left, right, 0.7)
    for stem in sorted(one.signs.keys() - other.signs.keys()):
        for opposite in sorted(_OPPOSITE_OF.get(stem, set()) & (other.signs.keys() - one.signs.keys())):
            if one.signs[stem] == other.signs[opposite]:
                return Difference("negation", stem, opposite, 0.75)
    return None


def _truly_denied(one: Reading, other: Reading, denied: list[str]) -> bool:
    """`not enabled` and `disabled` agree: a denial that an opposite on the other side makes good is none."""
    for stem in denied:
        positive, negative = (one, other) if one.signs[stem] > 0 else (other, one)
        if _OPPOSITE_OF.get(stem, set()) & (negative.signs.keys() - positive.signs.keys()):
            continue
        return True
    return False


def _option(one: Reading, other: Reading) -> Difference | None:
    if one.choice and other.choice and one.choice[0] != other.choice[0]:
        related = one.choice[0] == other.choice[1] or one.choice[1] in other.choice
        return Difference("option", one.choice[0], other.choice[0], 0.9 if related else 0.6)
    if one.choice and other.choice:
        return None
    left, right = set(one.words) - set(other.words), set(other.words) - set(one.words)
    for name in sorted(left & PURPOSE_OF.keys()):
        for rival in sorted(right & PURPOSE_OF.keys()):
            if PURPOSE_OF[name] == PURPOSE_OF[rival]:
                return Difference("option", name, rival, 0.7)
    return None
