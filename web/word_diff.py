"""Two sentences side by side: which words both have, and which only one of them."""

import re
from dataclasses import dataclass
from difflib import Match, SequenceMatcher
from itertools import accumulate

# A word with what holds it together (`error_handler.py`, `11.4.1`, `don't`), else one sign or a stretch of blanks.
_PIECES = re.compile(r"\s+|\w+(?:[-.'’:/_@]\w+)*|[^\w\s]")
# Looking for the longest part that both have costs the square of the length; beyond this two texts are read, not
# compared.
_MOST_PIECES = 1_200
# And it is looked for again on both sides of each part that was found: of texts whose words repeat, to the cube.
_MOST_STEPS = 2_500_000


@dataclass(frozen=True)
class Run:
    """Some words in a row; `differs` where the other side has not got them."""

    text: str
    differs: bool


def word_diff(one: str, other: str) -> tuple[tuple[Run, ...], tuple[Run, ...]]:
    """Both texts as runs of words, with what differs told apart: all that was not compared in bounded time does."""
    left, right = _PIECES.findall(one), _PIECES.findall(other)
    if len(left) + len(right) > _MOST_PIECES:
        return (Run(one, False),), (Run(other, False),)
    steps = _Bounded(left, right).get_opcodes()
    lefts = [Run("".join(left[a:b]), tag != "equal") for tag, a, b, _, _ in steps if a < b]
    rights = [Run("".join(right[a:b]), tag != "equal") for tag, _, _, a, b in steps if a < b]
    return tuple(lefts), tuple(rights)


class _Bounded(SequenceMatcher[str]):
    """Finds no more parts that both have once it has looked at so many pairs of equal pieces."""

    def __init__(self, left: list[str], right: list[str]) -> None:
        super().__init__(None, left, right, autojunk=False)
        pairs = (1 + len(self.b2j.get(piece, ())) for piece in left)  # type: ignore[attr-defined]
        self._pairs = list(accumulate(pairs, initial=0))
        self._left = _MOST_STEPS

    def find_longest_match(self, alo: int = 0, ahi: int | None = None, blo: int = 0, bhi: int | None = None) -> Match:
        """As the base's, or none."""
        end = len(self._pairs) - 1 if ahi is None else ahi
        self._left -= self._pairs[end] - self._pairs[alo]
        return super().find_longest_match(alo, ahi, blo, bhi) if self._left >= 0 else Match(alo, blo, 0)
