"""A step of salience: how much a sentence tells by its figures and by the names of products, in any language."""

import re

from memory.rules.languages.word_lists import regex
from memory.rules.persons import east_asian
from memory.rules.persons.names import is_first_name, is_sometimes_name, plain, sound_of_a_name
from memory.rules.persons.products import PLAIN_WORDS, PRODUCTS
from memory.rules.vocabulary import TECHNICAL

_CAPITAL = re.compile(r"(?<![\w@.-])[A-ZÀ-ÖØ-ÞА-Я][\w'’]{2,30}")
_FIGURE = re.compile(r"(?<![\w.#])[~<>≥≤]?[$€£]?\d[\d.,]*")
_CLOCK = re.compile(regex("substance", "clock"), re.IGNORECASE)
_DATE = re.compile(r"\d{4}-\d\d-\d\d")  # tells when, not what
_KEBAB = re.compile(r"(?<![\w-])[a-z][a-z]+(?:-[a-z0-9]+)*-\d+(?![\w-])")
_MIXED = re.compile(r"(?<![\w.@/-])[A-Za-z]{2,}\d+[a-z]\w*")  # `Argon2id`
# A figure of what a product does or may: `caps … at 100`, `answers 429 after 50 calls`.
_BEHAVES = re.compile(regex("substance", "behaves"))
_NAMED, _FIGURED, _ALONE = 0.3, 0.3, 0.5


def substance(sentence: str, folded: str, *, foreign: bool) -> float:
    """Names of products and figures in one number; one figure alone or one unknown name alone says nothing."""
    if east_asian.is_east_asian(sentence):
        return east_asian.substance(_DATE.sub("", sentence))
    named, maybe = _names(sentence)
    figures = len(_FIGURE.findall(_CLOCK.sub(" ", sentence)))
    numbered = len(set(_KEBAB.findall(sentence))) + len(
        set(_MIXED.findall(sentence))
    )  # `staging-2`, `fedora-builder-3`
    told = _NAMED * min(named, 2) + _ALONE * min(numbered, 2)
    if named and maybe:
        told += 0.2
    if foreign and figures == 1 and not told and len(sentence.split()) > 5:
        told = 0.4
    if figures and (named or maybe or _BEHAVES.match(folded) or (foreign and figures > 1)):
        told += _ALONE + _FIGURED * min(figures - 1, 2)
    return told


def _names(sentence: str) -> tuple[int, int]:
    """How many words name a product or a place, and how many unknown ones may do so."""
    known = unknown = 0
    for found in _CAPITAL.finditer(sentence):
        word = plain(found[0].removesuffix("'s").removesuffix("’s"))
        if word in PRODUCTS:
            known += not is_sometimes_name(word)
        elif word not in PLAIN_WORDS and word not in TECHNICAL and not is_first_name(found[0]):
            unknown += sound_of_a_name(word) < 0.0 or found.start() > 0
    return known, unknown
