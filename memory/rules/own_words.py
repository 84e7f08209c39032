"""Tells what somebody wrote themselves in a prompt from what they pasted, quoted or fenced there."""

import re
from collections.abc import Sequence

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
_LIMITS = frozenset(
    "not no never without none nothing nobody neither nor only any except unless stop don't doesn't isn't aren't won't "
    "can't cannot mustn't shouldn't wasn't didn't if when until whether instead rather wrong false".split()
)
_ASKS_FOR = re.compile(rf"(?<!\w)(?:{'|'.join(entries('directives', 'asks_for'))})(?!\w)")
# A word, an operator, or a sign of a script that has no spaces.
_UNITS = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]|[^\W_]+(?:['’][^\W_]+)?"
    r"|[-+=<>!≤≥≠%*/_.]+"
)
_ENDINGS = re.compile(r"(?<=\w\w)(?:ed|es|s|e)$")
_LEFT_OUT = re.compile(r"…|\.\.\.|\ba team member\b", re.IGNORECASE)
# Dates that were put beside the words or in their place.
_DATED = re.compile(r"\s?\(\d{4}-\d\d-\d\d\)")
# What a text says with them it says without them.
_SMALL = frozenset(
    "a an the is are was were be been am it its this that these those and so also please remember note we our us i my "
    "you your they team team's member s now then just here to of in".split()
)


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


def said_in_essence(text: str, prompt: str) -> bool:
    """Whether the person of this prompt says what a note says: each of its sentences has the same words, but for small
    ones, in the same order, or with the end put first ("in this project we …").

    A question says nothing, nor does a request to write something down.
    """
    own = [_units(part) for part in _sentences(prompt) if not _ASKS_FOR.search(part.casefold())]
    told = _told(text)
    return bool(told) and all(any(_is_turned(units, said) for said in own) for units in told)


def _is_turned(told: Sequence[str], said: Sequence[str]) -> bool:
    """Whether words are others, or those with the end put first; what denies or limits keeps its neighbours."""
    if told == said:
        return True
    ends = {said[0], said[-1]} if len(told) == len(said) else _LIMITS
    cuts = range(1, len(said)) if _LIMITS.isdisjoint(ends) else ()
    return any([*said[cut:], *said[:cut]] == told and _LIMITS.isdisjoint(said[cut - 1 : cut + 1]) for cut in cuts)


def _sentences(prompt: str) -> list[str]:
    """What a person asserts in their own words."""
    parts = _SENTENCES.split(readable(own_words(prompt)))
    return [part for part in parts if not part.rstrip(" \"'”’)").endswith(("?", "？"))]


def stands_in(text: str, said: str) -> bool:
    """Whether a place of a text says what a note says: all of its literals, and most of its words."""
    own, note = readable(said).casefold(), readable(text).casefold()
    words = {word for word in _WORD.findall(note) if len(word) > _SHORT or not word.isascii()}
    places = (own[start : start + _PLACE] for start in range(0, max(1, len(own) - _PLACE // 2), _PLACE // 2))
    return bool(words) and any(
        sum(word in place for word in words) >= _MOST * len(words) and not fabricated(note, Source(place))
        for place in places
    )


def said_by_themselves(text: str, prompt: str) -> bool:
    """Whether each sentence of a text is, word by word but for small ones, a part of what the person of this prompt
    asserts, with all that denies or limits it.
    """
    own = [_units(sentence) for sentence in _sentences(prompt)]
    told = _told(text)
    return bool(told) and all(any(_is_part(units, said) for said in own) for units in told)


def quotes_own_words(excerpt: str, prompt: str) -> bool:
    """Whether all parts of an excerpt, in which names may be replaced, stand in the own words of this prompt."""
    own = f" {' '.join(_units(readable(own_words(prompt))))} "
    parts = [" ".join(units) for part in _LEFT_OUT.split(readable(excerpt)) if (units := _units(part))]
    return bool(parts) and all(f" {part} " in own for part in parts[:-1]) and f" {parts[-1]}" in own  # it may be cut


def _is_part(told: Sequence[str], said: Sequence[str]) -> bool:
    """Whether words stand in others one behind the other, and nothing around them denies or limits them."""
    size = len(told)
    places = (place for place in range(len(said) - size + 1) if list(said[place : place + size]) == list(told))
    return any(_LIMITS.isdisjoint((*said[:place], *said[place + size :])) for place in places)


def _told(text: str) -> list[list[str]]:
    """The words of each sentence of a text."""
    parts = _SENTENCES.split(_DATED.sub("", readable(text)))
    return [units for part in parts if (units := _units(part))]


def _units(text: str) -> list[str]:
    """The words of a text in order, without endings and small ones; of scripts without spaces the signs."""
    words = (found.casefold().replace("’", "'") for found in _UNITS.findall(text))
    return [_ENDINGS.sub("", word) for word in words if word not in _SMALL and word.strip(".!")]
