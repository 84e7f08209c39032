"""Writes the date beside a word that counts from the moment of speaking, "yesterday (2026-03-18)", and changes none."""

import re
from datetime import datetime

from memory.rules.dates.english import found_dates
from memory.rules.languages.word_lists import regex

# Of these only the moment of speaking tells which day is meant; "in a month" is more often a length than a date.
_SPOKEN = frozenset(
    "before_yesterday after_tomorrow yesterday today tomorrow ago last_day next_day week month year foreign".split()
)
_VALUE = re.compile(r"(?:in |on )?((?:the week of )?\d{4}(?:-\d\d){0,2})")
# A code span, a quotation, or what stands in brackets: somebody else's words, or a name.
_APART = re.compile(r"`+[^`]*`+|\"[^\"\n]*\"|“[^”\n]*”|«[^»\n]*»|「[^」\n]*」|'[^'\n]*'(?!\w)|\[[^\]\n]*\]")
_FENCE = re.compile(r"^\s*(?:```|~~~)")
# What happens again and again has no date: "loads yesterday's rows every night".
_RECURS = re.compile(rf"(?<!\w){regex('dates', 'recurs')}(?!\w)|{regex('dates', 'recurs_joined')}", re.IGNORECASE)
# A limit, not a day: "older than two weeks ago".
_LIMIT = re.compile(regex("dates", "limits"), re.IGNORECASE)
_NAMED_BEFORE = re.compile(regex("dates", "named_before"), re.IGNORECASE)
_NAMED_BEHIND = re.compile(rf"[ -]{regex('dates', 'named_behind')}", re.IGNORECASE)
_HAS_ITS_DATE = re.compile(r"[\s,(（]{1,3}(?:the week of )?\d{4}-\d\d")
_GLUED_BEFORE, _GLUED_BEHIND = frozenset("_/.-=([{<@#$%&|\\:+*~"), frozenset("_/=([{<@#$%&|\\+*~")


def dates_beside(text: str, *, now: datetime) -> str:
    """Return `text` with an ISO date in brackets behind each word that is a date of the speaker; `now` is aware.

    Nothing else is added or changed. Where it is doubtful whether a word is such a date, it stays alone.
    """
    lines, fenced = [], False
    for line in text.split("\n"):
        if _FENCE.match(line):
            fenced = not fenced
        lines.append(line if fenced or line.startswith(("    ", "\t", "|", ">")) else _dated(line, now))
    return "\n".join(lines)


def _dated(line: str, now: datetime) -> str:
    apart = [span.span() for span in _APART.finditer(line)]
    parts: list[str] = []
    done = 0
    for start, end, kind, written in found_dates(line, now=now):
        value = _VALUE.fullmatch(written)
        if kind not in _SPOKEN or not value or any(first <= start < last for first, last in apart):
            continue
        end += 2 if line.startswith(("'s", "’s"), end) else 0
        if _is_spoken(line, start, end, kind):
            parts += (line[done:end], f"（{value[1]}）" if line[end - 1] >= "\u3000" else f" ({value[1]})")
            done = end
    return "".join(parts) + line[done:]


def _is_spoken(line: str, start: int, end: int, kind: str) -> bool:
    before, behind = line[max(0, start - 24) : start], line[end : end + 24]
    word = line[start:end]
    if word.isupper() and word.isascii():
        return False  # a constant
    if before[-1:] in _GLUED_BEFORE or behind[:1] in _GLUED_BEHIND or behind[:1] == "-" or _HAS_ITS_DATE.match(behind):
        return False
    if kind == "ago" and (_LIMIT.search(before) or not line[:end].lower().endswith("ago")):
        return False
    if _NAMED_BEFORE.search(before) or _NAMED_BEHIND.match(behind):
        return False
    return not _RECURS.search(_sentence(line, start, end))


def _sentence(line: str, start: int, end: int) -> str:
    first = max(line.rfind(mark, 0, start) for mark in (". ", "; ", "! ", "? ", "。")) + 1
    last = min((at for mark in (". ", "; ", "! ", "? ", "。") if (at := line.find(mark, end)) >= 0), default=len(line))
    return line[first:last]
