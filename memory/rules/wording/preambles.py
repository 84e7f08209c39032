"""A step of wording: takes off what stands before a colon and is only about a person."""

import re

from memory.rules.literals import MASKED
from memory.rules.persons.contacts import PERSON
from memory.rules.vocabulary import TECHNICAL, TECHNOLOGY, TOOLS

_PERSON_PREAMBLE = re.compile(
    rf"^(?:\d{{4}}-\d\d-\d\d )?[^:`\d{MASKED[0]}]{{0,60}}{PERSON}[^:`\d{MASKED[0]}]{{0,60}}:\s+(?=\S)"
)
_MODAL = re.compile(r"\b(?:must|always|never|cannot|rule|decision|owns?|approv\w+)\b", re.IGNORECASE)


def without_person_preamble(words: str) -> str:
    """Words without a part before the colon that is about a person and has no word of the trade."""
    found = _PERSON_PREAMBLE.match(words)
    if not found:
        return words
    told = [word.strip("'’,.()").lower() for word in found[0].rstrip(": ").split()]
    trade = any(word != "go" and (word in TECHNICAL or word in TOOLS or word[:-1] in TECHNICAL) for word in told)
    trade = trade or bool(TECHNOLOGY.search(found[0].lower().replace("go", "")))
    return words if trade or _MODAL.search(found[0]) else words[found.end() :]
