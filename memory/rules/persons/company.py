"""A step of marking persons: who stands beside a person, or is told by kinship, is one as well."""

import re

from memory.rules.languages.word_lists import regex
from memory.rules.persons.contacts import PERSON
from memory.rules.persons.names import is_known, is_product_name, sound_of_a_name

_UPPER = (
    "A-ZÀ-ÖØ-Þ"
    + "".join(chr(code) for code in (*range(0x100, 0x250), *range(0x1E00, 0x1F00)) if chr(code).isupper())
    + "А-ЯЁІЇЄҐΑ-Ω"
)
_REST = r"(?:[^\W\d_A-Z]|(?<=\bMc)[A-Z]|(?<=\bMac)[A-Z])"
NAME = rf"(?:[OD]['’])?[{_UPPER}]{_REST}{{1,18}}(?:-[^\W\d_]{_REST}{{1,14}})?"
_KIN = re.compile(regex("company", "kin"))
_WITH_KIN = re.compile(rf"(?:(?:{NAME}|{PERSON}) (?:and|&) )?{_KIN.pattern}")
_BESIDE = re.compile(rf"{PERSON} (?P<and>and|&|y|und|et|e|en|i|ve|и) (?P<name>{NAME})(?=[\s,.:;!?)]|$)")


def _beside(found: re.Match[str]) -> str:
    """`PERSON e Raffaele`: an unknown word on equal footing with a person, where it sounds like a name."""
    name = found["name"]
    if is_known(name) or is_product_name(name) or sound_of_a_name(name) < 0.0:
        return found[0]
    return f"{PERSON} {found['and']} {PERSON}"


def with_company(marked: str) -> str:
    """`marked` with the neighbours of its persons, and their kin, as `PERSON` too."""
    marked = _BESIDE.sub(_beside, marked) if PERSON in marked else marked
    return _WITH_KIN.sub(PERSON, marked) if _KIN.search(marked) else marked
