"""The double gate of deduplication and contradiction: what differs between two texts that already look alike."""

import re
from collections import Counter
from dataclasses import dataclass
from typing import Literal as OneOf

from memory.rules.literals import Literal, literals
from memory.rules.vocabulary import PURPOSES

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


def difference(a: str, b: str) -> Difference | None:
    """The weightiest difference between two similar texts, or None; the order of the two only swaps left and right."""
    one, other = _Reading(a), _Reading(b)
    overlap = one.overlap(other)
    found = [
        _option(one, other),
        _sided("version", one.versions, other.versions),
        _sided("number", one.numbers, other.numbers),
        _negation(one, other),
    ]
    names = _sided("identifier", one.names, other.names)
    for candidate in found:
        if candidate:
            return _sure(candidate, overlap, names)
    return names


def same_fact(a: str, b: str) -> bool:
    """Whether two texts that look alike say the same: no number, version, negation, identifier or option differs."""
    return difference(a, b) is None


def _sure(candidate: Difference, overlap: float, names: Difference | None) -> Difference:
    """Surer the more words are shared; unsure when the texts speak of different things, or one only says more."""
    if not candidate.left or not candidate.right:
        return Difference(candidate.kind, candidate.left, candidate.right, 0.3)
    confidence = 0.35 + 0.6 * overlap
    if names and names.left and names.right and candidate.kind != "option":
        return Difference("identifier", names.left, names.right, round(confidence, 2))
    return Difference(candidate.kind, candidate.left, candidate.right, round(min(confidence, 0.95), 2))


_NUMBER_WORDS = {
    "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10",
    "eleven": "11", "twelve": "12", "once": "1", "twice": "2", "thrice": "3", "half": "0.5",
}  # fmt: skip
_SECONDS = {"ms": 0.001, "us": 1e-6, "µs": 1e-6, "ns": 1e-9, "s": 1, "sec": 1, "second": 1, "min": 60, "minute": 60, "h": 3600, "hr": 3600,
            "hour": 3600, "day": 86400, "week": 604800}  # fmt: skip
_BYTES = {
    "kb": 1e3,
    "kib": 1024,
    "mb": 1e6,
    "mib": 1024**2,
    "gb": 1e9,
    "gib": 1024**3,
    "tb": 1e12,
    "tib": 1024**4,
    "byte": 1,
}
_AMOUNT = re.compile(r"^[~≥≤<>$€£\s]*(?P<number>\d[\d,_]*(?:\.\d+)?)\s?(?P<unit>[A-Za-zµ%/]*)$")
_NAMES = frozenset("path file call flag variable dotted snake camel package url issue sha uuid ip".split())
_HYPHENATED = re.compile(r"\b[a-z][a-z0-9]+(?:-[a-z0-9]+)+\b")
_PLAIN_HYPHENS = re.compile(
    r"-(?:based|only|time|wide|level|side|end|term|like|free|safe|specific|aware|to|in|on|off|up|out|of|by|run|running|scale|party|process|use|used|commit|request|line|case)\b|^(?:re|pre|non|un|co|sub|multi|self|long|short|in|on|built|well|real|read|third|first|opt|cross|full|half|high|low|end|up|user|per|post|auto|one|two|single|double|so|back|front|server|client)-"
)
_STOP = frozenset(
    "the a an is are was were be been being to of and in on for with that this it its as at by from or but not no so we i you they has have had do does did can will "
    "should must when if because which there all any into after before over than then only just also now reason decision identified due since while".split()
)
_WORD = re.compile(r"[A-Za-z][A-Za-z'’+#.-]*[A-Za-z+#]|[A-Za-z]|[^\W\d_\x00-\x7f]+")


class _Reading:
    """What one text says that another may say otherwise."""

    def __init__(self, text: str) -> None:
        self.text = text.replace("’", "'")
        plain = self.text.replace("`", " ")
        found = literals(plain)
        self.versions = Counter(_version(item.text) for item in found if item.kind == "version")
        self.numbers = Counter(_amounts(plain, found))
        self.names = Counter(_name(item.text) for item in found if item.kind in _NAMES)
        self.names.update(
            m[0] for m in _HYPHENATED.finditer(plain) if not _PLAIN_HYPHENS.search(m[0]) and m[0] not in self.names
        )
        self.words = [word.lower() for word in _WORD.findall(plain)]
        self.signs = _signs(self.words)
        self.stems = set(self.signs) - _STOP
        self.choice = _choice(self.text)

    def overlap(self, other: "_Reading") -> float:
        """The share of words, without numbers and small words, that the poorer text has in common (0–1)."""
        smaller = min(len(self.stems), len(other.stems))
        return len(self.stems & other.stems) / smaller if smaller else 0.0


def _version(text: str) -> str:
    return re.sub(r"^[v=\s]+|(?:\.0)+$", "", text.strip().lower().replace(" ", ""))


def _name(text: str) -> str:
    return re.sub(r"\([^()]*\)$", "", text.strip("`'\"").lower()).removeprefix("./").rstrip("/.")


def _amounts(plain: str, found: list[Literal]) -> list[str]:
    amounts = []
    for item in found:
        if item.kind in ("amount", "number"):
            amounts.append(_amount(item.text))
        elif item.kind == "date" and not plain[: item.start].rstrip().endswith(
            ("Identified", "identified", "Observed")
        ):
            amounts.append(item.text[:10])
    amounts += [_NUMBER_WORDS[word] for word in re.findall(r"[a-z]+", plain.lower()) if word in _NUMBER_WORDS]
    return amounts


def _amount(text: str) -> str:
    """A number with its unit brought to seconds or bytes: 5 minutes = 300 s; `3 replicas` = `3`."""
    found = _AMOUNT.match(text.strip())
    if not found:
        return text.strip().lower()
    value, unit = float(found["number"].replace(",", "").replace("_", "")), found["unit"].lower()
    singular = unit.removesuffix("s") if len(unit) > 2 and unit != "ms" else unit
    if singular in _SECONDS:
        return f"{value * _SECONDS[singular]:g}s"
    if singular in _BYTES:
        return f"{value * _BYTES[singular]:g}B"
    return f"{value:g}%" if unit in ("%", "percent") else f"{value:g}"


def _sided(kind: Kind, left: Counter[str], right: Counter[str]) -> Difference | None:
    """What only one side has; names count once, numbers as often as they stand there."""
    only_left = sorted(set(left) - set(right))
    only_right = sorted(set(right) - set(left))
    if not only_left and not only_right:
        return None
    both = bool(only_left and only_right)
    return Difference(kind, ", ".join(only_left), ", ".join(only_right), 0.6 if both else 0.3)


_NEGATORS = frozenset(
    "not never no without cannot nor neither none nothing hardly can't don't doesn't didn't isn't aren't wasn't weren't won't wouldn't shouldn't mustn't couldn't hasn't haven't hadn't ain't needn't stop stopped avoid instead kein keine nicht nie ne pas jamais no nunca sin não nunca sem non mai senza не нет никогда без".split()
)
_OPPOSITES: tuple[tuple[str, str], ...] = (
    ("enabl", "disabl"), ("add", "remov"), ("allow", "forbid"), ("allow", "prohibit"), ("allow", "disallow"), ("allow", "block"), ("always", "never"), ("requir", "optional"), ("support", "unsupport"), ("increas", "decreas"),
    ("increas", "reduc"), ("rais", "lower"), ("pass", "fail"), ("succeed", "fail"), ("work", "fail"), ("sync", "async"), ("synchron", "asynchron"), ("mutabl", "immutabl"), ("true", "fals"), ("start", "stop"), ("includ", "exclud"),
    ("accept", "reject"), ("valid", "invalid"), ("safe", "unsafe"), ("open", "close"), ("on", "off"), ("up", "down"), ("maximum", "minimum"), ("max", "min"), ("before", "after"), ("with", "without"), ("keep", "drop"), ("kept", "drop"),
    ("install", "uninstall"), ("creat", "delet"), ("lock", "unlock"), ("encrypt", "decrypt"), ("public", "privat"), ("adopt", "reject"), ("chosen", "reject"), ("chosen", "drop"), ("deprecat", "support"), ("upgrad", "downgrad"), ("manual", "automatic"),
    ("mandatori", "optional"), ("mandatory", "optional"), ("enabl", "off"), ("disabl", "on"), ("possibl", "impossibl"), ("compatibl", "incompatibl"), ("cached", "uncached"), ("online", "offline"), ("live", "down"), ("merg", "revert"), ("fast", "slow"), ("strict", "lenient"),
    ("read-only", "writable"), ("ascending", "descending"), ("nullable", "non-null"), ("stateless", "stateful"), ("first", "last"), ("before", "after"), ("blocking", "non-blocking"), ("permitted", "forbidden"), ("permit", "forbid"),
)  # fmt: skip
_OPPOSITE_OF: dict[str, set[str]] = {}
for _left, _right in _OPPOSITES:
    _OPPOSITE_OF.setdefault(_left, set()).add(_right)
    _OPPOSITE_OF.setdefault(_right, set()).add(_left)


def _stem(word: str) -> str:
    """A rough stem: enabled, enables and enabling are one."""
    if word in ("was", "is", "does", "has", "this", "less", "async", "on", "off"):
        return word
    for ending in ("ations", "ation", "ingly", "ings", "ing", "edly", "ies", "ed", "es", "ly", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            stem = word[: -len(ending)]
            return stem[:-1] if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "sl" else stem
    return word


_SCOPE = 1  # content words that a negator reaches; adverbs do not count


def _signs(words: list[str]) -> dict[str, int]:
    """Each stem with +1, or -1 where a negator stands close before it; the last mention wins nothing over a plain one."""
    signs: dict[str, int] = {}
    reach = 0
    for at, word in enumerate(words):
        if word in _NEGATORS or word.endswith("n't"):
            reach = 0 if word == "no" and at + 1 < len(words) and words[at + 1] == "longer" else _SCOPE
            reach = _SCOPE if word == "no" else reach
            continue
        if word in ("longer", "of", "than") and reach:
            continue
        if word in ("but", "and", "because", "since", "so", "if", "when", "which"):
            reach = 0
        stem = _stem(word)
        sign = -1 if reach and word not in _STOP else 1
        reach -= 1 if reach and word not in _STOP and not word.endswith("ly") else 0
        signs[stem] = sign if stem not in signs else max(signs[stem], sign)
    return signs


def _negation(one: _Reading, other: _Reading) -> Difference | None:
    """A word that one side affirms and the other denies, also by its opposite (enabled and disabled)."""
    denied = [
        stem
        for stem in one.signs.keys() & other.signs.keys()
        if one.signs[stem] != other.signs[stem] and stem not in _STOP
    ]
    if denied and _truly_denied(one, other, denied):
        stem = max(denied, key=lambda s: (len(s), s))
        return Difference(
            "negation", *(f"{'not ' if reading.signs[stem] < 0 else ''}{stem}" for reading in (one, other)), 0.7
        )
    for stem in sorted(one.signs.keys() - other.signs.keys()):
        for opposite in sorted(_OPPOSITE_OF.get(stem, set()) & (other.signs.keys() - one.signs.keys())):
            if one.signs[stem] == other.signs[opposite]:
                return Difference("negation", stem, opposite, 0.75)
    return None


def _truly_denied(one: _Reading, other: _Reading, denied: list[str]) -> bool:
    """`not enabled` and `disabled` agree: a denial that an opposite on the other side makes good is none."""
    for stem in denied:
        positive, negative = (one, other) if one.signs[stem] > 0 else (other, one)
        if _OPPOSITE_OF.get(stem, set()) & (negative.signs.keys() - positive.signs.keys()):
            continue
        return True
    return False


_TOKEN = r"[`'\"]?([A-Za-z][\w.+#/-]*)[`'\"]?"
_CHOICES = (
    re.compile(
        rf"{_TOKEN}(?: (?:was|is|were|are|has been))? (?:chosen|picked|preferred|kept|selected|used|adopted)(?: (?:for|as) [^,.;]{{2,50}}?)? (?:over|instead of|rather than|not) {_TOKEN}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:use|uses|using|chose|choose|prefer|prefers|picked|adopt|adopted|to) {_TOKEN}(?: [^,.;]{{2,50}}?)?,? (?:instead of|over|rather than|not) {_TOKEN}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:switched|migrated|moved|migrating|moving|switching)(?: \w+){{0,3}} from {_TOKEN} to {_TOKEN}",
        re.IGNORECASE,
    ),
    re.compile(rf"\breplaced {_TOKEN} (?:with|by) {_TOKEN}", re.IGNORECASE),
)
_TECHNOLOGIES = {name: purpose for purpose, names in PURPOSES.items() for name in names}


def _choice(text: str) -> tuple[str, str] | None:
    """`(chosen, turned down)` where a text tells of a choice."""
    for number, pattern in enumerate(_CHOICES):
        found = pattern.search(text)
        if found:
            pair = (found[1].lower().rstrip("."), found[2].lower().rstrip("."))
            return pair if number < 2 else (pair[1], pair[0])
    return None


def _option(one: _Reading, other: _Reading) -> Difference | None:
    if one.choice and other.choice and one.choice[0] != other.choice[0]:
        related = one.choice[0] == other.choice[1] or one.choice[1] in other.choice
        return Difference("option", one.choice[0], other.choice[0], 0.9 if related else 0.6)
    if one.choice and other.choice:
        return None
    left, right = set(one.words) - set(other.words), set(other.words) - set(one.words)
    for name in sorted(left & _TECHNOLOGIES.keys()):
        for rival in sorted(right & _TECHNOLOGIES.keys()):
            if _TECHNOLOGIES[name] == _TECHNOLOGIES[rival]:
                return Difference("option", name, rival, 0.7)
    return None
