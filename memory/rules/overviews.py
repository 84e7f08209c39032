"""Reads a question that asks for all of a time: "what did we decide last week" names a kind, and no subject."""

import re

from hooks.memory_types import VALUES
from memory.rules.languages.word_lists import entries, names, word_list

_WORD = re.compile(r"\w+")
_KIND_OF = {word: kind for kind in names("overviews") if kind in VALUES for word in entries("overviews", kind)}
# Words that ask, and that say of everything that it came to be known.
_ASKING = word_list("overviews", "asking")


def kinds_asked_for(question: str) -> frozenset[str] | None:
    """The types that a question without its time asks for, none named: all; None where it is about something.

    Such a question has no word to look up: what answers it is whatever is of the time that it names.
    """
    words = _WORD.findall(question.lower())
    kinds = {_KIND_OF[word] for word in words if word in _KIND_OF}
    about = any(word not in _KIND_OF and word not in _ASKING for word in words)
    return None if about else frozenset(kinds)
