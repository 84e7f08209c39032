"""Joins matches that stand close together in a conversation into one result, so that nothing is shown twice."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import zip_longest

from memory.rules.history_ranking import Ranked

# A session that is about the question everywhere becomes several results, not one that is a session long.
_LONGEST = 8


@dataclass(frozen=True)
class Window:
    """Places `first` to `last` of a thread, with the matches in it (in order) and the best of them."""

    thread: tuple[int, str]
    first: int
    last: int
    matches: tuple[Ranked, ...]

    @property
    def best(self) -> Ranked:
        """The match with the highest score, the earlier one of two equals."""
        return max(self.matches, key=lambda match: match.score)


def windows(ranked: Iterable[Ranked], around: int) -> list[Window]:
    """Matches with `around` places on each side, overlapping ones joined, the best first.

    A window spans at most eight times the width of a single one; the next begins behind it.
    """
    joined: list[Window] = []
    for match in sorted(ranked, key=lambda match: (match.thread, match.place)):
        previous = joined[-1] if joined and joined[-1].thread == match.thread else None
        if previous and match.place - around <= previous.last and _fits(previous, match, around):
            joined[-1] = Window(match.thread, previous.first, match.place + around, (*previous.matches, match))
        else:
            first = max(match.place - around, previous.last + 1 if previous else 1)
            joined.append(Window(match.thread, min(first, match.place), match.place + around, (match,)))
    return sorted(_apart(joined), key=lambda window: (-window.best.score, -window.best.message_id))


def _fits(window: Window, match: Ranked, around: int) -> bool:
    return match.place + around - window.first < _LONGEST * (2 * around + 1)


def _apart(joined: list[Window]) -> list[Window]:
    """The same windows, each ending before the next one of its thread begins."""
    return [
        replace(window, last=min(window.last, after.first - 1)) if after and after.thread == window.thread else window
        for window, after in zip_longest(joined, joined[1:])
    ]
