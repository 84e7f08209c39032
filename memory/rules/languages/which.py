"""Tells by its small words and letters which of the languages that teams write a sentence is in."""

import re
from functools import cached_property

from memory.rules.languages.word_lists import by_language, regex, word_list

_WORDS = {code: frozenset(words) for code, words in by_language("telling", "markers").items()}
_LETTERS = {code: letters[0] for code, letters in by_language("telling", "letters").items()}
_ENGLISH = word_list("telling", "beside")
_SHARED = word_list("telling", "shared")
# Words of one Romance language that others lack: small words alone mistake them.
_OWN = {code: frozenset(words) for code, words in by_language("telling", "own").items()}
_OWN_LETTERS = {"pt": "ãõç", "es": "ñ¿¡", "fr": "çèêœ"}
_WORD = re.compile(r"[^\W\d_]+")


def is_foreign(sentence: str) -> bool:
    """Whether a sentence has small words of another language and none of English."""
    words = {word.lower() for word in _WORD.findall(sentence[:600])}
    if words & _ENGLISH:
        return False
    return (
        any((words & small) - _SHARED for small in _WORDS.values())
        or len(words & _SHARED - {"a", "no", "on", "in", "is", "to", "so", "as", "do", "at", "an"}) > 1
    )


def language_of(text: str) -> str:
    """The language whose small words a text has most of, "" for those that are not known here."""
    words = _WORD.findall(text[:600].lower())
    counts = {language: sum(word in small for word in words) for language, small in _WORDS.items()}
    for language, letters in _LETTERS.items():
        counts[language] += sum(letter in letters for letter in text[:600])
    best = max(counts, key=lambda language: counts[language])
    return _romance(text, best if counts[best] else "")


def _romance(text: str, language: str) -> str:
    """The Romance language whose own words a text has most of, where shared ones mislead."""
    if language and language not in _OWN:
        return language
    told = set(_WORD.findall(text.lower()))
    counts = {which: len(told & words) for which, words in _OWN.items()}
    for which, letters in _OWN_LETTERS.items():
        counts[which] += sum(sign in text for sign in letters)
    best = max(counts, key=lambda which: (counts[which], which == language))
    return best if counts[best] > counts.get(language, 0) + (1 if language else 0) else language


_OTHERS = re.compile(regex("telling", "umlauts"))
_SURELY_ENGLISH = re.compile(regex("telling", "surely_english"))
_GERMAN = re.compile(regex("telling", "german"))


class Language:
    """What the language of a text says of capitals and accents in it."""

    def __init__(self, text: str) -> None:
        self._text = text[:600].lower()

    @cached_property
    def english(self) -> bool:
        """Whether English words prevail."""
        others = len(_OTHERS.findall(self._text))
        return others < 2 and len(_SURELY_ENGLISH.findall(self._text)) >= others + 1

    @cached_property
    def german(self) -> bool:
        """Whether every noun has a capital."""
        return not self.english and len(_GERMAN.findall(self._text)) >= 2
