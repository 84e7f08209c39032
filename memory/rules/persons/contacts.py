"""A step of wording: finds people by how they are reached or addressed (@mentions, e-mails, phones, titles)."""

import re

from memory.rules.languages.word_lists import regex, word_list
from memory.rules.persons.east_asian import EAST_ASIAN, PEOPLE, PERSON
from memory.rules.persons.names import is_first_name, is_known

_NOT_MENTIONS = word_list("contacts", "not_mentions")
_MENTION = re.compile(r"(?<![\w/`.@\"'])@([A-Za-z][\w-]{1,38})\b(?![\w/(@]|\.\w)")
_DOTTED_MENTION = re.compile(r"(?<![\w/`.@\"'])@([a-z][a-z-]{1,20})\.([a-z][a-z-]{0,20})\b(?![\w/(@.]\w|\()")
_EMAIL = re.compile(r"<?\b[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,3}\.[A-Za-z]{2,24}\b(?![.-]?\w)>?")
_PHONE = re.compile(regex("contacts", "phone"))
_TITLE = regex("contacts", "title")
_TITLED = re.compile(regex("contacts", "titled"))
_TITLES = re.compile(rf"(?<![\w.])(?:{_TITLE})\s")
_HONORIFIC = re.compile(r"\b[A-ZÀ-Ž][a-zà-ž]{1,15}-(?:san|sama|kun|chan|sensei|ji|bhai|hyung|nim)\b")
_TRAILER = re.compile(regex("contacts", "trailer"), re.MULTILINE)
_TOLD = re.compile(regex("contacts", "told"), re.IGNORECASE)
_DOES = re.compile(regex("contacts", "does"))


_NAMED_MARK = re.compile(regex("contacts", "named_mark"))


def mark_contacts(text: str) -> str:
    """`text` with who is mentioned, written to or titled as `PERSON`; commit trailers are gone."""
    if "@" in text or "-by:" in text.lower() or "🤖" in text:
        text = _TRAILER.sub("", text)
        text = _EMAIL.sub(_email, text)
        text = _DOTTED_MENTION.sub(_dotted, text)
        text = _MENTION.sub(_mention, text)
    if "+" in text or "(" in text:
        text = _PHONE.sub(PERSON, text)
    text = mark_titled(text)
    if "-" in text or not text.isascii():
        text = _HONORIFIC.sub(PERSON, text)
        text = PEOPLE.sub(PERSON, text) if EAST_ASIAN.search(text) else text
    return text


def mark_titled(text: str) -> str:
    """`text` with everybody who is spoken of by a title (`Herr Dr. Pfeiffer`, `l'ing. Bevilacqua`) as `PERSON`."""
    return _TITLED.sub(PERSON, text) if _TITLES.search(text) else text


def _email(match: re.Match[str]) -> str:
    """`git@github.com` is an address of a machine, not of a person."""
    return match[0] if match[0].lstrip("<").startswith("git@") else PERSON


def _dotted(match: re.Match[str]) -> str:
    """`@li.wei` where a name or its place says so; `@app.route` is a decorator."""
    named = is_first_name(match[1]) or is_first_name(match[2]) or len(match[2]) == 1
    told = _TOLD.search(match.string[max(0, match.start() - 12) : match.start()])
    told = told or _DOES.match(match.string, match.end())
    return PERSON if (named or told) and match[1] not in _NOT_MENTIONS else match[0]


def _mention(match: re.Match[str]) -> str:
    if _NAMED_MARK.search(match.string, max(0, match.start() - 16), match.start()):
        return match[0]
    if _is_annotation(match):
        return match[0]
    around = match.string[match.end() : match.end() + 14].lower()
    if "-" in match[1] and all(is_known(part.lower()) for part in match[1].split("-")):
        return match[0]  # a scope of packages: `@typescript-eslint`
    if match[1].lower() in _NOT_MENTIONS or around.startswith((" decorator", " annotation", " rule", " scope")):
        return match[0]
    return PERSON


# `@JsonCreator`, `@Scheduled`: two capitals, or an English word with a capital, that nobody is asked or thanked by.
_CAPITALS = re.compile(r"[A-Z][a-z0-9]+[A-Z]\w*$")


def _is_annotation(match: re.Match[str]) -> bool:
    name = match[1]
    if not name[0].isupper() or is_first_name(name) or not (_CAPITALS.match(name) or is_known(name)):
        return False
    before = match.string[max(0, match.start() - 24) : match.start()]
    return not (_SPOKEN_TO.search(before) or _ACTS.match(match.string, match.end()))


_ACTS = re.compile(regex("contacts", "acts"))
_SPOKEN_TO = re.compile(regex("contacts", "spoken_to"), re.IGNORECASE)
