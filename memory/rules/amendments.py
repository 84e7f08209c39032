"""Whether a statement amends an earlier one: the same subject, another value, and words that say so."""

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from memory.rules import contradiction
from memory.rules.fact_features import SMALL_WORDS, Reading
from memory.rules.languages.word_lists import entries
from memory.rules.siblings import NUMBERED, siblings

# As far as statements and what was said around them are read, and so many of the values and ways that they replace.
_LONGEST, _MOST_REPLACED = 8_000, 20
# Two statements about one subject share so much of what the shorter one says beside its values; where the newer one
# names the value that it replaces, less will do.
_SAME_SUBJECT = 0.5
_NAMED_SUBJECT = 0.2
_FEWEST = 2
# Of a bare number nobody knows what it counts: then more has to agree.
_BARE_SUBJECT, _FEWEST_BARE = 0.6, 3
# So much of the older statement has to be in the newer one for it to take the place.
_NAMED_COVER, _COVER, _MOST_VALUES = 0.5, 0.7, 2
_AMENDING = re.compile("|".join(entries("answering", "amending")), re.IGNORECASE)
_THING = r"([^,;!?()，。；、]{1,60})"
_OLD = re.compile(
    rf"(?:{'|'.join(entries('answering', 'old') + entries('answering', 'replaced'))}){_THING}"
    r"|(?<![\w.:%-])([\w.:%-]{1,60}(?: \w{1,8})?) ?(?:->|→|=>)",
    re.IGNORECASE,
)
_REPLACED = re.compile(rf"(?:{'|'.join(entries('answering', 'replaced'))}){_THING}", re.IGNORECASE)
_TIME = re.compile(r"(?<![\w:.])\d{1,2}:\d{2}(?![\w:])")
_DIGITS = re.compile(r"(?<![\w.,:])\d+(?:[.,]\d+)*(?![\w:])")
# "order 7", "gateway 12": another number is another thing.
_THINGS = re.compile(r"\b([a-z]+)[ #-](\d{1,6})\b(?![.:%]\d|\s*(?:%|percent))", re.IGNORECASE)
# "parser-23" is another thing than "parser-43", and than "orders-27".
_NUMBERED_NAME = re.compile(r"\b[a-z][a-z_-]{0,60}[-_#]\d{1,6}\b(?![.:%]\d)", re.IGNORECASE)
_UNIT = re.compile(r"[^\d.e+-]+$")
_CJK_RUN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]{2,}")
# Words of change and measure, which every amendment shares with every other.
_COMMON = frozenset(
    "time second minut hour day week month year chang now set new old limit valu default from instead long use updat "
    "rule make need only must should allow max maximum minimum min most least ago anymore longer mind decid".split()
)


@dataclass(frozen=True)
class Amendment:
    """What the older statement says that holds no longer, what the newer says instead, and in what they differ.

    `named`: the newer one names what it replaces.
    """

    kind: contradiction.Kind
    older_says: str
    newer_says: str
    named: bool = True


def announces_change(text: str) -> bool:
    """Whether a text says that something is different from now on."""
    return _AMENDING.search(text) is not None


def amendment(newer: str, older: str, *, context: str = "") -> Amendment | None:
    """How `newer` amends `older`, or None where they may be about different things, or both hold.

    `context` is what was said around the newer statement ("make it 30, no longer 90"): it may name the subject, the
    value that is replaced, and that something changes. Of each text the first 8,000 characters count.
    """
    newer, older, context = newer[:_LONGEST], older[:_LONGEST], context[:_LONGEST]
    if siblings(newer, older) or _other_thing(newer, older) or not announces_change(f"{newer} {context}"):
        return None
    own, around = _subject(newer).common(_subject(older)), _subject(f"{newer} {context}").common(_subject(older))
    if around.shared < _FEWEST or around.share < _NAMED_SUBJECT:
        return None
    return (
        _named_as_old(newer, older, context) or _replaced_way(newer, older, around) or _another_value(newer, older, own)
    )


def covers(newer: str, older: str, found: Amendment) -> bool:
    """Whether nothing else is lost with `older`: most of what it says is what is amended."""
    if max(len(newer), len(older)) > _LONGEST:
        return False
    share = _subject(newer).of(_subject(older))
    return share >= (_NAMED_COVER if found.named else _COVER) and len(_values(older)) <= _MOST_VALUES


class _Common(NamedTuple):
    """How many parts two subjects share, and the share of the smaller one."""

    shared: int
    share: float


@dataclass(frozen=True)
class _Subject:
    """What a statement is about: stems, names and pairs of signs, without its values and words of change."""

    parts: frozenset[str]

    def of(self, other: "_Subject") -> float:
        """The share of another subject that is in this one."""
        return len(self.parts & other.parts) / len(other.parts) if other.parts else 0.0

    def common(self, other: "_Subject") -> _Common:
        """What two subjects share."""
        shared = len(self.parts & other.parts)
        smaller = min(len(self.parts), len(other.parts))
        return _Common(shared, shared / smaller if smaller else 0.0)


@lru_cache(maxsize=512)
def _subject(text: str) -> _Subject:
    reading = _read(text)
    stems = {stem for stem in reading.stems if stem.isascii() or not _CJK_RUN.search(stem)} - _COMMON
    pairs = {run[at : at + 2] for run in _CJK_RUN.findall(text) for at in range(len(run) - 1)}
    return _Subject(frozenset(stems | set(reading.names) | pairs))


@lru_cache(maxsize=512)
def _read(text: str) -> Reading:
    return Reading(text)


def _named_as_old(newer: str, older: str, context: str) -> Amendment | None:
    """The value that the newer statement names as the old one, where the older one states it."""
    stated, told, bare = _values(older), _values(newer), _bare(older)
    for found in islice(_OLD.finditer(f"{newer}\n{context}"), _MOST_REPLACED):
        named = found[1] or found[2]
        gone = (_values(named) & stated) or _bare(named) & bare
        new = told - stated - gone
        if gone and new:
            return Amendment("number", ", ".join(sorted(gone)), ", ".join(sorted(new)))
    return None


def _replaced_way(newer: str, older: str, around: _Common) -> Amendment | None:
    """What the newer statement says is done no longer, where the older one says that it is."""
    if around.share < _SAME_SUBJECT:
        return None
    for found in islice(_REPLACED.finditer(newer), _MOST_REPLACED):
        rest = _read(newer.replace(found[0], " ", 1)).stems
        head = next((word for word in _read(found[1]).words if word not in SMALL_WORDS), "")
        gone = _read(found[1]).stems & _read(head).stems & _read(older).stems - rest - _COMMON
        if gone and not _denied(older, gone):
            return Amendment("option", " ".join(sorted(gone)), found[0].strip()[:80])
    return None


def _denied(text: str, stems: set[str]) -> bool:
    """Whether a text denies what these words say, so that another denial agrees with it."""
    return any(_read(text).signs.get(stem, 1) < 0 for stem in stems)


def _another_value(newer: str, older: str, own: _Common) -> Amendment | None:
    """Another number in the same unit, or what contradicts anyway."""
    if own.share < _SAME_SUBJECT or own.shared < _FEWEST:
        return None
    left, right = _values(older), _values(newer)
    gone, new = left - right, right - left
    units = {_unit(value) for value in gone} & {_unit(value) for value in new}
    if own.share < _BARE_SUBJECT or own.shared < _FEWEST_BARE:
        units.discard("")
    if units:
        lost, told = (", ".join(sorted(v for v in values if _unit(v) in units)) for values in (gone, new))
        return Amendment("number", lost, told, named=False)
    found = contradiction.difference(older, newer)
    if found and found.contradicts and found.kind != "number":
        return Amendment(found.kind, found.left, found.right, named=False)
    return None


def _other_thing(one: str, other: str) -> bool:
    """Whether both speak of things of one kind that have another number each."""
    names = [frozenset(map(str.lower, _NUMBERED_NAME.findall(text))) for text in (one, other)]
    if names[0] - names[1] and names[1] - names[0]:
        return True
    left, right = ({noun.lower(): number for noun, number in _THINGS.findall(text)} for text in (one, other))
    return any(noun in NUMBERED and left[noun] != right[noun] for noun in left.keys() & right.keys())


def _values(text: str) -> set[str]:
    """Numbers with their units, versions and times of day."""
    reading = _read(_TIME.sub(" ", text))
    return {*reading.numbers, *reading.versions, *_TIME.findall(text)}


def _bare(text: str) -> set[str]:
    """Numbers as they are written, whatever they count."""
    return set(_DIGITS.findall(_TIME.sub(" ", text)))


def _unit(value: str) -> str:
    """What a number counts: `s`, `B`, `%`, a time of day, or nothing that is known."""
    if ":" in value:
        return "time of day"
    found = _UNIT.search(value)
    return found[0] if found else ""
