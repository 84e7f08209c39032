"""A tool of the rules: long patterns that are tried only where a text has a word that every match of them needs."""

import re
from collections.abc import Callable, Iterable, Set
from functools import cached_property, lru_cache
from typing import Generic, TypeVar

from memory.rules.needed_words import needed_words

Row = TypeVar("Row")
_TOKEN = re.compile(r"[^\W\u2e80-\uffff]+|[^\w\s]|[\u2e80-\uffff]")
# Letters that a pattern without regard to case takes for others, beyond what `lower` tells.
_ODD = re.compile("[\u0130\u0131\u017f\u0345\u0390\u03b0\u1c80-\u1c88\u1e9b\u1fbe\u1fd3\u1fe3\u212a\ufb05\ufb06]")


@lru_cache(maxsize=4)  # the wordings of the sentence at hand; no store of sentences
def words_in(text: str) -> Set[str] | None:
    """What `needed_words` may name: every word and sign of a text in small letters, and how the words begin.

    None for a text with letters that only some patterns tell apart: there every pattern is tried.
    """
    if not text.isascii() and _ODD.search(text):
        return None
    words = set(_TOKEN.findall(text.lower()))
    long = [word for word in words if len(word) > 3]
    words.update([word[:4] for word in long])
    words.update([word[:3] for word in long])
    return words


class Needle:
    """A pattern that is tried only where one of the words is there that it needs; otherwise as `re.Pattern`."""

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self.pattern = re.compile(pattern, flags)

    @cached_property
    def needed(self) -> frozenset[str] | None:
        """What `needed_words` reads from the pattern, when it is first asked for: most commands distil nothing."""
        return needed_words(self.pattern)

    def may_match(self, text: str) -> bool:
        """Whether `text` has a word that a match needs."""
        if self.needed is None:
            return True
        words = words_in(text)
        return words is None or not self.needed.isdisjoint(words)

    def search(self, text: str) -> re.Match[str] | None:
        """The first match anywhere in `text`."""
        return self.pattern.search(text) if self.may_match(text) else None

    def match(self, text: str) -> re.Match[str] | None:
        """The match at the start of `text`."""
        return self.pattern.match(text) if self.may_match(text) else None

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """The match that is the whole of `text`."""
        return self.pattern.fullmatch(text) if self.may_match(text) else None

    def findall(self, text: str) -> list[str]:
        """Every match of a pattern without groups."""
        return self.pattern.findall(text) if self.may_match(text) else []

    def sub(self, replacement: str | Callable[[re.Match[str]], str], text: str) -> str:
        """`text` with every match replaced."""
        return self.pattern.sub(replacement, text) if self.may_match(text) else text


class Needles(Generic[Row]):
    """Rows with a pattern each, of which only those are worth trying whose needed words a text has."""

    def __init__(self, rows: Iterable[Row], pattern_of: Callable[[Row], re.Pattern[str]]) -> None:
        self._rows = tuple(rows)
        self._pattern_of = pattern_of

    @cached_property
    def _places(self) -> tuple[dict[str, list[int]], list[int]]:
        """The places of the rows by the words that they need, and of those that need none."""
        places: dict[str, list[int]] = {}
        always: list[int] = []
        for place, row in enumerate(self._rows):
            needed = needed_words(self._pattern_of(row))
            if needed is None:
                always.append(place)
            for word in needed or ():
                places.setdefault(word, []).append(place)
        return places, always

    def worth_trying(self, text: str) -> Iterable[Row]:
        """The rows in order whose pattern may match somewhere in `text`."""
        words = words_in(text)
        if words is None:
            return self._rows
        places, always = self._places
        found = set(always)
        for word in words & places.keys():
            found.update(places[word])
        return [self._rows[place] for place in sorted(found)]
