"""Tells what somebody wrote themselves in a prompt from what they pasted, quoted or fenced there."""

import re

from memory.rules.fabrication import Source, fabricated
from memory.rules.languages.reading import entries
from memory.rules.material import Fact
from memory.rules.poisoning import readable

_FENCE = re.compile(r"\s{0,8}(`{3,}|~{3,})")
_QUOTED = re.compile(r"\s{0,3}(?:[>│┃|]|[-+]{3} [ab]/|@@ |\$ |\d{4}-\d\d-\d\d[T ]\d\d:)|(?: {4}|\t)\S")
_HEADING = re.compile(r"#{1,6} \S|[=-]{4,}$|<[a-z][\w-]*(?: [^<>\n]{0,200})?>", re.IGNORECASE)
_INTRODUCED = re.compile(
    rf"(?:(?<!\w)(?:{'|'.join(entries('directives', 'introductions'))})|https?://|\w\.\w|readme)[^\n]{{0,200}}[:：]$",
    re.IGNORECASE,
)
# An opening sign ends the look for the closing one: a wall of them would be read over and over.
_INLINE = re.compile(
    r"\"[^\"\n]{12,2000}\"|“[^“”\n]{12,2000}”|„[^„“”\n]{12,2000}[“”]|«[^«»\n]{12,2000}»|「[^「」\n]{6,2000}」|『[^『』\n]{6,2000}』"
    r"|(?<!\w)'[^'\n]{20,2000}'(?!\w)|`[^`\n]{40,2000}`"
)
_WORD = re.compile(r"\w+")
_SHORT, _MOST = 3, 0.6  # letters of words that say little; the share that has to be said
_GIVEN = frozenset(("a", "team", "member"))  # what stands for a person in an excerpt


def own_words(prompt: str) -> str:
    """`prompt` without code blocks, quotations, logs, and whatever follows a heading or "the README says:". Linear."""
    kept: list[str] = []
    fence = ""
    for line in prompt.splitlines():
        found = _FENCE.match(line)
        if fence:
            fence = "" if found and found[1].startswith(fence) else fence
        elif found:
            fence = found[1]
        elif _HEADING.match(line):
            break
        elif not _QUOTED.match(line):
            kept.append(_INLINE.sub(" ", line))
            if _INTRODUCED.search(line[-300:].rstrip()):
                break
    return "\n".join(kept)


def said_in_essence(text: str, prompt: str) -> bool:
    """Whether the person of this prompt said what a note says, in their own words: all literals, and most words."""
    return stands_in(text, own_words(prompt))


def stands_in(text: str, said: str) -> bool:
    """Whether a text says what a note says: all of its literals, and most of its words."""
    own = readable(said).casefold()
    words = {word for word in _WORD.findall(readable(text).casefold()) if len(word) > _SHORT or not word.isascii()}
    found = [word for word in words if word in own]
    return bool(found) and len(found) >= _MOST * len(words) and not fabricated(text.casefold(), Source(own))


def said_by_themselves(fact: Fact, prompt: str) -> bool:
    """Whether a fact is what the person of this prompt said in their own words."""
    if fact.source != "user":
        return False
    own = readable(own_words(prompt)).casefold()
    known = frozenset(_WORD.findall(own))
    words = frozenset(_WORD.findall(readable(fact.excerpt).casefold())) - _GIVEN
    # A script without spaces has no words to look up but stretches between its signs.
    told = all(word in known or (not word.isascii() and word in own) for word in words)
    return bool(words) and told and not fabricated(fact.content.casefold(), Source(own))
