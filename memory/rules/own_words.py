"""Tells what somebody wrote themselves in a prompt from what they pasted, quoted or fenced there."""

import re
import unicodedata
from collections.abc import Iterator, Set
from functools import lru_cache

from memory.rules.fabrication import Source, fabricated
from memory.rules.fences import visible
from memory.rules.imperative import base_forms
from memory.rules.languages.word_lists import entries
from memory.rules.poisoning import readable

_FENCE = re.compile(r"\s{0,8}(`{3,}|~{3,})")
_QUOTED = re.compile(r"\s{0,3}(?:[>│┃|]|[-+]{3} [ab]/|@@ |\$ |\d{4}-\d\d-\d\d[T ]\d\d:)|(?: {4}|\t)\S")
_HEADING = re.compile(r"#{1,6} \S|[=-]{4,}$|<[a-z][\w-]*(?: [^<>\n]{0,200})?>", re.IGNORECASE)
# What a client or a person puts around a text: `explain <ide_selection>…</ide_selection>`.
_OPENING = re.compile(r"<([a-z][\w:-]{0,60})(?: [^<>\n]{0,200})?>", re.IGNORECASE)
_CLOSING = re.compile(r"</([a-z][\w:-]{0,60})\s?>", re.IGNORECASE)
_INTRODUCED = re.compile(
    rf"(?:(?<!\w)(?:{'|'.join(entries('directives', 'introductions'))})|https?://|\w\.\w|readme)[^\n]{{0,200}}[:：]$",
    re.IGNORECASE,
)
# An opening sign ends the look for the closing one: a wall of them would be read over and over.
_INLINE = re.compile(
    r"\"[^\"\n]{12,2000}\"|“[^“”\n]{12,2000}”|„[^„“”\n]{12,2000}[“”]|«[^«»\n]{12,2000}»|「[^「」\n]{6,2000}」|『[^『』\n]{6,2000}』"
    r"|(?<!\w)'[^'\n]{20,2000}'(?!\w)|‘[^‘\n]{20,2000}’(?!\w)|`[^`\n]{40,2000}`"
)
_WORD = re.compile(r"\w+")
# Letters of words that say little, the share that has to be said, and how many letters a place of a text has.
_SHORT, _MOST, _PLACE = 3, 0.6, 4_000
# A list, markup, a comment, a patch: more often pasted than typed.
_PASTED = re.compile(r"\s{0,8}(?:[-*+•–—·‣]\s|\d{1,3}[.)]\s|//|/\*|<|#!|\||‹)")
_REPORTED = re.compile(rf"(?<!\w)(?:{'|'.join(entries('directives', 'reports'))})(?!\w)", re.IGNORECASE)
_STOPS = re.compile(r"(?<=[.!?;。！？])\s+|\n")
# A full stop that is none, also where a line ends with it.
_ABBREVIATED = re.compile(
    r"(?:(?<!\w)(?:e\.g|i\.e|z\.b|d\.h|u\.a|p\.ex|vs|cf|approx|ca|incl|excl|resp|al|etc|min|max|dr|mr|mrs|ms|st|fig|sec)\.)$",
    re.IGNORECASE,
)
# A line that was typed is short; a longer one may have been wrapped anywhere, also before a capital.
_TYPED = 60
_ENDS = ".!?。！？;"
_BEGINS = re.compile(r"[^\W\d_a-z]|\d+[.)] |[-*•`]")
# Behind them a sentence goes on.
_GOES_ON = frozenset(
    "a an the of in on at to for with from by as and or but nor so that which who what if when where because than not"
    " never no only is are was were be been use uses using our we your their its it this these those never don't"
    " without unless until about into over under via like write says said".split()
)
_ASKS_FOR = re.compile(rf"(?<!\w)(?:{'|'.join(entries('directives', 'asks_for'))})(?!\w)")
# Code, a word or a name with signs in it, and each other sign; a question is no statement in any script.
_UNITS = re.compile(r"`([^`\n]{1,400})`|([\w.~/@:$%+#=\\'’-]+)|([^\w\s])")
_PLAIN_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_SILENT = frozenset("`\"“”„«»‚‘’'.。")
_ASKS = re.compile(r"[?？؟⁇⁈⁉‽;՞]")
_GREEK = re.compile(r"[\u0370-\u03ff]")  # asks with a semicolon
# What a text says with them it says without them, and what says the same as "we".
_ARTICLES = frozenset("a an the our".split())
_WHOSE = frozenset(("the", "our"))
_HOW_OFTEN = frozenset("always never now also only still".split())
_READ = _ARTICLES | {"us", "we", "team"}
_IRREGULAR = {"has": "have", "does": "do", "is": "be"}
# Behind a reason they may limit what stands before it.
_LIMITS = frozenset("and but or nor unless except if only when until though although however yet , ; : ( – — -".split())
# What a sentence may begin with beside what it says.
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
    return "\n".join(_INLINE.sub(" ", line) for line in own_lines(prompt))


def own_lines(prompt: str) -> list[str]:
    """The same as lines, each with what it quotes."""
    kept: list[str] = []
    fence = ""
    for line in _before_elements(prompt).strip().splitlines():
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
            kept.append(line)
            if _introduces(line):
                break
    return kept


def _before_elements(prompt: str) -> str:
    """`prompt` up to the first tag that is closed further on."""
    closed = {found[1].casefold(): found.start() for found in _CLOSING.finditer(prompt)}
    openings = (found for found in _OPENING.finditer(prompt) if closed.get(found[1].casefold(), -1) > found.start())
    first = next(openings, None)
    return prompt[: first.start()] if first else prompt


def _introduces(line: str) -> bool:
    """Whether a colon ends a line, behind which others may speak; not behind "Remember:" alone."""
    end = line[-300:].rstrip()
    if not end.endswith((":", "：")):
        return False
    return bool(_INTRODUCED.search(end)) or not set(_units(end)) <= _LEADS


def words_of_others(prompt: str) -> str:
    """The lines of a prompt that are pasted or quoted there, or hold a quotation."""
    own = frozenset(own_words(prompt).splitlines())
    return "\n".join(line for line in prompt.splitlines() if line.strip() and line not in own)


@lru_cache(maxsize=16)  # each fact of a turn is held against them
def statements(prompt: str, *, asked: bool = True) -> frozenset[tuple[str, ...]]:
    """What the person of this prompt states in their own words, each sentence as its words and signs.

    A question states nothing, nor, where `asked` is False, does a request to write something down. A sentence also
    stands without what it begins with ("ok, remember that") and without the reason that it gives.
    """
    said: set[tuple[str, ...]] = set()
    for part in _sentences(_plain(own_words(prompt))[:_MOST_SAID]):
        if not _asks(part) and (asked or not _ASKS_FOR.search(part.casefold())):
            units = _units(part)
            for told in (units, _without_lead(units)):
                said |= {told, _without_reason(told)}
    return frozenset(said - {()})


def is_stated(text: str, said: Set[tuple[str, ...]]) -> bool:
    """Whether each sentence of a text is a statement of somebody, word by word and sign by sign."""
    told = [units for part in _sentences(_DATED.sub("", _plain(text))) if (units := _units(part))]
    return bool(told) and all(units in said for units in told)


def _asks(sentence: str) -> bool:
    return bool(_ASKS.search(sentence)) or (";" in sentence and bool(_GREEK.search(sentence)))


def _plain(text: str) -> str:
    """`text` without hidden signs and runs of blanks; its letters stay as they are: no sign stands for another."""
    lines = (" ".join(line.split()) for line in visible(unicodedata.normalize("NFC", text)).splitlines())
    return "\n".join(filter(None, lines))


def _sentences(text: str) -> list[str]:
    """The sentences of a text, which may be wrapped: a line's end is a sentence's only where both sides look so."""
    parts, start = [], 0
    for stop in _STOPS.finditer(text):
        before = text[start : stop.start()]
        if _ABBREVIATED.search(before[-12:]) or (stop[0] == "\n" and not _ends_line(before, text[stop.end() :][:8])):
            continue
        parts.append(before)
        start = stop.end()
    return [*parts, text[start:]]


def _ends_line(before: str, behind: str) -> bool:
    line = before.rpartition("\n")[2]
    if line.endswith(tuple(_ENDS)):
        return True
    last = line.rpartition(" ")[2].casefold()
    complete = len(line) <= _TYPED and last[-1:] not in tuple(",:-–—(") and last not in _GOES_ON
    return complete and bool(_BEGINS.match(behind))


def _without_reason(units: tuple[str, ...]) -> tuple[str, ...]:
    """A statement without the reason at its end; what goes on behind the reason may limit it."""
    if "because" not in units:
        return units
    at = units.index("because")
    if _LIMITS.intersection(units[at:]):
        return units
    return units[: at - 1] if units[at - 1 : at] == (",",) else units[:at]


def _without_lead(units: tuple[str, ...]) -> tuple[str, ...]:
    rest = units[2:] if units[:1] and units[0] in _ANSWERS and units[1:2] == (",",) else units
    rest = rest[3:] if rest[:3] == ("from", "now", "on") else rest
    start = next((at for at, unit in enumerate(rest) if unit not in _LEADS), len(rest))
    return _without_we(rest[start:])


def _without_we(units: tuple[str, ...]) -> tuple[str, ...]:
    return units[1:] if units[:1] == ("we",) else units


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
    """The words and signs of a text in order, in small letters; without articles, silent signs, and a "we" in front.

    "The team installs" is "we install"; a plural is another name than its singular. Code and names with signs in them
    (hosts, paths, options) stand letter by letter.
    """
    found = [unit for match in _UNITS.finditer(text) for unit in _read_units(*match.groups())]
    told: list[str] = []
    at = 0
    while at < len(found):
        unit, behind = found[at], found[at + 1] if at + 1 < len(found) else ""
        if unit in _WHOSE and behind == "team":
            told.append("we")
            at += 2
            if found[at : at + 1] and found[at] in _HOW_OFTEN:
                told.append(found[at])
                at += 1
            told += [_base(verb) for verb in found[at : at + 1]]
        elif not (unit in _WHOSE and behind == "team's") and unit not in _ARTICLES:
            told.append("we" if unit == "us" else unit)
        else:
            at += behind == "team's"
        at += 1
    while told and told[-1] in "!,":
        told.pop()
    return _without_we(tuple(told))


def _read_units(code: str | None, name: str | None, sign: str | None) -> Iterator[str]:
    """The units of one piece; those of code and names bear a mark where a plain word would be read as one."""
    if code is not None:
        for word in code.split():
            yield f"`{word}" if word.casefold() in _READ else word.casefold()
    elif name is not None and not any(map(str.isalnum, name)):
        yield from (sign for sign in name if sign not in _SILENT)
    elif name is not None:
        bare = name.strip("'’").rstrip(".:'’")
        plain = bool(_PLAIN_WORD.fullmatch(bare)) and bare != "US"
        yield (
            bare.casefold().replace("’", "'") if plain else f"`{bare}" if bare.casefold() in _READ else bare.casefold()
        )
        if name.endswith(":"):
            yield ":"
    elif sign is not None and sign not in _SILENT:
        yield sign


def _base(verb: str) -> str:
    forms = (
        _IRREGULAR.get(verb, verb),
        verb.removesuffix("s"),
        verb.removesuffix("es"),
        f"{verb.removesuffix('ies')}y",
    )
    return next((form for form in forms if form != verb and form in base_forms()), verb)
