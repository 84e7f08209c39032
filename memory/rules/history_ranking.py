"""Ranks messages of a conversation by what they say and by what is said around them (the formulas of recall.md)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

Scores = npt.NDArray[np.float64]
# The score below which a message is usually no answer, and how far above it the best one must be: where not even
# that one stands out, the conversations know nothing of the question.
USUAL_THRESHOLD = 0.2
STANDS_OUT = 1.5
# Beside an answer that scores so many times higher, a message is no answer any more.
BESIDE_THE_BEST = 0.3
# A seed's neighbours may answer better than it does (a question, and below it the answer).
REACH = 1


@dataclass(frozen=True)
class Weights:
    """How the terms add up; tuned on the development sets.

    `own`, `around`, `session` and `semantic` weigh four scores between 0 and 1. `near` and `far` are the parts of
    the words of messages one and two places away that count as a message's own; `saturation` is the word weight at
    which half of a word's worth is reached. Unrelated texts reach a cosine of `noise_floor`. A message whose meaning
    reaches `telling` is found even without a word in common: it is lifted to the usual threshold, behind those
    that the blend of all four puts there.
    """

    own: float = 0.7
    around: float = 1.0
    session: float = 1.0
    semantic: float = 1.0
    near: float = 0.5
    far: float = 0.25
    saturation: float = 0.9
    heaviest_word: float = 1.9  # k1 + 1, which a stored word weight never reaches
    noise_floor: float = 0.15
    telling: float = 0.4
    # Hardly any message has all that a question could wish for; stretched, good answers score 0.5 to 1.
    stretch: float = 1.4


DEFAULT = Weights()
MESSAGE_ALONE = Weights(own=1.0, around=0.0, session=0.0, semantic=0.4)
_STRETCH_OF_WORDS = 1.8


@dataclass(frozen=True)
class Spoken:
    """A fetched message: where it stands, the question's word weights in it (None: no word), and its cosine.

    `thread` is what `place` counts in; `seed` says that an arm of the search found it; `may_answer` that the
    question's filters allow it as an answer (others are context only).
    """

    message_id: int
    thread: tuple[int, str]
    place: int
    seed: bool
    may_answer: bool
    terms: Sequence[float] | None
    session: float
    cosine: float | None


@dataclass(frozen=True)
class Ranked:
    """A message's relevance in [0, 1], and the four scores it is made of."""

    message_id: int
    thread: tuple[int, str]
    place: int
    score: float
    own: float
    around: float
    session: float
    semantic: float


def rank(
    spoken: Sequence[Spoken],
    idfs: Sequence[float],
    *,
    threshold: float = 0.0,
    context: bool = True,
) -> list[Ranked]:
    """Seeds and their direct neighbours whose score reaches `threshold`, best first, ties the newer row first.

    Without any cosine the lexical scores stand alone; `context=False` looks at each message by itself.
    Nothing at all when not even the best one stands out from the threshold.
    """
    if not spoken:
        return []
    weights = _weights(spoken, context)
    beside = _Neighbourhood(spoken)
    words = np.array([row.terms or [0.0] * len(idfs) for row in spoken], dtype=np.float64).reshape(len(spoken), -1)
    own = _share(words / weights.heaviest_word, idfs)
    around = _share(_saturated(beside.summed(words, weights.near, weights.far), weights.saturation), idfs)
    session = np.clip([row.session for row in spoken], 0.0, 1.0)
    meaning = _meaning(spoken, weights.noise_floor)
    semantic = (meaning + beside.mean_of_next(meaning) / 2) / 1.5 if context else meaning
    scores = _blended(weights, own, around, session, semantic)
    telling = meaning >= weights.telling
    if not telling.any() and scores.max() < STANDS_OUT * threshold:
        return []
    scores = np.where(telling, np.maximum(scores, USUAL_THRESHOLD + scores / 100), scores)
    answers = beside.within_reach() if context else np.array([row.seed for row in spoken])
    shown = (scores, own, around, session, semantic)
    least = max(threshold, BESIDE_THE_BEST * scores.max())
    chosen = [
        Ranked(row.message_id, row.thread, row.place, *terms)
        for row, answers, *terms in zip(spoken, answers, *(each.tolist() for each in shown), strict=True)
        if answers and row.may_answer and terms[0] >= least
    ]
    return sorted(chosen, key=lambda found: (-found.score, -found.message_id))


def _weights(spoken: Sequence[Spoken], context: bool) -> Weights:
    weights = DEFAULT if context else MESSAGE_ALONE
    if any(row.cosine is not None for row in spoken):
        return weights
    return replace(weights, semantic=0.0, stretch=_STRETCH_OF_WORDS)


def _blended(weights: Weights, own: Scores, around: Scores, session: Scores, semantic: Scores) -> Scores:
    """The weighted mean of the four scores, stretched by 1 - (1 - x)^stretch, which makes no two scores equal."""
    total = weights.own + weights.around + weights.session + weights.semantic
    mixed = weights.own * own + weights.around * around + weights.session * session + weights.semantic * semantic
    return np.asarray(1 - (1 - mixed / total) ** weights.stretch)


def _share(words: Scores, idfs: Sequence[float]) -> Scores:
    """What part of the question's weight each row of word weights (0..1) reaches."""
    total = sum(idfs)
    return np.clip(words @ np.asarray(idfs, dtype=np.float64) / total, 0.0, 1.0) if total else np.zeros(len(words))


def _saturated(words: Scores, half: float) -> Scores:
    return words / (words + half)


def _meaning(spoken: Sequence[Spoken], floor: float) -> Scores:
    cosines = np.array([floor if row.cosine is None else row.cosine for row in spoken], dtype=np.float64)
    return np.clip((cosines - floor) / (1 - floor), 0.0, 1.0)


class _Neighbourhood:
    """Which row stands how many places before or after which, -1 where nothing was fetched."""

    def __init__(self, spoken: Sequence[Spoken]) -> None:
        at = {(row.thread, row.place): index for index, row in enumerate(spoken)}
        self._beside = {
            step: np.array([at.get((row.thread, row.place + step), -1) for row in spoken]) for step in (-2, -1, 1, 2)
        }
        self._seeds = np.array([row.seed for row in spoken])

    def _shifted(self, rows: Scores, step: int) -> Scores:
        """For each row the one `step` places on, zeros where there is none."""
        index = self._beside[step]
        present = (index >= 0).reshape((-1,) + (1,) * (rows.ndim - 1))
        return np.where(present, rows[index], 0.0)

    def summed(self, words: Scores, near: float, far: float) -> Scores:
        """Each row's word weights with parts of its neighbours'."""
        beside = near * (self._shifted(words, -1) + self._shifted(words, 1))
        return words + beside + far * (self._shifted(words, -2) + self._shifted(words, 2))

    def mean_of_next(self, values: Scores) -> Scores:
        """The mean of the values directly before and after."""
        return (self._shifted(values, -1) + self._shifted(values, 1)) / 2

    def within_reach(self) -> npt.NDArray[np.bool_]:
        """Seeds, and rows directly beside one."""
        seeds = self._seeds.astype(np.float64)
        near = [self._shifted(seeds, step) for step in range(-REACH, REACH + 1) if step]
        return np.asarray(np.maximum.reduce([seeds, *near]) > 0)
