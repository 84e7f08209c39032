"""Ranks messages of a conversation by what they say and by what is said around them (docs/search.md)."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import numpy as np
import numpy.typing as npt

from memory.rules.history_weights import CUTS, DEFAULT, MESSAGE_ALONE, PRIORS, Weights
from memory.rules.late_interaction import Interaction
from memory.rules.neighbours import Neighbourhood, Scores
from memory.rules.session_ranking import Evidence, RankedSession, originals, rank_sessions
from memory.rules.time_words import Period

# The score below which a message is usually no answer.
USUAL_THRESHOLD = 0.2
# Beside an answer that scores so many times higher, a message is no answer any more.
BESIDE_THE_BEST = 0.3
# So many messages, with those before them, have their tokens looked at.
_LOOKED_AT = 150

# Gives what the question's tokens meet in messages (by key), None where there is no telling.
Look = Callable[[Sequence[int]], Interaction | None]


@dataclass(frozen=True)
class Spoken:
    """A fetched message: where it stands, the question's word weights in it (None: no word), and its cosine.

    `passage` is the cosine of the nearest of a long message's passages, None for one that is read whole.

    `thread` is what `place` counts in; `seed` says that an arm of the search found it; `may_answer` that the
    question's filters allow it as an answer (others are context only). Lengths are in bytes; `named` says that the
    question names who said it.
    """

    message_id: int
    thread: tuple[int, str]
    place: int
    seed: bool
    may_answer: bool
    terms: Sequence[float] | None
    session: float
    cosine: float | None
    passage: float | None = None
    said_at: datetime = datetime(1970, 1, 1, tzinfo=UTC)
    session_length: int = 0
    length: int = 220
    named: bool = False
    asks: bool = False
    ends_asking: bool = False


@dataclass(frozen=True)
class Ranked:
    """A message's relevance in [0, 1], and the five scores it is made of."""

    message_id: int
    thread: tuple[int, str]
    place: int
    score: float
    own: float
    around: float
    session: float
    semantic: float
    tokens: float


@dataclass(frozen=True)
class Found:
    """Messages that answer, best first, and all their sessions, best first."""

    messages: list[Ranked] = field(default_factory=list)
    sessions: list[RankedSession] = field(default_factory=list)


def rank(
    spoken: Sequence[Spoken],
    idfs: Sequence[float],
    *,
    threshold: float = 0.0,
    context: bool = True,
    period: Period | None = None,
    look: Look | None = None,
) -> Found:
    """Seeds and their direct neighbours whose score reaches `threshold`, best first, ties the newer row first.

    Without any cosine the lexical scores stand alone; `context=False` looks at each message by itself; what was said
    in `period` comes before the rest. Nothing at all when not even the best one stands out. The tokens of those that
    are the most relevant without them are looked at with `look`, and change the order.
    """
    if not spoken:
        return Found()
    scene = _Scene(spoken, idfs, DEFAULT if context else MESSAGE_ALONE)
    if look:
        scene.look_closer(look, [row.message_id for row in spoken])
    if threshold and not scene.stands_out():
        return Found()
    timely = _timeliness(spoken, period)
    factor = timely * _answering(spoken, scene.beside, context)
    scores = scene.stretched(np.clip(scene.relevance * factor, 0.0, 1.0))
    scores = np.where(scene.nearest >= CUTS.telling, np.maximum(scores, USUAL_THRESHOLD + scores / 100), scores)
    may_answer = np.array([row.may_answer and (row.seed or context) for row in spoken])
    says = (scene.own > 0) | (scene.nearest >= CUTS.touching)
    answers = may_answer & scene.beside.answering(scores, says)
    chosen = answers & (scores >= max(threshold, BESIDE_THE_BEST * scores.max()))
    columns = zip(*(each[chosen].tolist() for each in (scores, *scene.shown, scene.tokens)), strict=True)
    rows = [row for row, is_chosen in zip(spoken, chosen, strict=True) if is_chosen]
    messages = [Ranked(row.message_id, row.thread, row.place, *terms) for row, terms in zip(rows, columns, strict=True)]
    messages.sort(key=lambda found: (-found.score, -found.message_id))
    if not messages:
        return Found()
    evidence = scene.evidence(timely * _said_by(spoken), originals(spoken))
    return Found(messages, rank_sessions(spoken, evidence, answers))


class _Scene:
    """The scores of all fetched messages, row by row."""

    def __init__(self, spoken: Sequence[Spoken], idfs: Sequence[float], weights: Weights) -> None:
        self.beside = Neighbourhood(spoken)
        self.idfs = np.asarray(idfs, dtype=np.float64)
        self.weights, self.lexical_only = weights, all(row.cosine is None for row in spoken)
        nothing = [0.0] * len(idfs)
        words = np.array([row.terms or nothing for row in spoken], dtype=np.float64).reshape(len(spoken), -1)
        self.words = words
        self.meaning = _meaning([row.cosine for row in spoken], weights.noise_floor)
        passages = _meaning([row.passage for row in spoken], weights.noise_floor)
        self.nearest = np.maximum(self.meaning, passages)
        self.own = self.share(words / weights.heaviest_word)
        summed = self.beside.summed(words, weights.near, weights.far)
        self.around = self.share(summed / (summed + weights.saturation))
        self.session = np.clip([row.session for row in spoken], 0.0, 1.0)
        self.semantic = self._semantic(self.nearest)
        self.shown = (self.own, self.around, self.session, self.semantic)
        self.relevance = self.first_stage = self._relevance(self.semantic)
        self.tokens = np.zeros(len(spoken))

    def look_closer(self, look: Look, keys: Sequence[int]) -> None:
        """Let the tokens of the best so far, and of the messages before them, speak too."""
        best = np.argsort(-self.first_stage, kind="stable")[:_LOOKED_AT]
        rows = np.union1d(best, self.beside.before(best))
        seen = look([keys[row] for row in rows])
        if seen is None or not seen.counts.any():
            return
        weights = self.weights
        near = np.zeros((len(keys), len(seen.weights)))
        near[rows] = seen.stretched(weights.token_floor, weights.token_growth, weights.usual_tokens)
        unread = rows[seen.counts == 0]
        near[unread] = self.nearest[unread, np.newaxis]
        together = np.maximum(near, weights.tokens_before * self.beside.shifted(near, -1)) @ seen.weights
        of_session = self.beside.best_of_session(near) @ seen.weights
        self.tokens = (weights.tokens * together + weights.session_tokens * of_session) / weights.interactions
        self.relevance = self._with_tokens(self.first_stage) / (1 + weights.interactions)

    def _with_tokens(self, relevance: Scores) -> Scores:
        return np.asarray(relevance + self.weights.interactions * self.tokens)

    def share(self, words: Scores) -> Scores:
        """What part of the question's weight each row of word weights (0..1) reaches."""
        total = self.idfs.sum()
        return np.clip(words @ self.idfs / total, 0.0, 1.0) if total else np.zeros(len(words))

    def _semantic(self, meaning: Scores) -> Scores:
        weights, shifted = self.weights, self.beside.shifted
        beside = weights.before * shifted(meaning, -1) + weights.after * shifted(meaning, 1)
        of_session = weights.session_meaning * self.beside.best_of_session(meaning)
        return np.asarray((weights.meaning * meaning + beside + of_session) / weights.meanings)

    def _relevance(self, semantic: Scores) -> Scores:
        """The weighted mean of all that is known of a message."""
        weights = self.weights
        together = np.maximum(self.words, self.beside.shifted(self.words, -1))
        mixed = weights.own * self.own + weights.around * self.around + weights.session * self.session
        mixed = mixed + weights.exchange * self.share(together / weights.heaviest_word)
        if self.lexical_only:
            return np.asarray(mixed / weights.words)
        return np.asarray((mixed + weights.meanings * semantic) / (weights.words + weights.meanings))

    def evidence(self, factor: Scores, original: npt.NDArray[np.bool_]) -> Evidence:
        """What the order of the sessions is made of; a copy is no evidence for the session that has it.

        A session is about what its messages are about as a whole: of many passages one is near by chance.
        """
        relevance = self._with_tokens(self._relevance(self._semantic(self.meaning))) * factor
        words = self.words * original[:, np.newaxis]
        covered = self.share((self.beside.best_of_session(words) > 0).astype(np.float64))
        return Evidence(
            self.beside, relevance * original, covered, None if self.lexical_only else self.meaning * original
        )

    def stands_out(self) -> bool:
        """Whether the best of all is an answer to anything."""
        best = self.first_stage.max()
        if self.lexical_only:
            return bool(best >= CUTS.words_stand_out)
        if best >= CUTS.clear or best + self.nearest.max() >= CUTS.stands_out:
            return True
        return bool(self.tokens.max() >= CUTS.tokens + CUTS.tokens_growth * math.log(len(self.tokens)))

    def stretched(self, relevance: Scores) -> Scores:
        """1 - (1 - x)^stretch, which makes no two scores equal."""
        return np.asarray(1 - (1 - relevance) ** (CUTS.stretch_of_words if self.lexical_only else CUTS.stretch))


def _meaning(cosines: Sequence[float | None], floor: float) -> Scores:
    known = np.array([floor if cosine is None else cosine for cosine in cosines], dtype=np.float64)
    return np.clip((known - floor) / (1 - floor), 0.0, 1.0)


def _said_by(spoken: Sequence[Spoken]) -> Scores:
    return 1 + PRIORS.speaker * np.array([row.named for row in spoken], dtype=np.float64)


def _answering(spoken: Sequence[Spoken], beside: Neighbourhood, context: bool) -> Scores:
    """How much each message looks like an answer."""
    lengths = np.array([row.length for row in spoken], dtype=np.float64)
    factor = _said_by(spoken) - PRIORS.length * PRIORS.usual_length / (lengths + PRIORS.usual_length)
    if not context:
        return np.asarray(factor)
    replies = beside.shifted(np.array([row.asks for row in spoken], dtype=np.float64), -1)
    asking = np.array([row.ends_asking for row in spoken], dtype=np.float64)
    return np.asarray(factor + PRIORS.reply * replies - PRIORS.question * asking)


def _timeliness(spoken: Sequence[Spoken], period: Period | None) -> Scores:
    """1 in the period and ever less with the days from it; 1 for all where nothing was said near it."""
    if period is None:
        return np.ones(len(spoken))
    said = np.array([row.said_at.timestamp() for row in spoken])
    days = np.maximum(np.maximum(period.first.timestamp() - said, said - period.last.timestamp()), 0.0) / 86400
    if days.min() > PRIORS.horizon:
        return np.ones(len(spoken))
    return np.asarray(PRIORS.elsewhen + (1 - PRIORS.elsewhen) * np.exp(-days / PRIORS.fading))
