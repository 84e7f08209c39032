"""Two sentences side by side: which words both have, and which only one of them."""

import re
from dataclasses import dataclass
from difflib import SequenceMatcher

# A word with what holds it together (`error_handler.py`, `11.4.1`, `don't`), else one sign or a stretch of blanks.
_PIECES = re.compile(r"\s+|\w+(?:[-.'’:/_@]\w+)*|[^\w\s]")
# Comparing costs the square of the length; beyond this two texts are read, not compared.
_MOST_PIECES = 1_200


@dataclass(frozen=True)
class Run:
    """Some words in a row; `differs` where the other side has not got them."""

    text: str
    differs: bool


def word_diff(one: str, other: str) -> tuple[tuple[Run, ...], tuple[Run, ...]]:
    """Both texts as runs of words, with what differs told apart."""
    left, right = _PIECES.findall(one), _PIECES.findall(other)
    if len(left) + len(right) > _MOST_PIECES:
        return (Run(one, False),), (Run(other, False),)
    steps = SequenceMatcher(None, left, right, autojunk=False).get_opcodes()
    lefts = [Run("".join(left[a:b]), tag != "equal") for tag, a, b, _, _ in steps if a < b]
    rights = [Run("".join(right[a:b]), tag != "equal") for tag, _, _, a, b in steps if a < b]
    return tuple(lefts), tuple(rights)
