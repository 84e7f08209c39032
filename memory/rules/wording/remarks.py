"""A step of wording: takes clauses and parentheses off a sentence that are about people and moods alone."""

import re

from memory.rules.languages import is_english
from memory.rules.languages.word_lists import regex
from memory.rules.literals import literals
from memory.rules.persons import PERSON, mark_persons
from memory.rules.persons.east_asian import is_east_asian
from memory.rules.vocabulary import TECHNICAL, TECHNICAL_PARTS, TECHNOLOGY, TOOLS
from memory.rules.wording.feelings import ABSENCE, EASTERN_FEELING, FEELING, NO_PERSONS, OF_PEOPLE, OF_THINGS
from memory.rules.wording.tellers import INITIALS, TOLD

_LEFT_OVER = re.compile(r"^[\s,，。!！~～;；:]+|(?<=[。!！])[!！,，]+")
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_ACRONYM = re.compile(r"\b[A-Z]{2,}\d*s?\b")
_ASIDE = re.compile(r"\s?[(（](?P<said>[^()（）\n]{2,70})[)）]")
_LEAD = re.compile(r"^(?P<said>[^:,;\n]{2,80}?(?:,[^:,;\n]{2,50}){0,3})\s?[:：]\s+(?=\S)")
_FIRST_CLAUSE = re.compile(regex("remarks", "first_clause"), re.IGNORECASE)
_ABSENT_END = re.compile(regex("remarks", "absent_end"), re.IGNORECASE)
_LAST_CLAUSE = re.compile(r"(?:[,;]|[.!?](?=\s[a-z])|\s[–—-]{1,2})\s+(?P<said>[^,;:\n]{3,70}?)[.!…]*$")
_WHICH_WAS = re.compile(regex("remarks", "which_was"))
_APPOSED = re.compile(rf"{PERSON},\s(?P<said>[^,:;.\n]{{3,60}}),\s")
_LATIN = re.compile(r"[A-Za-z]{2}")
_FELT_WHEN = re.compile(regex("remarks", "felt_when"), re.IGNORECASE)
_GLAD_TO_TELL = re.compile(regex("remarks", "glad_to_tell"), re.IGNORECASE)
_MOODY_NEWS = re.compile(regex("remarks", "moody_news"), re.IGNORECASE)
_CHANCE = re.compile(regex("remarks", "chance"), re.IGNORECASE)
_BLAMED = re.compile(regex("remarks", "blamed"), re.IGNORECASE)
_BIG_FROM = re.compile(r"^[^:,.\n]{2,50}? (?:from|by|for|of|to|von|de|di|da|van|od|от) [^\s:,.]+(?: [^\s:,.]+)?:\s+")
_ABOUT = re.compile(regex("remarks", "about"), re.IGNORECASE)


def without_remarks(sentence: str) -> str:
    """A sentence without the clauses that only tell of people and moods; "" when it is nothing else."""
    if is_east_asian(sentence):
        return _without_others(sentence, sentence)
    told = _without_others(sentence, mark_persons(sentence))
    return told if told.strip(" .!?") else ""


def _without_others(sentence: str, marked: str) -> str:
    told = _worded(marked)
    if told == marked:
        return sentence
    return "" if _says_nothing(told) else _begun(told, sentence)


def _says_nothing(rest: str) -> bool:
    """Whether what is left beside a mood has no word of the trade and is short, or nothing that stands for a thing."""
    if _trade(rest) or any(part in rest for part in TECHNICAL_PARTS):
        return False
    if is_east_asian(rest):
        return not _LATIN.search(rest) and len(rest) < 16
    return is_english(rest) or len(rest.split()) < 4


def _begun(told: str, sentence: str) -> str:
    """A sentence in another language whose first clause fell away begins with a capital again."""
    first = told.split(None, 1)[0] if told else ""
    plain = first.isalpha() and first.islower() and len(first) < 5 and sentence[:1].isupper()
    return told[0].upper() + told[1:] if plain and not is_english(told) else told


def _worded(text: str) -> str:
    if _ABOUT.match(text) and not _names_something(text):
        return ""
    text = _APPOSED.sub(
        lambda found: f"{PERSON} " if _is_feeling(found["said"]) else found[0], _ASIDE.sub(_aside, text)
    )
    for _ in range(3):
        before = text
        text = _without_lead(text)
        if text == before:
            break
    text = _WHICH_WAS.sub(lambda found: "" if _is_feeling(found[0]) else found[0], text)
    text = _LAST_CLAUSE.sub(_last, text)
    text = EASTERN_FEELING.sub("", text) if EASTERN_FEELING.search(text) else text
    return _LEFT_OVER.sub("", text)


def _names_something(clause: str) -> bool:
    """Whether a clause has a literal that is no plain amount."""
    return any(found.kind not in ("amount", "number", "date", "quoted") for found in literals(clause))


def _trade(clause: str) -> int:
    """How many words of a clause belong to the trade, literals and acronyms counting too."""
    told = FEELING.sub(" ", clause)
    words = [word.lower() for word in _WORD.findall(told)]
    signs = sum(found.kind not in ("date", "quoted") for found in literals(told))
    known = sum(word in TECHNICAL or word in TOOLS or word.removesuffix("s") in TECHNICAL for word in words)
    return known + signs + len(_ACRONYM.findall(clause)) + len(TECHNOLOGY.findall(clause.lower()))


def _is_feeling(clause: str, trade: int = 0) -> bool:
    if len(clause.split()) > 3 and not OF_PEOPLE.search(clause):
        clause = OF_THINGS.sub("", clause)
    return bool(FEELING.search(clause) or EASTERN_FEELING.search(clause)) and _trade(clause) <= trade


def _aside(found: re.Match[str]) -> str:
    """A parenthesis about a person or a mood says nothing; one with a word of the trade or a sign does."""
    said = found["said"]
    if not any(character.isalpha() for character in said) or _names_something(said):
        return found[0]
    behind = found.string[: found.start()].rstrip()
    about = behind.endswith(PERSON) and len(said.split()) < 6 and not literals(said)
    told = "!" in said or PERSON in said or bool(re.match(r"(?:he|she|so|such an?|how|what an?|don['’]t|no) ", said))
    if about or _is_feeling(said, 1 if len(said.split()) > 4 else 0) or (told and not _trade(said)):
        return ""
    return found[0]


def _without_lead(text: str) -> str:
    glad = _GLAD_TO_TELL.match(text)
    if glad and not _names_something(glad["said"]):
        return text[glad.end() :]
    for pattern in (_MOODY_NEWS, _CHANCE, _BLAMED):
        found = pattern.match(text)
        if found and not _names_something(found[0]):
            return text[found.end() :]
    when = _FELT_WHEN.match(text)
    if when and not _names_something(when[0]):
        return text[when.end() :]
    return _without_clause(text)


def _without_clause(text: str) -> str:
    """Without a first clause, up to a colon or a comma, that is a mood, an absence or says who told it."""
    lead = _LEAD.match(text)
    if lead and (_is_feeling(lead["said"]) or (_is_feeling(lead["said"], 1) and _BIG_FROM.match(text))):
        return text[lead.end() :]
    told = TOLD.match(text)
    if told and not _trade(told[0]):
        return text[told.end() :]
    initials = INITIALS.match(text)
    if initials and initials["who"] not in NO_PERSONS and initials["who"].lower() not in TECHNICAL:
        return text[initials.end() :]
    first = _FIRST_CLAUSE.match(text)
    if first and _is_first_mood(first["said"]):
        return text[first.end() :]
    return _without_absence(text)


def _without_absence(text: str) -> str:
    """Without the first clauses up to the one that says who is not there."""
    for end in _ABSENT_END.finditer(text, 0, 120):
        said = text[: end.start()]
        if ABSENCE.search(said):
            return text if ":" in said or _trade(ABSENCE.sub("", said)) else text[end.end() :]
    return text


def _is_first_mood(said: str) -> bool:
    """`X from security was furious`: a feeling, with one word of the trade at most and only beside a person."""
    if re.search(r"\b(?:must|never|always|should|cannot)\b", said):
        return False
    starts = said[:1].isupper() or said.startswith(PERSON)
    return _is_feeling(said, 1 if starts and re.search(r"\b(?:from|of|in|was|were|is|are)\b", said) else 0)


def _last(found: re.Match[str]) -> str:
    said = found["said"]
    of_mood = len(said.split()) <= 8 and _is_feeling(said)
    absent = PERSON in said and ABSENCE.search(said) and not _trade(ABSENCE.sub("", said))
    head = found.string[: found.start()]
    return "." if (of_mood or absent) and (len(head.split()) > 3 or not _trade(head)) else found[0]
