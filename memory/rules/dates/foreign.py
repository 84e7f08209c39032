"""Data and rules of dates in other languages: what `gestern`, `il y a 3 jours`, `先週` mean, seen from a day."""

import re
from datetime import date, timedelta

_DAYS = {
    "vorgestern": -2, "gestern": -1, "heute": 0, "morgen": 1, "übermorgen": 2, "avant-hier": -2, "hier": -1,
    "aujourd'hui": 0, "demain": 1, "après-demain": 2, "anteayer": -2, "ayer": -1, "hoy": 0, "mañana": 1,
    "pasado mañana": 2, "anteontem": -2, "ontem": -1, "hoje": 0, "amanhã": 1, "depois de amanhã": 2, "ieri": -1,
    "oggi": 0, "domani": 1, "позавчера": -2, "вчера": -1, "сегодня": 0, "завтра": 1, "послезавтра": 2,
    "昨天": -1, "前天": -2, "今天": 0, "明天": 1, "后天": 2, "昨日": -1, "一昨日": -2, "今日": 0, "本日": 0, "明日": 1,
}  # fmt: skip
_WEEKS = {
    "letzte woche": -7, "letzter woche": -7, "vergangene woche": -7, "nächste woche": 7, "nächster woche": 7,
    "la semaine dernière": -7, "la semaine prochaine": 7, "la semana pasada": -7, "la próxima semana": 7,
    "na semana passada": -7, "semana passada": -7, "na próxima semana": 7, "la settimana scorsa": -7,
    "上周": -7, "上个星期": -7, "下周": 7, "先週": -7, "来週": 7,
}  # fmt: skip
_UNITS = {
    "tag": 1, "tagen": 1, "tage": 1, "jour": 1, "jours": 1, "día": 1, "días": 1, "dia": 1, "dias": 1, "giorni": 1,
    "woche": 7, "wochen": 7, "semaine": 7, "semaines": 7, "semana": 7, "semanas": 7, "settimane": 7, "天前": 1,
    "日前": 1, "周前": 7, "週間前": 7,
}  # fmt: skip
_COUNTS = {
    "einem": 1, "einer": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "un": 1, "une": 1, "deux": 2, "trois": 3,
    "una": 1, "dos": 2, "tres": 3, "um": 1, "uma": 1, "dois": 2, "duas": 2, "três": 3, "两": 2, "三": 3,
}  # fmt: skip
_WEEKDAYS = (
    "montag dienstag mittwoch donnerstag freitag samstag sonntag",
    "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "lunes martes miércoles jueves viernes sábado domingo", "segunda terça quarta quinta sexta sábado domingo",
)  # fmt: skip
_WEEKDAY = {name: at for names in _WEEKDAYS for at, name in enumerate(names.split())}
_NAMES = "|".join(sorted(_WEEKDAY, key=len, reverse=True))
_SPACED = "|".join(sorted((w for w in (*_DAYS, *_WEEKS) if ord(w[0]) < 0x3000), key=len, reverse=True))
_JOINED = "|".join(sorted((w for w in (*_DAYS, *_WEEKS) if ord(w[0]) >= 0x3000), key=len, reverse=True))
_NUMBER = "|".join((r"\d{1,3}", *_COUNTS))
PATTERN = (
    rf"(?<!\w)(?:{_SPACED.replace(chr(39), chr(91) + chr(39) + '’' + chr(93))})(?!\w)|{_JOINED}|"
    rf"(?<!\w)(?:vor|il y a|hace|há) (?:{_NUMBER}) (?:tag(?:en|e)?|jours?|d[ií]as?|wochen?|semaines?|semanas?)(?!\w)|"
    rf"(?:\d{{1,3}}|两|三) ?(?:天前|日前|周前|週間前)|"
    rf"(?<!\w)(?:letzten? (?:{_NAMES})|(?:le |el |na )?(?:{_NAMES})(?:-feira)? (?:dernier|pasado|passad[ao]))(?!\w)"
)
HINTS = tuple(
    "gestern heute morgen hier hui demain ayer hoy mañana ontem hoje amanhã ieri oggi domani вчера сегодня завтра "
    "昨 今 明 前 后天 本日 上 下周 先週 来週 woche semaine semana vor jour hace há letzte dernier "
    "pasado passad settimana".split()
)
# Words that mean something else in the language around them, or at that place.
_MORNING = re.compile(r"(?:por|de|en|la|cada|esta) (?:la )?$", re.IGNORECASE)
_GERMAN = re.compile(r"\b(?:der|die|das|und|ist|nicht|wir|ein|eine|wird|sind|auf)\b", re.IGNORECASE)
_EACH = re.compile(r"(?:jeden|jedem|am|guten|diesen|heute|der|den|eines) $", re.IGNORECASE)
_FRENCH = re.compile(r"\b(?:le|la|les|est|une|des|pas|que|depuis|nous|on|du|au|parce|avec|dans|par)\b", re.IGNORECASE)
_TOMORROW = re.compile(r"^ (?:früh|abend|wird|werden|ist|sind|soll|um|ab|geht|läuft|kommt|machen|gibt)\b|^[,.]")


def resolved(found: str, line: str, start: int, today: date) -> str | None:
    """The ISO day or week that `found` names, or None where it is no date after all."""
    word = found.lower().replace("’", "'")
    if word in _DAYS:
        return None if _misread(word, line, start) else (today + timedelta(days=_DAYS[word])).isoformat()
    if word in _WEEKS:
        return (today - timedelta(days=today.weekday() - _WEEKS[word])).isoformat()
    return _counted(word, today) or _weekday(word, today)


def _misread(word: str, line: str, start: int) -> bool:
    after = line[start + len(word) :]
    if word == "hier":  # yesterday in French, here in German and in English names
        return len(_FRENCH.findall(line)) <= len(_GERMAN.findall(line)) or not _FRENCH.search(line)
    if word == "morgen":  # tomorrow, or a morning
        return not _TOMORROW.match(after) or bool(_EACH.search(line[:start]))
    return word == "mañana" and bool(_MORNING.search(line[:start]))


def _counted(word: str, today: date) -> str | None:
    found = re.search(rf"({_NUMBER}) ?({'|'.join(sorted(_UNITS, key=len, reverse=True))})$", word)
    if not found:
        return None
    many = int(found[1]) if found[1].isdigit() else _COUNTS[found[1]]
    return (today - timedelta(days=many * _UNITS[found[2]])).isoformat()


def _weekday(word: str, today: date) -> str | None:
    name = next((part for part in re.findall(r"\w+", word) if part in _WEEKDAY), None)
    if name is None:
        return None
    back = (today.weekday() - _WEEKDAY[name]) % 7 or 7
    return (today - timedelta(days=back)).isoformat()
