"""A step of conversation: takes the signature off a text, whose name is noted."""

import re

from memory.rules.conversation.noted import Noted, is_surely_person
from memory.rules.languages.word_lists import regex

_SIGNED = re.compile(regex("letters", "signed"))
_BLOCK = re.compile(r"\n--[ \t]*\n(?P<block>(?:[^\n]{1,60}(?:\n|$)){1,6})\s*$")


def without_signature(text: str, people: Noted) -> str:
    """`text` without the block below `--`, or the name behind a dash at its end."""
    block = _BLOCK.search(text)
    if block:
        name = block["block"].split("\n")[0].strip()
        if is_surely_person(name):
            people.note(name)
        return text[: block.start()]
    signed = _SIGNED.search(text.rstrip())
    if not signed or not signed.start():
        return text
    who = signed["who"]
    if not (is_surely_person(who) or (who.isupper() and len(who) < 4) or is_surely_person(who.title())):
        return text
    people.note(who)
    return text[: signed.start()] + signed["before"].rstrip()
