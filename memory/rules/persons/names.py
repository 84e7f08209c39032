"""A tool of wording: tells first names from plain words and from the names of products."""

import math
import unicodedata
from collections import Counter
from functools import cache, lru_cache

from memory.rules.languages.word_lists import word_list
from memory.rules.persons.products import PLAIN_WORDS, PRODUCTS
from memory.rules.vocabulary import TECHNICAL, TECHNOLOGY, TOOLS

# Words that are names only where a person must stand (`Will said`, `Mark fixed`).
SOMETIMES_NAMES = word_list("names", "sometimes_names")
FIRST_NAMES = word_list("names", "given")
# Names that products bear too: only what a person does makes them one.
_BOTH = word_list("names", "both")


@lru_cache(maxsize=4096)
def plain(word: str) -> str:
    """`word` in small letters without accents: Siobhán → siobhan."""
    folded = word.lower()
    if folded.isascii():
        return folded
    parts = unicodedata.normalize("NFKD", folded.translate(_LETTERS))
    return "".join(part for part in parts if not unicodedata.combining(part))


_CYRILLIC = dict(zip("абвгдезийклмнопрстуфхыэії", "abvgdezijklmnoprstufhyeii", strict=True)) | {
    "ё": "yo", "ж": "zh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "sch", "ю": "yu", "я": "ya", "є": "ye", "ґ": "g",
    "ъ": "", "ь": "",
}  # fmt: skip
_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "ß": "ss", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "ı": "i"} | _CYRILLIC
)


@lru_cache(maxsize=4096)
def is_first_name(word: str) -> bool:
    """Whether a word (any case) is a first name and nothing else."""
    folded = word.lower()
    if folded in SOMETIMES_NAMES or folded in _BOTH:
        return False
    return folded in FIRST_NAMES or (plain(word) in _plain_names() and not is_known(word))


# The syllables of Korean and Taiwanese given names: Soo-jin, Hyun-woo, Mei-ling.
_SYLLABLES = word_list("names", "syllables")


@lru_cache(maxsize=4096)
def is_double_name(word: str) -> bool:
    """Whether a word with a hyphen is a name: two syllables (Soo-jin) or two names (Marie-Claire, Ann-Kathrin)."""
    parts = plain(word).split("-")
    if len(parts) != 2 or is_known(word):
        return False
    if all(part in _SYLLABLES for part in parts):
        return not all(is_known(part) for part in parts)
    return all(part in _plain_names() or is_sometimes_name(part) for part in parts)


@lru_cache(maxsize=4096)
def is_sometimes_name(word: str) -> bool:
    """Whether a word (any case) is a name in one place and a plain word or a product in another."""
    folded = word.lower()
    return folded in _BOTH or folded in SOMETIMES_NAMES


def is_product_name(word: str) -> bool:
    """Whether a word is a first name that a known product bears as well (Ada, Julia, Hugo)."""
    return word.lower() in _BOTH


@lru_cache(maxsize=4096)
def is_known(word: str) -> bool:
    """Whether a word belongs to the trade, to a product, a firm or a place, or to plain English."""
    folded = word.lower()
    if folded in PRODUCTS or folded in PLAIN_WORDS or folded in TECHNICAL or folded in TOOLS:
        return True
    if folded.endswith(("eed", "aed")):  # Waleed
        return False
    return bool(TECHNOLOGY.fullmatch(folded)) or folded.endswith(("ing", "tion", "ment", "ness", "ity", "ed", "ly"))


@lru_cache(maxsize=4096)
def sound_of_a_name(word: str) -> float:
    """How much the letters of an unknown word follow each other as in first names (> 0) or as in terms (< 0)."""
    odds = _odds()
    return sum(odds.get(part, 0.0) for part in _parts(plain(word)))


def _parts(word: str) -> list[str]:
    framed = f"^{word}$"
    return [framed[at : at + 3] for at in range(len(framed) - 2)] + [framed[-4:]]


@cache
def _plain_names() -> frozenset[str]:
    return frozenset(plain(name) for name in FIRST_NAMES) - SOMETIMES_NAMES - _BOTH


@cache
def _odds() -> dict[str, float]:
    """For each three letters how much likelier they are in names than in terms; learned once, in some 20 ms."""
    names = Counter(part for name in _plain_names() for part in set(_parts(name)))
    terms = Counter(part for term in PRODUCTS | TECHNICAL | TOOLS | PLAIN_WORDS for part in set(_parts(term)))
    share = math.log(terms.total() / names.total())
    return {part: math.log((names[part] + 1) / (terms[part] + 1)) + share for part in names | terms}
