"""Search memories: query the words and the vectors, combine the scores, return only relevant memories."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils import timezone

from memory.access import Actor
from memory.models import Memory, Project
from memory.recall.arms import Asked, Filters, Found, Question, look_up
from memory.recall.clock import Clock
from memory.recall.closely import read_closely
from memory.recall.event_dates import period_of_occasion
from memory.recall.folding import fold
from memory.recall.loading import load
from memory.recall.overviews import memories_of
from memory.recall.reranking import OFF, rerank
from memory.recall.siblings import Sibling, siblings_of
from memory.rules import certainty, ranking
from memory.rules.certainty import NOTHING, Judgement
from memory.rules.ranking import Candidate, Fusion, Score, Span
from memory.rules.time_words import Period, period_in

_FEWEST_CANDIDATES = 50
_CANDIDATES_PER_HIT = 4


@dataclass(frozen=True)
class Hit:
    """A found memory, with the score that placed it and the terms of that score.

    `contradicted`: another memory that the asker may see says otherwise, and nobody has judged between them.
    `also` are the ids of memories that say the same and answer too; they are folded into this one. `siblings` were
    learned beside it, of the same matter, and are no hits of the page.
    """

    memory: Memory
    score: float
    why: Score
    contradicted: bool = False
    also: tuple[str, ...] = ()
    siblings: tuple[Sibling, ...] = ()


@dataclass(frozen=True)
class SearchPage:
    """One page of hits: those that answer the question, or, where nothing certainly does, the few nearest (`known`).

    `milliseconds` has embed, sql, rank and, where one is set, rerank; `lexical_only` tells that no vector was to be
    had; `reranker` is "off", "used", or why the order is the one without it; `is_overview` tells that the question
    asks for all of a time, `in_drafts` that drafts were asked, which nobody has approved.
    """

    hits: tuple[Hit, ...]
    total: int
    offset: int
    has_more: bool
    milliseconds: dict[str, float]
    lexical_only: bool
    reranker: str = OFF
    judgement: Judgement = NOTHING
    period: Period | None = None
    is_overview: bool = False
    in_drafts: bool = False
    asked: Asked = (None, "")

    @property
    def known(self) -> bool:
        """Whether a memory that the asker can see certainly answers the question. Drafts do not count."""
        return self.total > 0 and self.judgement.is_certain and not self.in_drafts

    @property
    def answering(self) -> list[int]:
        """The keys of the memories that answer; empty if only the nearest ones are shown."""
        return [hit.memory.pk for hit in self.hits] if self.known or self.in_drafts else []

    @property
    def note(self) -> str:
        """The note to show before hits that may not answer; empty if they do."""
        return "" if self.known or self.in_drafts or not self.hits else "Nothing certain; nearest:"


@dataclass(frozen=True)
class Relevant:
    """All that answers a question among its candidates, best first, before any row is loaded.

    `ranked` is all that was looked at, in order. `exhaustive`: at the depth of both arms nothing was relevant any more,
    so that looking deeper would bring no more answers. `period` is the time that the question names; `is_overview`: it
    names nothing else, so whatever is of that time answers it.
    """

    scores: tuple[Score, ...]
    ranked: tuple[Score, ...]
    judgement: Judgement
    period: Period | None
    exhaustive: bool
    lexical_only: bool
    reranker: str
    clock: Clock
    is_overview: bool = False
    in_drafts: bool = False
    asked: Asked = (None, "")

    @property
    def candidates(self) -> tuple[int, ...]:
        """The keys of all that was looked at."""
        return tuple(entry.memory_id for entry in self.ranked)


@dataclass(frozen=True)
class Way:
    """How to look: with vectors or by words alone, `rrf` for reciprocal ranks, with the reranker that is set or not.

    `answered`: that there is an answer is known, so no candidate has to prove it.
    """

    semantic: bool = True
    rrf: bool = False
    rerank: bool = True
    answered: bool = False


def search_memories(
    query: str,
    *,
    actor: Actor,
    project: Project | None = None,
    types: Sequence[str] = (),
    agent_id: str | None = None,
    tag: str | None = None,
    after: datetime | None = None,
    before: datetime | None = None,
    drafts: bool = False,
    limit: int = 5,
    offset: int = 0,
    semantic: bool = True,
    signed: bool = False,
    fusion: str = "scores",
    rerank: bool = True,
) -> SearchPage:
    """Current memories that answer `query`, best first; empty when nothing is relevant. With `drafts` those that wait.

    `after` is inclusive, `before` exclusive, both on when the fact occurred. `total` counts the
    relevant ones among the candidates that both arms brought (at least 50, four times the page's end).
    `signed` leaves out what only a model told.
    `semantic=False` asks the lexical arm alone; `fusion="rrf"` orders by reciprocal ranks instead of scores;
    `rerank=False` leaves a reranker out that the settings name.
    """
    actor.authorize("search")
    depth = max(_FEWEST_CANDIDATES, _CANDIDATES_PER_HIT * (offset + limit))
    filters = Filters(project, types, agent_id, tag, after, before, drafts)
    way = Way(semantic, fusion == "rrf", rerank)
    page = page_of(_relevant(query, depth, filters, way, actor=actor), limit=limit, offset=offset, actor=actor)
    return replace(page, hits=tuple(_signed(page.hits))) if signed else page


def _signed(hits: Sequence[Hit]) -> Iterator[Hit]:
    for hit in hits:
        if not hit.memory.unsigned:
            yield replace(hit, siblings=tuple(each for each in hit.siblings if not each.unsigned))


def relevant_memories(
    query: str,
    *,
    actor: Actor,
    depth: int,
    project: Project | None = None,
    types: Sequence[str] = (),
    agent_id: str | None = None,
    drafts: bool = False,
    way: Way = Way(),
) -> Relevant:
    """Return all relevant memories among up to `depth` candidates of each arm."""
    actor.authorize("search")
    return _relevant(query, depth, Filters(project, types, agent_id, drafts=drafts), way, actor=actor)


def candidates(query: str, *, actor: Actor, depth: int = _FEWEST_CANDIDATES) -> list[Candidate]:
    """Return the unranked candidates of both arms, for measurements."""
    actor.authorize("search")
    return look_up(Question(query, depth), Clock(), now=timezone.now(), actor=actor).candidates


def page_of(relevant: Relevant, *, limit: int, offset: int, actor: Actor) -> SearchPage:
    """Load one page of relevant memories. Memories that say the same become one hit."""
    clock = relevant.clock
    folded = fold(relevant.scores, actor=actor)
    chosen = folded[offset : offset + limit]
    found = load([entry.score.memory_id for entry in chosen], actor=actor)
    # One that vanished meanwhile is left out.
    loaded = [(found[entry.score.memory_id], entry) for entry in chosen if entry.score.memory_id in found]
    beside = {} if relevant.in_drafts else siblings_of(chosen, actor=actor)
    hits = tuple(
        Hit(row.memory, entry.score.score, entry.score, row.contradicted, entry.also, beside.get(row.memory.pk, ()))
        for row, entry in loaded
    )
    clock.lap("rank")
    more = len(folded) > offset + limit
    read = relevant.lexical_only, relevant.reranker, relevant.judgement, relevant.period
    kind = relevant.is_overview, relevant.in_drafts
    return SearchPage(hits, len(folded), offset, more, clock.laps, *read, *kind, asked=relevant.asked)


def _relevant(query: str, depth: int, filters: Filters, way: Way, *, actor: Actor) -> Relevant:
    clock, now = Clock(), timezone.now()
    question = Question(query, depth, filters, way.semantic)
    period = period_in(query, now=now) or period_of_occasion(question, clock, now=now, actor=actor)
    overview = memories_of(period, question, clock, now=now, actor=actor) if period else None
    found = overview or look_up(replace(question, words=timeless(query, period)), clock, now=now, actor=actor)
    span = Span.between(period.first, period.last, now=now) if period else None
    fusion = ranking.LEXICAL_FUSION if found.lexical_only else ranking.fusion_for(found.model)
    ranked = ranking.rank(found.candidates, fusion, span=span, rrf=way.rrf)
    judgement = _judged(question, found, fusion, ranked, is_answered=way.answered or overview is not None)
    if judgement.is_shown and overview is None and not way.rrf:
        ranked = read_closely(ranked, judgement.cutoff, found, fusion, span=span, actor=actor)
    answers, reranker = certainty.answers(ranked, judgement), OFF
    if way.rerank and overview is None and len(answers) > 1:
        answers, reranker = rerank(query, answers, clock=clock, actor=actor)
    exhaustive = len(answers) < depth
    scores = tuple(answers), tuple(ranked)
    kind = overview is not None, filters.drafts
    relevant = Relevant(*scores, judgement, period, exhaustive, found.lexical_only, reranker, clock, *kind)
    return replace(relevant, asked=found.asked)


def _judged(
    question: Question, found: Found, fusion: Fusion, ranked: Sequence[Score], *, is_answered: bool
) -> Judgement:
    """Words alone, and drafts, have nothing learned of them."""
    if is_answered:
        return certainty.known_to_answer(fusion)
    alone = found.lexical_only or question.filters.drafts
    learned = None if alone else certainty.LEARNED.get(found.model.rsplit("/", 1)[-1])
    return certainty.judged(question.words, found.candidates, ranked, fusion, learned)


def timeless(query: str, period: Period | None) -> str:
    """Remove relative times such as "last week", which no memory contains. Dates and years stay."""
    if period is None or period.is_dated:
        return query
    return query.replace(period.words, " ", 1).strip() or query
