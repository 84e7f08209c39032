"""A tool of wording: tells by its small words and letters which of the languages that teams write a sentence is in."""

import re
from functools import cached_property

from memory.rules.languages.reading import regex, word_list

_MARKERS = {
    "de": """der die das und ist nicht wir ich mit für auf von zu im bei wird weil wenn auch aber dass haben
    hat wurde dem den ein eine""",
    "fr": """a mis fait aux cette ça d l qu c est le la les des et pas nous je avec pour sur dans par qui que
    il car ne une au du ce on sont plus""",
    "es": """el los las del y es no con para en por que se porque una un al lo hay pero está""",
    "pt": """os um uma é são não com em por do da na no foi porque que as ao mas já o""",
    "it": """il lo gli di è sono non per che nel della dei perché una un del alla ha con dal""",
    "nl": """de het een van niet zijn wordt omdat met op en is voor dat die er te bij wij we""",
    "ru": """не на и в с по для что это из к от""",
    "pl": """nie jest na się że w z do i po dla przez od ale bo są to""",
}
_WORDS = {language: frozenset(words.split()) for language, words in _MARKERS.items()}
_LETTERS = {
    "de": "äöüß",
    "fr": "éèêçœàâëî",
    "es": "ñ¿¡óíé",
    "pt": "ãõçá",
    "it": "òùìè",
    "pl": "łąęśżźćń",
    "ru": "ыийяеуюэ",
}
_ENGLISH = frozenset(
    """the is are was were and of to with that this it by from not has have had at or but be now when because an we
    our my you your they use uses used only always never must should can will if for into over under after before
    until while which so do does did all new fix per via add added fixed run runs need needs up out off""".split()
) - {"per", "via"}
_SHARED = word_list("telling", "shared")


def is_foreign(sentence: str) -> bool:
    """Whether a sentence has small words of another language and none of English."""
    words = {word.lower() for word in re.findall(r"[^\W\d_]+", sentence[:600])}
    if words & _ENGLISH:
        return False
    return (
        any((words & small) - _SHARED for small in _WORDS.values())
        or len(words & _SHARED - {"a", "no", "on", "in", "is", "to", "so", "as", "do", "at", "an"}) > 1
    )


def language_of(text: str) -> str:
    """The language whose small words a text has most of, "" for those that are not known here."""
    words = re.findall(r"[^\W\d_]+", text[:600].lower())
    counts = {language: sum(word in small for word in words) for language, small in _WORDS.items()}
    for language, letters in _LETTERS.items():
        counts[language] += sum(letter in letters for letter in text[:600])
    best = max(counts, key=lambda language: counts[language])
    return best if counts[best] else ""


_UMLAUTS = re.compile(regex("telling", "umlauts"))
_SURELY_ENGLISH = re.compile(regex("telling", "surely_english"))
_GERMAN = re.compile(regex("telling", "german"))


class Language:
    """What the language of a text says of capitals and accents in it."""

    def __init__(self, text: str) -> None:
        self._text = text[:600].lower()

    @cached_property
    def english(self) -> bool:
        """Whether English words prevail."""
        others = len(_UMLAUTS.findall(self._text))
        return others < 2 and len(_SURELY_ENGLISH.findall(self._text)) >= others + 1

    @cached_property
    def german(self) -> bool:
        """Whether every noun has a capital."""
        return not self.english and len(_GERMAN.findall(self._text)) >= 2
