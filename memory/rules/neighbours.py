"""Which message stands beside which in a conversation, and what they have together."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

Scores = npt.NDArray[np.float64]


class Placed(Protocol):
    """A message with its place (from 1) in a thread (session, subagent); a seed is what a search found."""

    @property
    def thread(self) -> tuple[int, str]: ...
    @property
    def place(self) -> int: ...
    @property
    def seed(self) -> bool: ...


class Neighbourhood:
    """Which row stands how many places before or after which, -1 where nothing was fetched."""

    def __init__(self, placed: Sequence[Placed]) -> None:
        at = {(row.thread, row.place): index for index, row in enumerate(placed)}
        self._beside = {
            step: np.array([at.get((row.thread, row.place + step), -1) for row in placed]) for step in (-2, -1, 1, 2)
        }
        self._seeds = np.array([row.seed for row in placed])
        sessions: dict[int, int] = {}
        self.sessions = np.array([sessions.setdefault(row.thread[0], len(sessions)) for row in placed])

    def shifted(self, rows: Scores, step: int) -> Scores:
        """For each row the one `step` places on (-2 to 2), zeros where there is none."""
        index = self._beside[step]
        present = (index >= 0).reshape((-1,) + (1,) * (rows.ndim - 1))
        return np.where(present, rows[index], 0.0)

    def before(self, rows: npt.NDArray[np.int_]) -> npt.NDArray[np.int_]:
        """Those that stand directly before these rows."""
        found = self._beside[-1][rows]
        return found[found >= 0]

    def summed(self, words: Scores, near: float, far: float) -> Scores:
        """Each row's word weights with parts of its neighbours'."""
        beside = near * (self.shifted(words, -1) + self.shifted(words, 1))
        return words + beside + far * (self.shifted(words, -2) + self.shifted(words, 2))

    def best_of_session(self, values: Scores) -> Scores:
        """For each row the highest value in its session; rows of several columns by column."""
        best = np.zeros((int(self.sessions.max()) + 1, *values.shape[1:]))
        np.maximum.at(best, self.sessions, values)
        return np.asarray(best[self.sessions])

    def answering(self, scores: Scores, says: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Seeds, and rows directly beside one that say something of the matter themselves, or score higher than it."""
        of_seeds = np.where(self._seeds, scores, 0.0)
        beside = np.maximum(self.shifted(of_seeds, -1), self.shifted(of_seeds, 1))
        return np.asarray(self._seeds | ((beside > 0) & (says | (scores > beside))))
