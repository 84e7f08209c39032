"""The check on what a model wrote: which of its literals, names and quotations the input does not have."""

import re
from collections.abc import Callable, Iterable, Iterator

from memory.rules.literals import literals
from memory.rules.vocabulary import TECHNOLOGY

_QUOTES = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "´": "'", "\u00a0": " ", "–": "-", "—": "-"})
# Numbers of dates and clocks are no amounts: a log's times would lend a digit to any invention.
_MOMENT = re.compile(
    r"(?<![\w:.-])(?:\d{4}-\d\d(?:-\d\d(?:T[\d:.]+Z?)?)?|\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?)(?![\d-])", re.ASCII
)
_AMOUNT = re.compile(r"(?<![\w.])(\d+(?:\.\d+)*)(?:(\s?[A-Za-zµ%]+)|(?![\w.]\w))")
_GROUPED = re.compile(r"(?<=\d)[,_](?=\d{3}(?!\d))")
_PIECE = re.compile(r"[\w@$~-]+(?:[./:\\-]+\w[\w-]*)*")
_PAIR = re.compile(r"[a-z]+/[a-z]+")
_PLACEHOLDER = re.compile(r"<[a-z][\w -]*>", re.IGNORECASE)
# Letters and digits beside a placeholder that make it the command that was run, and not any.
_ENOUGH = 6
_LONGEST_WORD = 200  # characters that may stand in the place of one
_LINE_OF = re.compile(r"(.+?):(\d+)(?:-\d+)?")
_SHOUTED = re.compile(r"(?<![\w-])[A-Z]{5,}(?![\w-])")
_HUMPED = re.compile(r"(?<![\w-])[A-Za-z]*[a-z][A-Z][A-Za-z]*(?![\w-])")
_DOTFILE = re.compile(r"(?<![\w.])\.[a-z][\w-]+")
_MIXED = re.compile(r"(?<![\w.])(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{2,}(?![\w]|\.\w)")
_SPELLED = {
    word: str(number)
    for number, word in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
} | {"once": "1", "single": "1", "twice": "2", "both": "2", "thrice": "3", "dozen": "12"}
_COUNTED = re.compile(rf"\b({'|'.join(_SPELLED)})\b(?:[\s-]([a-zµ%]+))?")
_UNITS = {
    name: names.split()[0]
    for names in (
        "ms msec millisecond milliseconds", "us µs microsecond microseconds", "s sec secs second seconds",
        "min m mins minute minutes", "h hr hrs hour hours", "d day days", "week weeks", "month months", "year years",
        "% percent", "kb kib", "mb mib", "gb gib", "byte bytes",
    )
    for name in names.split()
}  # fmt: skip
_MULTIPLES = frozenset({"x", "k", "m", "g", "st", "nd", "rd", "th"})


class Source:
    """A text that facts are checked against; `days` are the dates (YYYY-MM-DD) that its relative ones stand for."""

    def __init__(self, text: str, days: Iterable[str] = ()) -> None:
        self.text = _plain(text)
        self._folded = self.text.lower()
        self._tight = re.sub(r"\s", "", self.text)
        self._days = frozenset(days)
        self._amounts = frozenset(_amounts(self._folded))
        self._numbers = frozenset(number for number, _ in self._amounts)

    def has(self, text: str, *, fold: bool = False, beside: str = "") -> bool:
        """Whether `text` stands there whole: no part of a longer word, number or version, nor of `beside` (a regex)."""
        wanted, where = (text.lower(), self._folded) if fold else (text, self.text)
        if not wanted or wanted not in where:
            return False
        before = r"(?<!\w)(?<!\d\.)" if wanted[0].isdigit() else r"(?<!\w)" if wanted[0].isalnum() else ""
        after = r"(?!\w|\.\d" if wanted[-1].isdigit() else r"(?!\w"
        return bool(re.search(f"{before}{re.escape(wanted)}{after}{beside})", where))

    def quotes(self, text: str) -> bool:
        """Whether these words stand there in this order, whatever the line breaks, letter cases and quotation marks.

        What "…" or "..." leaves out may be anything.
        """
        words = _plain(text).lower().strip(" .…\"'`")
        at = 0
        for part in [words] if words in self._folded else re.split(r"…|\.\.\.", words):
            found = self._folded.find(part.strip(), at)
            if found < 0:
                return False
            at = found + len(part.strip())
        return bool(words)

    def has_amount(self, text: str) -> bool:
        """Whether this number stands there, with the same unit or with none; what is no unit (64px) as it is."""
        amount = _GROUPED.sub("", text).lower().strip(" ~≥≤<>$€£")
        found = _AMOUNT.fullmatch(amount)
        if not found:
            return False
        number, unit = found[1], _UNITS.get((found[2] or "").strip(), "")
        if found[2] and not unit and self.has(amount, fold=True):
            return True
        if not unit:
            return number in self._numbers
        return (number, unit) in self._amounts or (number, "") in self._amounts

    def has_day(self, date: str) -> bool:
        """Whether this date, month or clock time stands there, or a relative date means it."""
        return date in self.text or any(day.startswith(date) for day in self._days if len(date) >= len("2026-03"))

    def has_squeezed(self, code: str) -> bool:
        """Whether it stands there but for blanks, as code is often told."""
        squeezed = re.sub(r"\s", "", code)
        return len(squeezed) > 3 and squeezed in self._tight

    def has_near(self, one: str, other: str) -> bool:
        """Whether two words stand there with at most two others between them, in any order."""
        pairs = ((one, other), (other, one))
        near = "|".join(rf"{re.escape(first)}\W+(?:\w+\W+){{0,2}}{re.escape(last)}" for first, last in pairs)
        return bool(re.search(rf"(?<!\w)(?:{near})(?!\w)", self._folded))

    def has_filled(self, code: str) -> bool:
        """Whether it stands there with one word in the place of each `<placeholder>`."""
        first, *others = map(re.escape, _PLACEHOLDER.split(code))
        # Where a piece stands first after a word is as good as any later place. Without the atomic groups, twenty
        # placeholders would try each place with each of the others, for years.
        filled = "".join(rf"(?>\S{{1,{_LONGEST_WORD}}}?{piece})" for piece in others[:-1])
        filled += "".join(rf"(?>\S{{1,{_LONGEST_WORD}}}?{piece}(?!\w))" for piece in others[-1:])
        literal = sum(map(str.isalnum, _PLACEHOLDER.sub("", code)))
        return literal >= _ENOUGH and bool(re.search(rf"(?<!\w){first}{filled}", self.text))


def fabricated(text: str, source: Source) -> tuple[str, ...]:
    """What `text` names and `source` does not have: paths, identifiers, numbers, versions, addresses, error texts.

    A word in plain letters is no literal: whether a sentence is true, only a reader can tell.
    """
    return tuple(dict.fromkeys(_inventions(_plain(text), source)))


def _inventions(text: str, source: Source) -> Iterator[str]:
    for moment in _MOMENT.finditer(text):
        if not source.has_day(moment[0]):
            yield moment[0]
    text = _MOMENT.sub(" ", text)
    rest, done = "", 0
    for found in literals(text):
        rest, done = rest + text[done : found.start] + " ", found.end
        if not _STANDS.get(found.kind, _is_known_name)(found.text, source):
            yield found.text.strip()
    rest += text[done:]
    for pattern in (_SHOUTED, _MIXED, _HUMPED, _DOTFILE):
        for match in pattern.finditer(rest):
            if not source.has(match[0], fold=True) and not source.has_amount(match[0]):
                yield match[0]
    for match in TECHNOLOGY.finditer(text.lower()):
        if not _is_known_product(match[0], source):
            yield match[0]


def _is_known_name(name: str, source: Source) -> bool:
    return source.has(name)


def _is_known_version(version: str, source: Source) -> bool:
    bare = version.lstrip("<>=~^! v")
    return source.has(bare) or source.has(f"v{bare}")


def _is_known_path(path: str, source: Source) -> bool:
    """The whole of it; `client.py` is the end of `payments/client.py`; a line may be told apart from its file.

    "stdout/stderr" is no path where the text has "stdout and stderr".
    """
    if source.has(path, beside=r"|-\w"):
        return True
    if _PAIR.fullmatch(path) and source.has_near(*path.split("/")):
        return True
    told = _LINE_OF.fullmatch(path)
    return told is not None and source.has(told[1], beside=r"|-\w") and source.has_amount(told[2])


def _is_known_compound(words: str, source: Source) -> bool:
    """A path, or words with hyphens that the text writes with blanks or underscores: points-per-day."""
    return _is_known_path(words, source) or any(source.has(words.replace("-", other), fold=True) for other in " _")


def _is_known_url(url: str, source: Source) -> bool:
    return source.has(url.rstrip("/"), beside=r"|\.\w")


def _is_known_commit(sha: str, source: Source) -> bool:
    """Its first characters do."""
    return bool(re.search(rf"(?<!\w){sha}", source.text))


def _is_known_code(code: str, source: Source) -> bool:
    code = code.strip("`").strip()
    known = source.has(code) or source.has_squeezed(code) or _all_pieces(code, source)
    return known or (bool(_PLACEHOLDER.search(code)) and source.has_filled(code))


def _is_known_term(term: str, source: Source) -> bool:
    """Acronyms, flags and templates: in any letter case, or piece by piece."""
    return source.has(term, fold=True) or _all_pieces(term, source)


def _is_known_class(name: str, source: Source) -> bool:
    """A class to the letter; a product, and what is written like one, in any letter case (GitHub for github)."""
    return source.has(name, fold=name[0].isupper()) or (
        bool(TECHNOLOGY.fullmatch(name.lower())) and _is_known_product(name.lower(), source)
    )


def _all_pieces(text: str, source: Source) -> bool:
    pieces = _PIECE.findall(text)
    return bool(pieces) and all(source.has(piece) or source.has_amount(piece) for piece in pieces)


def _is_known_product(name: str, source: Source) -> bool:
    """A product is the same in other letters (Redis, redis), and one of them has two names."""
    other = {"postgresql": "postgres", "postgres": "postgresql"}.get(name, "")
    return source.has(name, fold=True) or source.has(other, fold=True)


_STANDS: dict[str, Callable[[str, Source], bool]] = {
    "date": lambda text, source: source.has_day(text),
    "quoted": lambda text, source: source.quotes(text[1:-1]),
    "amount": lambda text, source: source.has_amount(text),
    "number": lambda text, source: source.has_amount(text),
    "version": _is_known_version,
    "code": _is_known_code,
    "call": _is_known_code,
    "sha": _is_known_commit,
    "url": _is_known_url,
    "path": _is_known_path,
    "file": _is_known_path,
    "package": _is_known_path,
    "kebab": _is_known_compound,
    "acronym": _is_known_term,
    "flag": _is_known_term,
    "template": _is_known_term,
    "camel": _is_known_class,
}


def _amounts(text: str) -> Iterator[tuple[str, str]]:
    """Every number with its unit ("" where none follows); small ones also where they are spelled."""
    for found in _AMOUNT.finditer(_MOMENT.sub(" ", _GROUPED.sub("", text))):
        word = found[2] or ""
        unit = word.strip()
        if word[:1].isspace() or unit in _UNITS or unit in _MULTIPLES or not unit:
            yield found[1], _UNITS.get(unit, "")
    for found in _COUNTED.finditer(text):
        yield _SPELLED[found[1]], _UNITS.get(found[2] or "", "")


def _plain(text: str) -> str:
    return " ".join(text.translate(_QUOTES).split())
