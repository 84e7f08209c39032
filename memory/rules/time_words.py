"""Reads the time that a question names ("last week", "in March 2023", "since Monday") as a period to weigh by."""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from memory.rules.languages.word_lists import all_pairs

_LONGEST = 2000  # letters of a question that are read
EVER = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Period:
    """From `first` until before `last`, both aware; `words` are those of the question that name it.

    An open beginning is 1970; an open end is the day after the one on which the question is asked.
    """

    first: datetime
    last: datetime
    words: str

    @property
    def is_dated(self) -> bool:
        """Whether its words are a date or a year, which facts say too; "last week" and "3 days ago" they do not."""
        return any(letter.isdigit() for letter in _COUNTED.sub("", self.words))


_Days = tuple[date, date]


def _numbered(name: str) -> dict[str, int]:
    return {word: int(number) for word, number in all_pairs("time_words", name).items()}


_MONTHS, _DAYS, _NUMBERS, _UNITS = map(_numbered, ("months", "weekdays", "numbers", "units"))


def _any(names: object) -> str:
    return "(?:" + "|".join(sorted(names, key=len, reverse=True)) + ")"  # type: ignore[call-overload]


_COUNTED = re.compile(rf"\d+(?:\sof)?\s{_any(_UNITS)}", re.I)
_MONTH, _DAY, _UNIT = f"({_any(_MONTHS)})", f"({_any(_DAYS)})", f"({_any(_UNITS)})"
_COUNT = rf"(?:an?\s(?=few|couple)|ein(?=\spaar))?\s?(\d{{1,3}}|{_any(_NUMBERS)})(?:\sof)?"
_YEAR = r"((?:19|20)\d\d)"
_LAST = r"(?:the\s)?(?:last|past|previous|letzte[nrsm]?|vergangene[nrsm]?|vorige[nrsm]?|(?:el|la)\súltim[oa])"
_THIS = r"(?:this|the\scurrent|diese[nrsm]?|est[ea])"
_OPENED = "(?:" + "|".join(rf"(?<={word}\s)" for word in "since after before until seit nach vor bis ab".split()) + ")"
_WITHIN = rf"(?:(?:in|of|from|during|throughout|by|im|en|de|desde|durante)\s|{_OPENED})"


def period_in(question: str, *, now: datetime) -> Period | None:
    """As `_period_in`; None too where what it names is beyond the calendar (9999-12-31)."""
    try:
        return _period_in(question, now)
    except (OverflowError, ValueError):
        return None


def _period_in(question: str, now: datetime) -> Period | None:
    """The period that `question` names, seen from `now` (aware, the asker's own clock); None where it names none.

    Two moments joined by and, to or until span the time between; since, after and before open one end. A date
    of the calendar holds before words that are relative to now, and "two weeks before" it begins there.
    """
    text = question.lower()[:_LONGEST]
    found = _moments(text, now.date())
    if not found:
        return None
    start, end, (first, last) = found[0]
    following = found[1] if len(found) > 1 else None
    if following and _TO.fullmatch(text, end, following[0]):
        last = max(last, following[2][1]) if first <= following[2][0] else following[2][1]
        return _period(_no_later(first, following[2][0]), last, question[start : following[1]], now)
    if lead := _LEAD.search(text[:start]):
        days = _number(lead[1] or "a") * _UNITS[lead[2]]
        return _period(first - timedelta(days=days), last, question[lead.start() : end], now)
    start, opened, last = _opened(text[:start], start, first, last, now.date())
    return _period(opened, last, question[start:end], now)


def _no_later(first: date, other: date) -> date:
    """`first`, in the other date's year where its own was a guess ("from March 3 to March 9, 2025")."""
    return first if first <= other else first - timedelta(days=365 * (first.year - other.year))


_TO = re.compile(r"\s*(?:and|to|until|till|through|und|bis|y|hasta|a|-|–)\s*(?:the\s)?")
_LEAD = re.compile(rf"(?:\b{_COUNT}\s|\bthe\s){_UNIT}\s(?:before|prior\sto)\s(?:the\s)?$")
_OPENERS = (
    (r"(?:since|seit|ab|desde)\s(?:the\s|el\s)?$", "since"),
    (r"(?:after|nach|después\sde(?:l)?)\s(?:the\s|el\s)?$", "after"),
    (r"(?:before|until|till|prior\sto|vor|bis|antes\sde(?:l)?|hasta)\s(?:the\s|el\s)?$", "before"),
)


def _opened(before: str, start: int, first: date, last: date, today: date) -> tuple[int, date | None, date]:
    """Where the words begin, and the ends of the period with the word before it heard."""
    for pattern, kind in _OPENERS:
        if match := re.search(r"\b" + pattern, before):
            if kind == "before":
                return match.start(), None, first
            return match.start(), last if kind == "after" else first, max(today + timedelta(days=1), last)
    return start, first, last


def _period(first: date | None, last: date, words: str, now: datetime) -> Period:
    begin = datetime.combine(first, time(), now.tzinfo) if first else EVER
    return Period(begin, datetime.combine(last, time(), now.tzinfo), words.strip())


def _moments(text: str, today: date) -> list[tuple[int, int, _Days]]:
    """Where time is named, and its days, in order: dates of the calendar, or else what is relative to now."""
    return _named(_DATES, text, today) or _named(_RELATIVE, text, today)


def _named(rules: "_Rules", text: str, today: date) -> list[tuple[int, int, _Days]]:
    """All that the rules find; of those that overlap the earlier rule holds."""
    found: list[tuple[int, int, _Days]] = []
    for pattern, rule in rules:
        for match in pattern.finditer(text):
            if any(start < match.end() and match.start() < end for start, end, _ in found):
                continue
            if days := rule(match.groups(), today):
                found.append((match.start(), match.end(), days))
    return sorted(found)


_Rule = Callable[[tuple[str, ...], date], _Days | None]


def _one(day: date) -> _Days:
    return day, day + timedelta(days=1)


def _day(year: str | None, month: int, day: str, today: date) -> _Days | None:
    """That day; without a year the latest that is not to come (a leap day is years ago)."""
    for guess in [int(year)] if year else range(today.year, today.year - 9, -1):
        with suppress(ValueError):
            moment = date(guess, month, int(day))
            if year or moment <= today:
                return _one(moment)
    return None


def _month(year: int, month: int) -> _Days:
    """That month; months beyond December are those of the years after."""
    first, following = divmod(year * 12 + month - 1, 12), divmod(year * 12 + month, 12)
    return date(first[0], first[1] + 1, 1), date(following[0], following[1] + 1, 1)


def _latest_month(groups: tuple[str, ...], today: date) -> _Days:
    month = _MONTHS[groups[0]]
    return _month(today.year - (month > today.month), month)


def _iso_month(groups: tuple[str, ...], today: date) -> _Days | None:
    return _month(int(groups[0]), int(groups[1])) if 1 <= int(groups[1]) <= 12 else None


def _quarter(groups: tuple[str, ...], today: date) -> _Days:
    first = 3 * int(groups[0]) - 2
    year = int(groups[1]) if groups[1] else today.year - (first > today.month)
    return _month(year, first)[0], _month(year, first + 2)[1]


def _unit(ago: int) -> _Rule:
    """The calendar's own day, week, month or year, `ago` of them back."""

    def rule(groups: tuple[str, ...], today: date) -> _Days:
        length = _UNITS[groups[0]]
        if length == 365:
            return date(today.year - ago, 1, 1), date(today.year - ago + 1, 1, 1)
        if length == 30:
            return _month(today.year, today.month - ago)
        first = today - timedelta(days=(today.weekday() if length == 7 else 0) + ago * length)
        return first, first + timedelta(days=length)

    return rule


def _number(word: str) -> int:
    return int(word) if word.isdigit() else _NUMBERS[word]


def _past(groups: tuple[str, ...], today: date) -> _Days:
    return today - timedelta(days=_number(groups[0]) * _UNITS[groups[1]]), today + timedelta(days=1)


def _ago(groups: tuple[str, ...], today: date) -> _Days:
    """As exact as its unit: three days ago is a day, three weeks ago is half a week around that day."""
    length = _UNITS[groups[1]]
    about = today - timedelta(days=_number(groups[0]) * length)
    return about - timedelta(days=length // 2), about + timedelta(days=length // 2 + 1)


def _weekday(groups: tuple[str, ...], today: date) -> _Days:
    """The latest such day before today."""
    return _one(today - timedelta(days=(today.weekday() - _DAYS[groups[0]] - 1) % 7 + 1))


def _weekend(groups: tuple[str, ...], today: date) -> _Days:
    saturday = today - timedelta(days=(today.weekday() - 5 - 1) % 7 + 1)
    return saturday, saturday + timedelta(days=2)


def _back(days: int) -> _Rule:
    return lambda groups, today: _one(today - timedelta(days=days))


_Rules = tuple[tuple[re.Pattern[str], _Rule], ...]


def _rules(*table: tuple[str, _Rule]) -> _Rules:
    return tuple((re.compile(rf"(?<![\w-]){pattern}(?![\w-])"), rule) for pattern, rule in table)


_DATES = _rules(
    (r"(\d{4})-(\d\d)-(\d\d)", lambda found, today: _day(found[0], int(found[1]), found[2], today)),
    (rf"{_YEAR}-(\d\d)", _iso_month),
    (
        rf"(\d{{1,2}})(?:st|nd|rd|th|\.)?\s(?:of\s|de\s)?{_MONTH}(?:,?\s(?:de\s|del\s)?{_YEAR})?",
        lambda found, today: _day(found[2], _MONTHS[found[1]], found[0], today),
    ),
    (
        rf"{_MONTH}\s(\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s{_YEAR})?",
        lambda found, today: _day(found[2], _MONTHS[found[0]], found[1], today),
    ),
    (
        rf"{_MONTH}(?:,?\s(?:of\s|de\s|del\s)?){_YEAR}",
        lambda found, today: _month(int(found[1]), _MONTHS[found[0]]),
    ),
    (
        rf"{_WITHIN}(?:the\syear\s|jahre?\s)?{_YEAR}",
        lambda found, today: (date(int(found[0]), 1, 1), date(int(found[0]) + 1, 1, 1)),
    ),
    (rf"q([1-4])\s(?:of\s)?{_YEAR}", _quarter),
)
_RELATIVE = _rules(
    (rf"(?:{_WITHIN}|{_LAST}\s|{_THIS}\s)(?:early\s|late\s|mid[\s-]?|anfang\s|ende\s|mitte\s)?{_MONTH}", _latest_month),
    (r"q([1-4])()", _quarter),
    (r"(?:the\sday\sbefore\syesterday|vorgestern|anteayer)", _back(2)),
    (r"(?:yesterday|last\snight|gestern|ayer)", _back(1)),
    (r"(?:today|this\s(?:morning|afternoon|evening)|tonight|heute|hoy)", _back(0)),
    (rf"{_COUNT}\s{_UNIT}\s(?:ago|back|earlier)", _ago),
    (rf"(?:vor|hace)\s{_COUNT}\s{_UNIT}", _ago),
    (rf"(?:{_LAST}|(?:den|die)\sletzten|(?:los|las)\súltim[oa]s)\s{_COUNT}\s{_UNIT}", _past),
    (rf"(?:{_LAST})\s(?:weekend|wochenende)", _weekend),
    (rf"(?:{_LAST})\s{_UNIT}", _unit(1)),
    (rf"(?:la|el)\s{_UNIT}\spasad[oa]", _unit(1)),
    (rf"{_THIS}\s{_UNIT}", _unit(0)),
    (rf"(?:(?:{_LAST}|on|am|el)\s|{_OPENED}){_DAY}", _weekday),
)
