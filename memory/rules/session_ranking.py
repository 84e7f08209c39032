"""Ranks sessions by what their messages say together, for who looks for the conversation and not for the sentence."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

import numpy as np
import numpy.typing as npt

from memory.rules.history_weights import SESSIONS
from memory.rules.neighbours import Neighbourhood, Scores


@dataclass(frozen=True)
class RankedSession:
    """A session's score for a question, comparable with those of the others only."""

    session_id: int
    score: float


@dataclass(frozen=True)
class Evidence:
    """Of each message its relevance, the part of the question's words that its session has, and its meaning if known.

    All in [0, 1], a row for each message, nothing for copies; `beside` knows which rows are of one session.
    """

    beside: Neighbourhood
    relevance: Scores
    covered: Scores
    meaning: Scores | None


class OfSession(Protocol):
    """A message with the thread (session, subagent) that it is of, and the bytes of all that was said there.

    A copy has the moment, the bytes and the question's word weights of its original. `may_answer` is false for what
    the question's filters exclude.
    """

    @property
    def thread(self) -> tuple[int, str]: ...
    @property
    def session_length(self) -> int: ...
    @property
    def said_at(self) -> datetime: ...
    @property
    def length(self) -> int: ...
    @property
    def terms(self) -> Sequence[float] | None: ...
    @property
    def may_answer(self) -> bool: ...


def originals(rows: Sequence[OfSession]) -> npt.NDArray[np.bool_]:
    """Which rows are not a copy of what another session said at that moment.

    A session that is continued under another name begins with all that was said before, so the shorter one said it;
    of equally long ones it is the older. What the filters exclude is no original of anything.
    """
    alike = [(row.said_at, row.length, sum(row.terms or ())) for row in rows]
    said_by: dict[tuple[datetime, int, float], tuple[int, int]] = {}
    for row, key in zip(rows, alike, strict=True):
        session = row.session_length, row.thread[0]
        if row.may_answer and said_by.setdefault(key, session) > session:
            said_by[key] = session
    of = [row.thread[0] for row in rows]
    return np.array([key not in said_by or said_by[key][1] == one for key, one in zip(alike, of, strict=True)])


def rank_sessions(rows: Sequence[OfSession], evidence: Evidence, answers: npt.NDArray[np.bool_]) -> list[RankedSession]:
    """The sessions of all messages that may be `answers`, best first, ties the newer session first."""
    number = evidence.beside.sessions
    lengths = np.log1p([row.session_length for row in rows])
    scores = evidence.beside.best_of_session(np.where(answers, evidence.relevance, 0.0))
    scores = scores + SESSIONS.covered * evidence.covered - SESSIONS.length * lengths
    if evidence.meaning is not None:
        scores = scores + SESSIONS.meaning * _mean_of_best(evidence.meaning, number)[number]
    answering = np.unique(number[answers])
    first = np.unique(number, return_index=True)[1][answering]
    found = [RankedSession(rows[row].thread[0], float(scores[row])) for row in first]
    return sorted(found, key=lambda session: (-session.score, -session.session_id))


def _mean_of_best(values: Scores, number: npt.NDArray[np.int_]) -> Scores:
    """For each session the mean of its highest values, those that are missing as zeros."""
    order = np.lexsort((-values, number))
    of = number[order]
    best = np.arange(len(order)) - np.searchsorted(of, of) < SESSIONS.best
    return np.asarray(np.bincount(of[best], values[order][best], minlength=int(number.max()) + 1) / SESSIONS.best)
