"""Says why a search answered as it did: what its words weigh, what each candidate has of them, what was left out."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import connection

from memory.access import Actor
from memory.models import Memory, Project
from memory.recall.loading import load
from memory.recall.search import Relevant, SearchPage, relevant_memories, timeless
from memory.rules.certainty import Judgement
from memory.rules.questions import looked_up
from memory.rules.ranking import Score
from memory.rules.time_words import Period

_CANDIDATES = 50
_WORDS = "SELECT term, weight, is_unknown FROM cairn_asked_words(%s)"
_GAINS = "SELECT memory_id, term, gain FROM cairn_explain_memories(%s, %s) ORDER BY gain DESC, term"


@dataclass(frozen=True)
class AskedWord:
    """A word of the question, or two side by side: its weight, and whether no memory that the asker sees has it."""

    term: str
    weight: float
    unknown: bool


@dataclass(frozen=True)
class Gain:
    """What a word, or two, add to a memory's share of what the question's words could reach."""

    term: str
    gain: float


@dataclass(frozen=True)
class Explanation:
    """How a question was read, and what each memory has of its words (by key, the largest first).

    `judgement` tells whether anything answers it. An overview is answered by whatever is of its period.
    """

    words: tuple[AskedWord, ...]
    period: Period | None
    judgement: Judgement
    gains: dict[int, tuple[Gain, ...]]
    is_overview: bool = False

    def words_of(self, pk: int) -> tuple[Gain, ...]:
        """The words that one memory shares with the question."""
        return self.gains.get(pk, ())


@dataclass(frozen=True)
class Looked:
    """A candidate as the explain page shows it; `answers` is False where it was left out."""

    memory: Memory
    why: Score
    words: tuple[Gain, ...]
    answers: bool


@dataclass(frozen=True)
class Insight:
    """A question explained with its best candidates, those left out among them."""

    explanation: Explanation
    candidates: tuple[Looked, ...]
    answers: int
    lexical_only: bool
    reranker: str


def explained(question: str, page: SearchPage) -> Explanation:
    """The explanation of a page that `search_memories` gave."""
    return _explanation(question, page, [hit.memory.pk for hit in page.hits])


def look_closely(question: str, *, actor: Actor, project: Project | None = None, limit: int = 20) -> Insight:
    """The question with its `limit` best candidates that the actor may see, whether they answer it or not."""
    found = relevant_memories(question, actor=actor, depth=_CANDIDATES, project=project)
    best = _best(found, limit)
    keys = [entry.memory_id for entry in best]
    explanation = _explanation(question, found, keys)
    rows, answering = load(keys, actor=actor), {entry.memory_id for entry in found.scores}
    candidates = tuple(
        Looked(rows[pk].memory, entry, explanation.words_of(pk), pk in answering)
        for pk, entry in zip(keys, best, strict=True)
        if pk in rows
    )
    return Insight(explanation, candidates, len(found.scores), found.lexical_only, found.reranker)


def _best(found: Relevant, limit: int) -> Sequence[Score]:
    """The answers in their order, then the best of the others."""
    answering = {entry.memory_id for entry in found.scores}
    return [*found.scores, *(entry for entry in found.ranked if entry.memory_id not in answering)][:limit]


def _explanation(question: str, found: Relevant | SearchPage, keys: Sequence[int]) -> Explanation:
    read = found.period, found.judgement
    if found.is_overview:  # no word of it was looked up
        return Explanation((), *read, {}, is_overview=True)
    asked = looked_up(timeless(question, found.period).replace("\x00", " "))
    with connection.cursor() as cursor:
        cursor.execute(_WORDS, [asked])
        words = tuple(AskedWord(*row) for row in cursor.fetchall())
        cursor.execute(_GAINS, [asked, list(keys)])
        gains: dict[int, tuple[Gain, ...]] = {}
        for pk, term, gain in cursor.fetchall():
            gains[pk] = (*gains.get(pk, ()), Gain(term, gain))
    return Explanation(words, *read, gains)
