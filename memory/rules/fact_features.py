"""What one text says that another may say otherwise: its numbers, versions, names, denials and choice."""

import re
from collections import Counter

from memory.rules.literals import Literal, literals

NUMBER_WORDS = {
    "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    "ten": "10",
    "eleven": "11", "twelve": "12", "once": "1", "twice": "2", "thrice": "3", "half": "0.5",
}  # fmt: skip
_SECONDS = {
    "ms": 0.001, "us": 1e-6, "µs": 1e-6, "ns": 1e-9, "s": 1, "sec": 1, "second": 1, "min": 60, "minute": 60,
    "h": 3600, "hr": 3600, "hour": 3600, "day": 86400, "week": 604800,
}  # fmt: skip
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
_HYPHENATED = re.compile(r"\b[a-z][a-z0-9]{1,60}(?:-[a-z0-9]{1,60}){1,12}\b")
_PLAIN_HYPHENS = re.compile(
    r"-(?:based|only|time|wide|level|side|end|term|like|free|safe|specific|aware|to|in|on|off|up|out|of|by|run|"
    r"running|scale|party|process|use|used|commit|request|line|case)\b|^(?:re|pre|non|un|co|sub|multi|self|long|"
    r"short|in|on|built|well|real|read|third|first|opt|cross|full|half|high|low|end|up|user|per|post|auto|one|"
    r"two|single|double|so|back|front|server|client)-"
)
SMALL_WORDS = frozenset(
    "the a an is are was were be been being to of and in on for with that this it its as at by from or but not "
    "no so we i you they has have had do does did can will "
    "should must when if because which there all any into after before over than then only just also now reason "
    "decision identified due since while".split()
)
_WORD = re.compile(r"[A-Za-z][A-Za-z'’+#.-]*[A-Za-z+#]|[A-Za-z]|[^\W\d_\x00-\x7f]+")


class Reading:
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
        self.stems = set(self.signs) - SMALL_WORDS
        self.choice = _choice(self.text)

    def overlap(self, other: "Reading") -> float:
        """The share of words, without numbers and small words, that the poorer text has in common (0–1)."""
        smaller = min(len(self.stems), len(other.stems))
        return len(self.stems & other.stems) / smaller if smaller else 0.0


def _version(text: str) -> str:
    return re.sub(r"^[v=\s]+|(?:\.0)+$", "", text.strip().lower().replace(" ", ""))


def _name(text: str) -> str:
    return re.sub(r"\([^()]*\)$", "", text.strip("`'\"").lower()).removeprefix("./").rstrip("/.")


def _amounts(plain: str, found: tuple[Literal, ...]) -> list[str]:
    amounts = []
    for item in found:
        if item.kind in ("amount", "number"):
            amounts.append(_amount(item.text))
        elif item.kind == "date" and not plain[max(0, item.start - 20) : item.start].rstrip().endswith(
            ("Identified", "identified", "Observed")
        ):
            amounts.append(item.text[:10])
    amounts += [NUMBER_WORDS[word] for word in re.findall(r"[a-z]+", plain.lower()) if word in NUMBER_WORDS]
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


_NEGATORS = frozenset(
    "not never no without cannot nor neither none nothing hardly can't don't doesn't didn't isn't aren't wasn't "
    "weren't won't wouldn't shouldn't mustn't couldn't hasn't haven't hadn't ain't needn't stop stopped avoid "
    "instead kein keine nicht nie ne pas jamais no nunca sin não nunca sem non mai senza не нет никогда без".split()
)


def _stem(word: str) -> str:
    """A rough stem: enabled, enables and enabling are one."""
    if word in ("was", "is", "does", "has", "this", "less", "async", "on", "off"):
        return word
    if word.endswith(("ies", "ied")) and len(word) > 4:
        return f"{word[:-3]}y"
    for ending in ("ations", "ation", "ingly", "ings", "ing", "edly", "ies", "ed", "es", "ly", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            stem = word[: -len(ending)]
            return stem[:-1] if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "sl" else stem
    return word


_SCOPE = 1  # content words that a negator reaches; adverbs do not count


def _signs(words: list[str]) -> dict[str, int]:
    """Each stem with +1, or -1 where a negator stands close before it and nowhere without one."""
    signs: dict[str, int] = {}
    reach = 0
    for word in words:
        if word in _NEGATORS or word.endswith("n't"):
            reach = _SCOPE
            continue
        if word in ("longer", "of", "than") and reach:
            continue
        if word in ("but", "and", "because", "since", "so", "if", "when", "which"):
            reach = 0
        stem = _stem(word)
        sign = -1 if reach and word not in SMALL_WORDS else 1
        reach -= 1 if reach and word not in SMALL_WORDS and not word.endswith("ly") else 0
        signs[stem] = sign if stem not in signs else max(signs[stem], sign)
    return signs


# From the beginning of a word and no further than a name goes: otherwise each letter of a long one begins a search.
_CHOSEN = r"(?<![\w.+#/-])[`'\"]?([A-Za-z][\w.+#/-]{0,80})[`'\"]?"
_CHOICES = (
    re.compile(
        rf"{_CHOSEN}(?: (?:was|is|were|are|has been))? (?:chosen|picked|preferred|kept|selected|used|"
        rf"adopted)(?: (?:for|as) [^,.;]{{2,50}}?)? (?:over|instead of|rather than|not) {_CHOSEN}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:use|uses|using|chose|choose|prefer|prefers|picked|adopt|adopted|"
        rf"to) {_CHOSEN}(?: [^,.;]{{2,50}}?)?,? (?:instead of|over|rather than|not) {_CHOSEN}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:switched|migrated|moved|migrating|moving|switching)(?: \w+){{0,3}} from {_CHOSEN} to {_CHOSEN}",
        re.IGNORECASE,
    ),
    re.compile(rf"\breplaced {_CHOSEN} (?:with|by) {_CHOSEN}", re.IGNORECASE),
)


def _choice(text: str) -> tuple[str, str] | None:
    """`(chosen, turned down)` where a text tells of a choice."""
    for number, pattern in enumerate(_CHOICES):
        found = pattern.search(text)
        if found:
            pair = (found[1].lower().rstrip("."), found[2].lower().rstrip("."))
            return pair if number < 2 else (pair[1], pair[0])
    return None
