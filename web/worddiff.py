"""Two statements word by word: what both say, and what only one of them says."""

import re
from dataclasses import dataclass
from difflib import SequenceMatcher

# A word with what holds it together (`error_handler.py`, `11.4.1`, `don't`), else one sign or a stretch of blanks.
_PIECE = re.compile(r"\w+(?:[.'’/_:@-]\w+)*|\s+|[^\w\s]")
_LONGEST = 4_000


@dataclass(frozen=True)
class Piece:
    """A stretch of text; `differs` where the other side does not say it."""

    text: str
    differs: bool


def word_diff(left: str, right: str) -> tuple[list[Piece], list[Piece]]:
    """Both texts in pieces, which together are the whole text again."""
    if max(len(left), len(right)) > _LONGEST:
        return [Piece(left, True)], [Piece(right, True)]
    ours, theirs = _PIECE.findall(left), _PIECE.findall(right)
    steps = SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes()
    mine = [Piece("".join(ours[start:end]), tag != "equal") for tag, start, end, _, _ in steps if end > start]
    other = [Piece("".join(theirs[start:end]), tag != "equal") for tag, _, _, start, end in steps if end > start]
    return mine, other
