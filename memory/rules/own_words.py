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
# A list, markup, a comment, a patch: more often pasted than typed.
_PASTED = re.compile(r"\s{0,8}(?:[-*+•–—·‣]\s|\d{1,3}[.)]\s|//|/\*|<|#!|\||‹)")
_REPORTED = re.compile(rf"(?<!\w)(?:{'|'.join(entries('directives', 'reports'))})(?!\w)", re.IGNORECASE)
_SENTENCES = re.compile(r"(?<=[.!?;。！？])\s+|\n")
_DENIES = re.compile(
    r"(?<!\w)(?:not|no|never|without|none|nothing|nobody|neither|nor|only|any|except|unless|stop|don['’]?t|\w+n['’]t)(?!\w)"
)
_ASKS_FOR = re.compile(rf"(?<!\w)(?:{'|'.join(entries('directives', 'asks_for'))})(?!\w)")
_INSTEAD = re.compile(r"([\w-]+) (?:instead of|rather than) ([\w-]+)")
_STEM = 5  # letters by which forms of a word are one
_ALL_BUT = 0.85
_GIVEN = frozenset(("a", "team", "member"))  # what stands for a person in an excerpt


def own_words(prompt: str) -> str:
    """`prompt` without code blocks, quotations, logs, and whatever follows a heading or "the README says:". Linear."""
    kept: list[str] = []
    fence = ""
    for line in prompt.strip().splitlines():
        if not line.strip() and kept:
            break  # what comes behind an empty line may be pasted
        found = _FENCE.match(line)
        if fence:
            fence = "" if found and found[1].startswith(fence) else fence
        elif found:
            fence = found[1]
        elif _HEADING.match(line) or _REPORTED.search(line):
            break
        elif not _QUOTED.match(line) and not _PASTED.match(line):
            kept.append(_INLINE.sub(" ", line))
            if _INTRODUCED.search(line[-300:].rstrip()):
                break
    return "\n".join(kept)


def said_in_essence(text: str, prompt: str) -> bool:
    """Whether one sentence of the person of this prompt says what a note says: all literals, nearly all words, and as
    many denials. A question says nothing.
    """
    plain = readable(text).casefold()
    return any(_says(sentence.casefold(), plain) for sentence in _SENTENCES.split(readable(own_words(prompt))))


def _says(sentence: str, note: str) -> bool:
    """Whether a sentence asserts what a note says, and hardly more; both in small letters."""
    if sentence.rstrip(" \"'”’)").endswith(("?", "？")) or fabricated(note, Source(sentence)):
        return False
    if _ASKS_FOR.search(sentence) or sorted(_INSTEAD.findall(sentence)) != sorted(_INSTEAD.findall(note)):
        return False
    said, words = _stems(sentence), _stems(note)
    denials, meant = (sorted(_DENIES.findall(text)) for text in (sentence, note))
    shared = len(words & said)
    return bool(words) and shared >= _ALL_BUT * len(words) and shared >= _MOST * len(said) and denials == meant


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
    said = _stems(fact.content.casefold())
    mostly = len(said & _stems(own)) >= _ALL_BUT * len(said) or not own.isascii()
    return bool(words) and told and mostly and not fabricated(fact.content.casefold(), Source(own))


def _stems(text: str) -> set[str]:
    return {word[:_STEM] for word in _WORD.findall(text) if len(word) > _SHORT}
