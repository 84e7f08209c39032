"""A tool of extraction: says the words of other languages in the English words that the ranker has weights for.

`<code>/glossary.txt` has lists of pairs `one|other|stem* => english words`; the list `called` names the language, and
`learned` stands where the ranker was trained on its own words too. A word ends in `*` where its endings vary; of
several that fit, the longest counts. Words that no glossary has are left out: a weight learned from another language's
word says nothing.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache

from memory.rules.languages.word_lists import codes, lists, pairs, word_list

_TOPIC = "glossary"
_CALLED, _LEARNED = "called", "learned"
# Scripts that set no space between words.
_EAST = "\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
EAST = re.compile(f"[{_EAST}]")
_PART = re.compile(rf"[{_EAST}]+|(?:(?![{_EAST}])[^\W\d_])(?:(?![{_EAST}])\w)*['’]?")
_ASCII_PART = re.compile(r"[a-zA-Z]\w*'?")
_CODE = re.compile(r"`[^`\n]*`|[\w.-]*[/_.][\w./-]*\w")
_SAMPLE = 800  # characters that are enough to tell
_SHORTEST_STEM = 3
_FEWEST, _SHARE = 2, 0.3  # words, and a share of them, that may be known by chance: Dutch has words of German
# So many English words, or such a share, are enough where no other letters are: most turns are English, and this must
# be quick.
_SURELY, _MOSTLY = 12, 0.35
_MARKED = re.compile(r"[^\W\d_a-zA-Z]")
Words = tuple[str, ...]


class Glossary:
    """The words of one language and what they mean in English; `learned` where the ranker knows its own words too."""

    def __init__(self, code: str) -> None:
        self._words: dict[str, Words] = {}
        self._stems: dict[str, Words] = {}
        self._phrases: dict[str, list[tuple[Words, Words]]] = {}
        self._east: dict[str, Words] = {}
        self.learned = _LEARNED in lists(_TOPIC, code)
        for name in lists(_TOPIC, code).keys() - {_CALLED, _LEARNED}:
            for said, meant in pairs(_TOPIC, name, code).items():
                for one in said.split("|"):
                    self._add(one.strip(), tuple(meant.split()))
        for phrases in self._phrases.values():
            phrases.sort(key=lambda phrase: -len(phrase[0]))
        self._longest = max(map(len, self._east), default=0)
        self._longest_stem = max(map(len, self._stems), default=0)

    def _add(self, said: str, meant: Words) -> None:
        parts = parts_of(said)
        if EAST.search(said):
            self._east[said] = meant
        elif len(parts) > 1:
            self._phrases.setdefault(parts[0], []).append((parts, meant))
        elif said.endswith("*"):
            self._stems[said[:-1]] = meant
        else:
            self._words[said] = meant

    def meant(self, words: Sequence[str]) -> Iterator[tuple[str, Words]]:
        """Words or phrases in small letters, each with what it means: nothing where it is not known."""
        at = 0
        while at < len(words):
            size, meant = self._phrase(words, at)
            yield words[at], meant
            at += size

    def _phrase(self, words: Sequence[str], at: int) -> tuple[int, Words]:
        """How many words from `at` on are said in one, and what they mean."""
        for parts, meant in self._phrases.get(words[at], ()):
            if tuple(words[at : at + len(parts)]) == parts:
                return len(parts), meant
        return 1, self._one(words[at])

    def _one(self, word: str) -> Words:
        if EAST.match(word):
            return self._eastern(word)
        known = self._words.get(word)
        if known is not None:
            return known
        for size in range(min(len(word), self._longest_stem), _SHORTEST_STEM - 1, -1):
            known = self._stems.get(word[:size])
            if known is not None:
                return known
        return ()

    def _eastern(self, run: str) -> Words:
        """What a run without spaces means: the longest word at each place, other characters left out."""
        found: list[str] = []
        at = 0
        while at < len(run):
            for size in range(min(self._longest, len(run) - at), 0, -1):
                meant = self._east.get(run[at : at + size])
                if meant is not None:
                    found += meant
                    break
            else:
                size = 1
            at += size
        return tuple(found)

    def known(self, words: Iterable[str]) -> int:
        """How many words it knows; of a script without spaces, characters."""
        return sum(self._known(word) for word in words)

    def _known(self, word: str) -> int:
        if not EAST.match(word):
            # A word that both languages have tells neither.
            return word not in _english() and self._one(word) not in ((), (word,))
        found = at = 0
        while at < len(word):
            sizes = range(min(self._longest, len(word) - at), 0, -1)
            size = next((size for size in sizes if word[at : at + size] in self._east), 0)
            found += size
            at += size or 1
        return found


def parts_of(text: str) -> Words:
    """The words of a text: scripts without spaces in runs, others parted at the apostrophe (`l'export`)."""
    if text.isascii():
        return tuple(_ASCII_PART.findall(text))
    return tuple(_PART.findall(text.replace("’", "'")))


@cache
def glossaries() -> dict[str, Glossary]:
    """The languages that have a glossary."""
    return {code: Glossary(code) for code in codes() if lists(_TOPIC, code)}


@cache
def understood() -> str:
    """The languages whose captured turns the rules understand, as one reads them."""
    *most, last = sorted(name for code in glossaries() for name in lists(_TOPIC, code)[_CALLED])
    return f"{', '.join(['English', *most])} and {last}"


@cache
def _english() -> frozenset[str]:
    return word_list("telling", "english")


def spoken(text: str) -> str:
    """The language whose glossary knows most words of a text, "" where those of English prevail."""
    return _spoken(text[:_SAMPLE])


@lru_cache(maxsize=256)  # the prompt is asked for more than once
def _spoken(sample: str) -> str:
    words = parts_of(_CODE.sub(" ", sample.lower()))
    small = _english()
    english = sum(word in small for word in words)
    if english >= min(_SURELY, _MOSTLY * len(words)) and not _MARKED.search(sample):
        return ""
    best, least = "", max(english, _FEWEST, _SHARE * len(words))
    for code, glossary in glossaries().items():
        known = glossary.known(words)
        if known > least:
            best, least = code, known
    return best
