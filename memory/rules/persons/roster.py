"""A step of marking persons: a name of the team's own people is a person wherever a text tells it."""

import re
from functools import lru_cache

from memory.rules.languages.word_lists import PERSON
from memory.rules.persons import positions
from memory.rules.persons.names import is_known, is_sometimes_name

_CODE = r"`[^`\n]*`|\"[^\"\n]*\""
_FEWEST = 2  # letters


def with_roster(text: str, people: frozenset[str]) -> str:
    """`text` with `people` (first names, full names, usernames) as `PERSON`, but not inside code, paths, addresses.

    A name that is a plain word as well (`Will`, `Mark`) is left to the rules of position where a clause begins.
    """
    told = _pattern(people)
    return told.sub(_marked, text) if told else text


def _marked(found: re.Match[str]) -> str:
    if found["code"]:
        return found[0]
    plain = is_sometimes_name(found["name"]) and not found[0].startswith("@")
    if plain and positions.CLAUSE_START.search(found.string[max(0, found.start() - 80) : found.start()]):
        return found[0]
    return PERSON


@lru_cache(maxsize=64)  # teams; none of what they say is kept
def _pattern(people: frozenset[str]) -> re.Pattern[str] | None:
    spellings = {spelling for name in people for spelling in _spellings(" ".join(name.split()))}
    if not spellings:
        return None
    names = "|".join(map(re.escape, sorted(spellings, key=len, reverse=True)))
    return re.compile(rf"(?P<code>{_CODE})|(?<![\w./@`:-])@?(?P<name>{names})(?![\w/@`(]|-\w|\.\w|\s\d+\.\d)")


def _spellings(name: str) -> set[str]:
    """How a name is written: as it is, its first part, and for a username with a capital; no word of the trade."""
    first = name.split()[0] if name else ""
    if len(first) < _FEWEST:
        return set()
    if first[:1].isupper():
        return {name, first}
    if is_known(first):
        return set()
    capital = first[:1].upper() + first[1:]
    return {capital} if is_sometimes_name(first) else {name, first, capital}
