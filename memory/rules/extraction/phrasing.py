"""Words a sentence so that it stands alone, by leaving out what leads it in; no literal is touched."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta

from memory.rules.dates import foreign
from memory.rules.extraction.words import length
from memory.rules.languages.word_lists import regex

SHORTEST = 25  # characters of a fact
# What kind of thing follows, never what it is about.
_LABEL = re.compile(
    rf"^(?:the )?{regex('labels', 'labels')}s?(?:\s*#?\d{{1,2}})?(?:\s*\([^)]{{1,40}}\))?\s*(?::|：|—|–|\s-\s|->|→)\s*",
    re.IGNORECASE,
)
_MARK = re.compile(
    r"^(?:[-*•·▪–—>#]+\s+|\(?\d{1,2}[.)]\s+|"
    r"[\u2190-\u21ff\u2300-\u27bf\u2b00-\u2bff\ufe0f\u200d\U0001f000-\U0001faff]+\s*)+"
)
# What answers ("no, …", "done: …") needs a sign behind it: "No retries are made", "Fixed width columns …" begin alike.
_CONNECTIVE = re.compile(
    r"^(?:(?:so|also|now|but|and|or|then|additionally|furthermore|moreover|however|therefore|finally|basically|actually|"
    r"never ?mind|note that|so that means|that said|in short|in other words|ok(?:ay)?|good news|got it)"
    r"(?:\s*[,:—–!.])?|(?:yes|no|right|perfect|great|done|fixed)\s*[,:—–!.])\s+(?=\S)",
    re.IGNORECASE,
)
_PAST = (
    r"(?:[a-z]{2,}ed|went|chose|did|made|kept|found|put|wrote|left|split|set|built|took|ran|swapped|cut|hit|drew|"
    r"rebuilt|rewrote|saw|gave|got|sent|let)"
)
_SAYS_I = re.compile(
    r"^(?:i|we)(?:['’]ve| have|['’]d)?\s+"
    r"(?=(?:(?:also|just|already|now|deliberately|intentionally|then|only)\s+){0,2}"
    rf"{_PAST}\b(?!\s+like\b))",
    re.IGNORECASE,
)
_TRAILING = re.compile(r"\s*[:：,;—–-]+\s*$")
# Who reads these without the conversation asks: which? who? where?
_LEANING_WORDS = re.compile(
    r"^(?:it|this|that|these|those|they|he|she|here|there(?:['’]s| is| are)?|so|then|now|also|but|and|or|both|"
    r"all (?:of )?(?:them|these)|the (?:following|above|latter|former|other)|same|such|another|each of (?:these|them)|"
    r"i|i['’]m|i['’]ve|i['’]ll|i['’]d|we|let me|let['’]s|you|your|my|our|"
    r"here(?:['’]s| is| are)|let me|want me|would you|should i|shall i|do you|can you|could you)\b",
    re.IGNORECASE,
)
_LEANING_FORM = (
    re.compile(r"[:,：，]\s*\.?$|\b(?:developer|user) am\b|\b(?:as follows|see below|below:)", re.IGNORECASE),
    re.compile(r"^[a-z]+ing\b[^.]{0,60}\.?$"),
    re.compile(r"^[^a-zA-Z`\"'(\[/.#<@$\w]"),
    _LABEL,
)
_ASKS = re.compile(r"[?？]\s*[\"'”)]*$")
_PERSON = re.compile(r"(?<![\w`/.@-])(?:I|I['’](?:m|ve|ll|d)|my|me|mine|myself)(?![\w`/'’-])")
_SELF = re.compile(r"\b(?:i|me|my|mine|myself)\b")
_MENTION = re.compile(r"(?<![\w`/.(\"'@])@[A-Za-z][\w-]{1,38}(?![\w/.(-])")
_DAYS = {"yesterday": -1, "today": 0, "tomorrow": 1}
_DAY_ABROAD = re.compile(rf"(?<![`/.-])(?:{foreign.PATTERN})(?![`/])(?! ?[(（]\d)", re.IGNORECASE)
_DAY = re.compile(rf"(?<![\w`/.-])(?:{'|'.join(_DAYS)})(?![\w`/'’-])(?! \()", re.IGNORECASE)
_CODE = re.compile(r"(`+)(?!`).{1,600}?(?<!`)\1(?!`)", re.DOTALL)


def phrased(text: str) -> tuple[str, str]:
    """`text` without list marks, general labels, connectives, and "I" before what was done; and the label."""
    bare, label = _MARK.sub("", text).strip(), ""
    found = _LABEL.match(bare)
    if found and len(bare) - found.end() > 15:
        bare, label = bare[found.end() :].strip(), found[0]
    for lead_in in (_CONNECTIVE, _SAYS_I):
        shorter = lead_in.sub("", bare, count=1)
        if len(shorter) > 15:
            bare = shorter
    return _capital(bare), label


def _capital(text: str) -> str:
    """`text` with a capital, where it begins with a plain word in small letters."""
    first = text.split(" ", 1)[0].rstrip(",;")
    return text[:1].upper() + text[1:] if first.isalpha() and first.islower() and " " in text else text


def of_oneself(said: str) -> bool:
    """Whether a sentence, said in English, is about the one who says it."""
    return bool(_SELF.search(said))


def stands_alone(text: str, said: str = "") -> bool:
    """Whether a reader who was not there understands what `text` is about, and that it states something.

    `said` are its words in English where they are of another language.
    """
    if length(text) < SHORTEST or _ASKS.search(text) or any(pattern.search(text) for pattern in _LEANING_FORM):
        return False
    if _LEANING_WORDS.search(said.removeprefix("now ") or text) or of_oneself(said):
        return False
    prose = _CODE.sub(" ", text)
    return not _PERSON.search(prose) and not _MENTION.search(prose)


def finished(text: str, now: datetime) -> str:
    """The fact as it is stored: ends like a sentence, and a day that is told from today's has its date beside it."""
    text = _TRAILING.sub("", text)
    if text[-1:].isalnum() or text[-1:] in ")`\"'”’]":
        text += "。" if re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", text[-20:]) else "."
    masked = _CODE.sub(lambda found: "`" * len(found[0]), text)
    for end, date in sorted([*_days(masked, now), *_days_abroad(masked, now)], reverse=True):
        text = f"{text[:end]} ({date}){text[end:]}"
    return text


def _days(text: str, now: datetime) -> Iterator[tuple[int, str]]:
    """Where each day that is told from today's ends, and its date."""
    for day in _DAY.finditer(text):
        date = now + timedelta(days=_DAYS[day[0].lower()])
        yield day.end(), f"{date:%Y-%m-%d}"


def _days_abroad(text: str, now: datetime) -> Iterator[tuple[int, str]]:
    """The same of other languages; `hier` is a day in French alone."""
    if not foreign.may_be_dated(text.lower()):
        return
    for day in _DAY_ABROAD.finditer(text):
        date = foreign.resolved(day[0], text, day.start(), now.date())
        if date:
            yield day.end(), date
