"""A step of distilling: writes relative dates as ISO dates, seen from the developer's own clock."""

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta

from memory.rules.dates import foreign as foreign_dates

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "couple": 2, "few": 3,
}  # fmt: skip
_COUNT = r"(?:\d{1,3}|an?(?:\s(?:couple|few)(?:\sof)?)?|one|two|three|four|five|six|seven|eight|nine|ten)"
_UNIT = r"(?:minute|min|hour|hr|day|week|month|year)s?"
_PART = r"(?:\s(?:morning|afternoon|evening|night|noon|midnight))?"
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?)"
)
_SPANS = (
    ("iso", r"\b[12]\d{3}-\d\d-\d\d\b"),
    ("before_yesterday", rf"\bthe\sday\sbefore\syesterday{_PART}\b"),
    ("after_tomorrow", rf"\bthe\sday\safter\stomorrow{_PART}\b"),
    ("yesterday", rf"\byesterday{_PART}\b|\blast\snight\b"),
    ("today", r"\b(?:earlier\s|later\s)?today\b|\bthis\s(?:morning|afternoon|evening)\b|\btonight\b"),
    ("tomorrow", rf"\btomorrow{_PART}\b"),
    ("ago", rf"\b(?P<ago_n>{_COUNT})\s(?P<ago_u>{_UNIT})\s(?:ago|earlier|back)\b"),
    ("ahead",
        rf"\bin\s(?P<in_n>{_COUNT})\s(?P<in_u>(?:day|week|month|year)s?)(?:['’]\stime)?(?=[\s.,;!?)]|$)(?!\sold)"),
    ("last_day", rf"\b(?:last|past)\s(?P<last_d>{_DAY}){_PART}\b"),
    ("next_day", rf"\bnext\s(?P<next_d>{_DAY}){_PART}\b"),
    ("this_day",
        rf"\b(?P<day_w>this\s|on\s|by\s|until\s|till\s|before\s|since\s|from\s|for\s|after\s|"
        rf"due\s)(?P<this_d>{_DAY}){_PART}\b(?!s)"),
    ("week", r"\b(?:(?P<week_w>last|next|this|previous|coming)\sweek)\b(?:['’]s)?"),
    ("month", r"\b(?:(?P<month_w>last|next|this|previous|coming)\smonth)\b(?:['’]s)?"),
    ("year", r"\b(?P<year_w>last|next|this|previous)\syear\b(?:['’]s)?"),
    ("month_end", r"\b(?:by\s)?(?:the\s)?end\sof\s(?:the\s|this\s)(?P<end_u>week|month|year)\b|\bEO(?P<eo>[DWMY])\b"),
    ("named",
        rf"\b(?:{_MONTH}\.?\s\d{{1,2}}(?:st|nd|rd|th)?|\d{{1,2}}(?:st|nd|rd|"
        rf"th)?(?:\sof)?\s{_MONTH})\b(?:,?\s[12]\d{{3}}\b)?(?!\s?%|\s?[-–]\s?\d)"),
    ("foreign", foreign_dates.PATTERN),
)  # fmt: skip
_PATTERN = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in _SPANS), re.IGNORECASE)
# In a line of plain letters a date has one of these as a whole word, which is cheaper to find than the patterns.
_HINT_WORDS = frozenset(
    """today yesterday tonight tomorrow ago earlier back days day weeks week months month years year night morning
    afternoon evening noon midnight minutes minute hours hour monday tuesday wednesday thursday friday saturday sunday
    eod eow eom eoy jan january feb february mar march apr april may jun june jul july aug august sep sept september oct
    october nov november dec december""".split()
)
_PLAIN_WORD = re.compile(r"[a-z]+")
_RECURRING = re.compile(r"\b(?:every|each|any|never|always|on\s\w+days|weekly|daily)\b", re.IGNORECASE)
_CODE = re.compile(r"`[^`\n]*`|\"[^\"\n]*\"")


def absolute_dates(text: str, *, now: datetime) -> str:
    """`text` with yesterday, last Friday, 3 days ago … as ISO dates; `now` is aware, in the developer's own zone.

    Days become `2026-03-18`, months `2026-03`, weeks `the week of 2026-03-16`. Code spans, quoted texts and
    recurring days (every Friday, never on Mondays) stay as they are.
    """
    return "\n".join(_dated(line, now) if _has_hint(line) else line for line in text.split("\n"))


def found_dates(line: str, *, now: datetime) -> list[tuple[int, int, str, str]]:
    """Return `(start, end, kind, written)` of what may be a date in a line, as `absolute_dates` writes it."""
    if not _has_hint(line):
        return []
    spans = ((match, _written(match, line, now)) for match in _PATTERN.finditer(line))
    return [(*match.span(), match.lastgroup or "iso", value) for match, value in spans if value != match[0]]


def _has_hint(line: str) -> bool:
    folded = line.lower()
    return not _HINT_WORDS.isdisjoint(_PLAIN_WORD.findall(folded)) or foreign_dates.may_be_dated(folded)


def _dated(line: str, now: datetime) -> str:
    quoted = [match.span() for match in _CODE.finditer(line)]

    def resolve(match: re.Match[str]) -> str:
        if any(start <= match.start() < end for start, end in quoted):
            return match[0]
        return _written(match, line, now)

    return _PATTERN.sub(resolve, line)


def _written(match: re.Match[str], line: str, now: datetime) -> str:
    """The date as it is written in place of the words; the words themselves where they are none."""
    if line.startswith(("(", "_"), match.end()) or line.endswith(("date.", "time."), 0, match.start()):
        return match[0]  # a call
    try:
        return _RULES[match.lastgroup or "iso"](match, line, now)
    except (OverflowError, ValueError):
        return match[0]  # beyond the calendar


def _iso(match: re.Match[str], text: str, now: datetime) -> str:
    return match[0]


def _shifted(days: int) -> Callable[[re.Match[str], str, datetime], str]:
    def rule(match: re.Match[str], text: str, now: datetime) -> str:
        return _on(match, text, now.date() + timedelta(days=days))

    return rule


def _on(match: re.Match[str], text: str, day: date) -> str:
    """The day itself; `yesterday's deploy` becomes `the deploy of` no more than `2026-03-18's deploy`."""
    return day.isoformat()


def _number(word: str) -> int:
    words = word.lower().split()
    return int(words[0]) if words[0].isdigit() else max(_NUMBERS.get(part, 1) for part in words)


def _moved(now: datetime, amount: int, unit: str) -> str:
    unit = unit.lower().rstrip("s")
    if unit in ("minute", "min", "hour", "hr"):
        return (now + timedelta(**{("minutes" if unit.startswith("min") else "hours"): amount})).date().isoformat()
    if unit in ("day", "week"):
        return (now.date() + timedelta(days=amount * (7 if unit == "week" else 1))).isoformat()
    months = now.year * 12 + now.month - 1 + amount * (12 if unit == "year" else 1)
    return f"{months // 12:04d}" if unit == "year" else f"{months // 12:04d}-{months % 12 + 1:02d}"


def _ago(match: re.Match[str], text: str, now: datetime) -> str:
    return "on " + _moved(now, -_number(match["ago_n"]), match["ago_u"])


def _ahead(match: re.Match[str], text: str, now: datetime) -> str:
    before = text[max(0, match.start() - 40) : match.start()].lower()
    if re.search(r"(?:expires?|rotated?|every|within|times?|per|retention|ttl)\s*$|\b(?:once|twice)\b", before):
        return match[0]  # a span of time, not a day
    return "on " + _moved(now, _number(match["in_n"]), match["in_u"])


def _weekday(now: datetime, name: str, *, past: bool) -> date:
    distance = (_DAYS.index(name.lower()) - now.weekday()) % 7
    if past:
        return now.date() - timedelta(days=(7 - distance) if distance else 7)
    return now.date() + timedelta(days=distance or 7)


def _last_day(match: re.Match[str], text: str, now: datetime) -> str:
    return _weekday(now, match["last_d"], past=True).isoformat()


def _next_day(match: re.Match[str], text: str, now: datetime) -> str:
    """Next Friday is the one of next week, as most people mean it, unless it is said on the weekend before."""
    monday = now.date() + timedelta(days=7 - now.weekday())
    return (monday + timedelta(days=_DAYS.index(match["next_d"].lower()))).isoformat()


def _this_day(match: re.Match[str], text: str, now: datetime) -> str:
    if _RECURRING.search(text[max(0, match.start() - 60) : match.start()]):
        return match[0]
    word = match["day_w"].strip().lower()
    past = word == "since" or (word in ("on", "from", "before", "after") and _tells_past(text, match))
    day = _weekday(now, match["this_d"], past=past).isoformat()
    return day if word == "this" else f"{match['day_w']}{day}"


def _tells_past(text: str, match: re.Match[str]) -> bool:
    clause = text[max(0, match.start() - 80) : match.end() + 30]
    if re.search(r"\bto (?!be\b)\w+\b[^.]*$", text[max(0, match.start() - 50) : match.start()]):
        return False  # `decided to ship on Friday`
    if re.search(r"\b(?:will|shall|going to|next|must|should|until|planned|scheduled|freeze)\b", clause, re.IGNORECASE):
        return False
    return bool(
        re.search(r"\b(?:was|were|had|did|\w{2,}ed|broke|went|began|found|chose|fell|got|made|ran|took)\b", clause)
    )


def _week(match: re.Match[str], text: str, now: datetime) -> str:
    shift = {"last": -7, "previous": -7, "next": 7, "coming": 7, "this": 0}[match["week_w"].lower()]
    monday = now.date() - timedelta(days=now.weekday()) + timedelta(days=shift)
    return _after_preposition(match, text, f"the week of {monday.isoformat()}", "in ")


def _month(match: re.Match[str], text: str, now: datetime) -> str:
    shift = {"last": -1, "previous": -1, "next": 1, "coming": 1, "this": 0}[match["month_w"].lower()]
    return _after_preposition(match, text, _moved(now, shift, "month"), "in ")


def _year(match: re.Match[str], text: str, now: datetime) -> str:
    shift = {"last": -1, "previous": -1, "next": 1, "this": 0}[match["year_w"].lower()]
    return _after_preposition(match, text, _moved(now, shift, "year"), "in ")


def _after_preposition(match: re.Match[str], text: str, value: str, preposition: str) -> str:
    before = text[max(0, match.start() - 12) : match.start()].rstrip().lower()
    has_one = before.endswith(
        (" in", " by", " until", " till", " of", " since", " for", " before", " after", " from", " the")
    )
    return value if has_one or match[0].endswith("s") else preposition + value


def _month_end(match: re.Match[str], text: str, now: datetime) -> str:
    unit = (
        match["end_u"] or {"D": "day", "W": "week", "M": "month", "Y": "year"}[(match["eo"] or "D").upper()]
    ).lower()
    prefix = "by " if match[0].lower().startswith("by ") else ""
    if unit == "day":
        return prefix + now.date().isoformat()
    if unit == "week":
        return (
            prefix
            + (now.date() + timedelta(days=4 - now.weekday() if now.weekday() < 5 else 6 - now.weekday())).isoformat()
        )
    if unit == "year":
        return f"{prefix}{now.year}-12-31"
    first = date(now.year + now.month // 12, now.month % 12 + 1, 1)
    return prefix + (first - timedelta(days=1)).isoformat()


_DATED_BY = re.compile(
    r"\b(?:on|by|until|till|since|from|before|after|due|starting|of|in|at|vom|am|bis|le|el|il|em|dal)\s$", re.IGNORECASE
)
_YEAR = re.compile(r"[12]\d{3}$")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH_NAME = re.compile("|".join(_MONTHS), re.IGNORECASE)
_DAY_NUMBER = re.compile(r"\d{1,2}")


def _named(match: re.Match[str], text: str, now: datetime) -> str:
    """`on March 12` is a day of this year; `a bug with February 29` is a day of every year and stays."""
    told = _YEAR.search(match[0]) or _DATED_BY.search(text[max(0, match.start() - 12) : match.start()])
    return _parsed(match, now) if told else match[0]


def _foreign(match: re.Match[str], text: str, now: datetime) -> str:
    return foreign_dates.resolved(match[0], text, match.start(), now.date()) or match[0]


def _parsed(match: re.Match[str], now: datetime) -> str:
    """The day that a month's name and one or two numbers mean; itself where no calendar has it (February 30)."""
    year, month, day = _YEAR.search(match[0]), _MONTH_NAME.search(match[0]), _DAY_NUMBER.search(match[0])
    assert month and day, "the pattern has both"
    try:
        return date(int(year[0]) if year else now.year, _MONTHS.index(month[0].lower()) + 1, int(day[0])).isoformat()
    except ValueError:
        return match[0]


_RULES: dict[str, Callable[[re.Match[str], str, datetime], str]] = {
    "iso": _iso, "before_yesterday": _shifted(-2), "after_tomorrow": _shifted(2), "yesterday": _shifted(-1),
    "today": _shifted(0), "tomorrow": _shifted(1), "ago": _ago, "ahead": _ahead, "last_day": _last_day,
    "next_day": _next_day, "this_day": _this_day, "week": _week, "month": _month, "year": _year,
    "month_end": _month_end, "named": _named, "foreign": _foreign,
}  # fmt: skip
