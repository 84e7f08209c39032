"""A step of conversation: takes header lines, greetings, closing words and signatures off a letter, names noted."""

import re

from memory.rules.conversation.noted import Noted, is_surely_person, may_speak
from memory.rules.languages.reading import regex
from memory.rules.wording.exclamations import is_exclamation

_HEADER = re.compile(regex("letters", "header"), re.MULTILINE)
_OF_PEOPLE = frozenset("From To Cc CC Bcc Reply-To Von An De À A Para Da Van Aan Od Do От Кому".split())
_TOPICS = frozenset("Subject Betreff Objet Asunto Assunto Oggetto Onderwerp Temat Тема".split())
_QUOTED = re.compile(regex("letters", "quoted"), re.MULTILINE)
_WROTE = re.compile(regex("letters", "wrote"))
_GREETED = re.compile(regex("letters", "greeted"), re.IGNORECASE)
_GREETING_LINE = re.compile(regex("letters", "greeting_line"), re.IGNORECASE)
_SIGNED = re.compile(regex("letters", "signed"))
_CLOSES = re.compile(regex("letters", "closes"), re.IGNORECASE)
_BLOCK = re.compile(r"\n--[ \t]*\n(?P<block>(?:[^\n]{1,60}(?:\n|$)){1,6})\s*$")


def without_letter(text: str, people: Noted) -> str:
    """A letter as its paragraphs; whom it greets, who sent, quoted and signed it is noted."""
    text = _without_headers(text, people)
    text = _QUOTED.sub(lambda found: _quoted(found, people), text)
    for found in _GREETED.finditer(text):
        for who in (found["who"], found["other"]):
            if who and (is_surely_person(who) or found["who"] == found.string[: found.end()].split()[-1]):
                _note_person(who, people)
    return _without_signature(_without_closing(_GREETING_LINE.sub("", text), people), people)


def _note_person(name: str, people: Noted) -> None:
    if is_surely_person(name):
        people.note(name)


def _without_headers(text: str, people: Noted) -> str:
    """Header lines of a letter: two of them at least, or one with an address."""
    found = list(_HEADER.finditer(text))
    keys = {match["key"] for match in found}
    if not keys & _OF_PEOPLE or (len(found) < 2 and "@" not in found[0]["value"]):
        return text
    for match in found:
        if match["key"] in _OF_PEOPLE:
            for who in re.split(r"[,;]", match["value"]):
                _note_person(re.sub(r"<[^>]*>|\"", "", who).strip(), people)
    return _HEADER.sub(lambda match: f"{match['value']}.\n\n" if match["key"] in _TOPICS else "", text).lstrip("\n")


def _quoted(found: re.Match[str], people: Noted) -> str:
    """The line that says whose words follow; kept where it names nobody (`On Linux you need this:`)."""
    who = found["who"]
    if who:
        if not (found[0].lstrip("> ").startswith("@") or is_surely_person(who) or not may_speak(who)):
            return found[0]
        people.note(who)
        return ""
    wrote = _WROTE.search(found[0].rstrip(": \n"))
    if not wrote:
        return found[0]
    people.note(wrote["who"] or wrote["after"])
    return ""


def _without_closing(text: str, people: Noted) -> str:
    """Without `Warm regards,` and the short lines below it, which say who wrote and what they are."""
    lines = text.rstrip().split("\n")
    for at in range(max(1, len(lines) - 6), len(lines)):
        line = lines[at].strip()
        below = [part.strip() for part in lines[at + 1 :] if part.strip()]
        short = all(len(part) <= 48 and not part.endswith(".") for part in below)
        if len(line) < 40 and _CLOSES.search(line) and short and (is_exclamation(line) or line.endswith(",")):
            for part in (*below[:1], *line.split(",")[1:]):
                _note_person(part.split(",")[0].strip(), people)
            return "\n".join(lines[:at])
    return text


def _without_signature(text: str, people: Noted) -> str:
    block = _BLOCK.search(text)
    if block:
        _note_person(block["block"].split("\n")[0].strip(), people)
        return text[: block.start()]
    signed = _SIGNED.search(text.rstrip())
    if not signed or not signed.start():
        return text
    who = signed["who"]
    if not (is_surely_person(who) or (who.isupper() and len(who) < 4) or is_surely_person(who.title())):
        return text
    people.note(who)
    return text[: signed.start()] + signed["before"].rstrip()
