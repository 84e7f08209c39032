"""Tells what somebody wrote themselves in a prompt from what they pasted, quoted or fenced there."""

import re
from collections.abc import Set

from memory.rules.fabrication import Source, fabricated
from memory.rules.languages.reading import entries
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
# Letters of words that say little, the share that has to be said, and how many letters a place of a text has.
_SHORT, _MOST, _PLACE = 3, 0.6, 4_000
# A list, markup, a comment, a patch: more often pasted than typed.
_PASTED = re.compile(r"\s{0,8}(?:[-*+•–—·‣]\s|\d{1,3}[.)]\s|//|/\*|<|#!|\||‹)")
_REPORTED = re.compile(rf"(?<!\w)(?:{'|'.join(entries('directives', 'reports'))})(?!\w)", re.IGNORECASE)
_SENTENCES = re.compile(r"(?<=[.!?;。！？])\s+|\n")
_ASKS_FOR = re.compile(rf"(?<!\w)(?:{'|'.join(entries('directives', 'asks_for'))})(?!\w)")
# A word or number, and each other sign but those of the next line; a question is no statement in any script.
_UNITS = re.compile(r"[^\W_]+(?:['’][^\W_]+)?|[^\w\s]|_")
_SILENT = frozenset("`\"“”„«»‚‘’'.。")
_ASKS = re.compile(r"[?？؟⁇⁈⁉‽;՞]")
_GREEK = re.compile(r"[\u0370-\u03ff]")  # asks with a semicolon
_PLURAL = re.compile(r"(?<=\w\w[^\Ws])s$")
# What a text says with them it says without them; and what a sentence may begin with beside what it says.
_SMALL = frozenset("a an the we our us team team's this it its".split())
_LEADS = frozenset(
    "please remember note that ok okay yes yep also and so well actually btw fyi thanks , : - – —".split()
)
_ANSWERS = frozenset(("no", "nope"))  # with a comma behind
# Dates that were put beside the words or in their place.
_DATED = re.compile(r"\s?\(\d{4}-\d\d-\d\d\)")
_LEFT_OUT = re.compile(r"…|\.\.\.|\ba team member\b", re.IGNORECASE)
_MOST_SAID = 20_000  # letters of a prompt


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


def words_of_others(prompt: str) -> str:
    """The lines of a prompt that are pasted or quoted there, or hold a quotation."""
    own = frozenset(own_words(prompt).splitlines())
    return "\n".join(line for line in prompt.splitlines() if line.strip() and line not in own)


def statements(prompt: str, *, asked: bool = True) -> frozenset[tuple[str, ...]]:
    """What the person of this prompt states in their own words, each sentence as its words and signs.

    A question states nothing, nor, where `asked` is False, does a request to write something down. A sentence also
    stands without what it begins with ("ok, remember that") and without the reason that it gives.
    """
    said: set[tuple[str, ...]] = set()
    for part in _SENTENCES.split(readable(own_words(prompt))[:_MOST_SAID]):
        if not _asks(part) and (asked or not _ASKS_FOR.search(part.casefold())):
            units = _units(part)
            for told in (units, _without_lead(units)):
                said |= {told, _without_reason(told)}
    return frozenset(said - {()})


def is_stated(text: str, said: Set[tuple[str, ...]]) -> bool:
    """Whether each sentence of a text is a statement of somebody, word by word and sign by sign."""
    parts = _SENTENCES.split(_DATED.sub("", readable(text)))
    told = [units for part in parts if (units := _units(part))]
    return bool(told) and all(units in said for units in told)


def _asks(sentence: str) -> bool:
    return bool(_ASKS.search(sentence)) or (";" in sentence and bool(_GREEK.search(sentence)))


def _without_reason(units: tuple[str, ...]) -> tuple[str, ...]:
    told = units[: units.index("because")] if "because" in units else units
    return told[:-1] if told[-1:] == (",",) else told


def _without_lead(units: tuple[str, ...]) -> tuple[str, ...]:
    rest = units[2:] if units[:1] and units[0] in _ANSWERS and units[1:2] == (",",) else units
    rest = rest[3:] if rest[:3] == ("from", "now", "on") else rest
    start = next((at for at, unit in enumerate(rest) if unit not in _LEADS), len(rest))
    return rest[start:]


def stands_in(text: str, said: str) -> bool:
    """Whether a place of a text says what a note says: all of its literals, and most of its words."""
    own, note = readable(said).casefold(), readable(text).casefold()
    words = {word for word in _WORD.findall(note) if len(word) > _SHORT or not word.isascii()}
    places = (own[start : start + _PLACE] for start in range(0, max(1, len(own) - _PLACE // 2), _PLACE // 2))
    return bool(words) and any(
        sum(word in place for word in words) >= _MOST * len(words) and not fabricated(note, Source(place))
        for place in places
    )


def quotes_own_words(excerpt: str, prompt: str) -> bool:
    """Whether all parts of an excerpt, in which names may be replaced, stand in the own words of this prompt."""
    own = f" {' '.join(_units(readable(own_words(prompt))))} "
    parts = [" ".join(units) for part in _LEFT_OUT.split(readable(excerpt)) if (units := _units(part))]
    return bool(parts) and all(f" {part} " in own for part in parts[:-1]) and f" {parts[-1]}" in own  # it may be cut


def _units(text: str) -> tuple[str, ...]:
    """The words and signs of a text in order, in small letters; without small words, a plural's s, and silent signs."""
    found = (unit.casefold().replace("’", "'") for unit in _UNITS.findall(text))
    told = [_PLURAL.sub("", unit) for unit in found if unit not in _SMALL and unit not in _SILENT]
    while told and told[-1] in "!,":
        told.pop()
    return tuple(told)
