"""What `gestern`, `il y a 3 jours`, `先週` mean, seen from a day; the words are in `languages/<code>/dates.txt`."""

import re
from datetime import date, timedelta

from memory.rules.languages.word_lists import all_pairs, by_language, regex


def _numbers(name: str) -> dict[str, int]:
    return {word: int(number) for word, number in all_pairs("dates", name).items()}


_DAYS, _WEEKS, _COUNTS = _numbers("days"), _numbers("weeks"), _numbers("counts")
_UNITS = _numbers("units") | _numbers("units_joined")
_WEEKDAY = {name: at for names in by_language("dates", "weekdays").values() for at, name in enumerate(names)}


def _any(words: list[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True)).replace("'", "['’]")


_NUMBER = rf"\d{{1,3}}|{_any(list(_COUNTS))}"
_NAMED = [*_DAYS, *_WEEKS]
PATTERN = (
    rf"(?<!\w)(?:{_any([word for word in _NAMED if ord(word[0]) < 0x3000])})(?!\w)|"
    rf"{_any([word for word in _NAMED if ord(word[0]) >= 0x3000])}|"
    rf"(?<!\w)(?:{regex('dates', 'ago')}) (?:{_NUMBER}) (?:{_any(list(_numbers('units')))})(?!\w)|"
    rf"(?:{_NUMBER}) ?(?:{_any(list(_numbers('units_joined')))})|(?<!\w)(?:{regex('dates', 'last')})(?!\w)"
)
_HINTS = frozenset(
    part for word in (*_NAMED, *_UNITS, *_WEEKDAY) for part in re.findall(r"[a-zа-яà-ÿ]+", word) if len(part) > 2
)
_WORD = re.compile(r"[^\W\d_]+")
_AROUND = 300  # characters on both sides of a word that tell its language
# Words that mean something else in the language around them, or at that place.
_MORNING = re.compile(r"(?:por|de|en|la|cada|esta) (?:la )?$", re.IGNORECASE)
_GERMAN = re.compile(r"\b(?:der|die|das|und|ist|nicht|wir|ein|eine|wird|sind|auf)\b", re.IGNORECASE)
_EACH = re.compile(r"(?:jeden|jedem|am|guten|diesen|heute|der|den|eines) $", re.IGNORECASE)
_FRENCH = re.compile(r"\b(?:le|la|les|est|une|des|pas|que|depuis|nous|on|du|au|parce|avec|dans|par)\b", re.IGNORECASE)
_TOMORROW = re.compile(r"^ (?:früh|abend|wird|werden|ist|sind|soll|um|ab|geht|läuft|kommt|machen|gibt)\b|^[,.]")


def may_be_dated(folded: str) -> bool:
    """Whether a line in small letters has a word that a date of another language needs; signs are always tried."""
    return not _HINTS.isdisjoint(_WORD.findall(folded)) or any(ord(sign) >= 0x3000 for sign in folded)


def resolved(found: str, line: str, start: int, today: date) -> str | None:
    """The ISO day or week that `found` names, or None where it is no date after all."""
    word = found.lower().replace("’", "'")
    if word in _DAYS:
        return None if _misread(word, line, start) else (today + timedelta(days=_DAYS[word])).isoformat()
    if word in _WEEKS:
        return (today - timedelta(days=today.weekday() - _WEEKS[word])).isoformat()
    return _counted(word, today) or _weekday(word, today)


def _misread(word: str, line: str, start: int) -> bool:
    end = start + len(word)
    before, after = line[max(0, start - _AROUND) : start], line[end : end + _AROUND]
    line = f"{before}{word}{after}"
    if word == "hier":  # yesterday in French, here in German and in English names
        return len(_FRENCH.findall(line)) <= len(_GERMAN.findall(line)) or not _FRENCH.search(line)
    if word == "morgen":  # tomorrow, or a morning
        return not _TOMORROW.match(after) or bool(_EACH.search(before))
    return word == "mañana" and bool(_MORNING.search(before))


def _counted(word: str, today: date) -> str | None:
    found = re.search(rf"({_NUMBER}) ?({_any(list(_UNITS))})$", word)
    if not found:
        return None
    many = int(found[1]) if found[1].isdigit() else _COUNTS[found[1]]
    return (today - timedelta(days=many * _UNITS[found[2]])).isoformat()


def _weekday(word: str, today: date) -> str | None:
    name = next((part for part in _WORD.findall(word) if part in _WEEKDAY), None)
    if name is None:
        return None
    return (today - timedelta(days=(today.weekday() - _WEEKDAY[name]) % 7 or 7)).isoformat()
