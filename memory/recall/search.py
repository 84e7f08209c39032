"""The read line: one question, both arms in one round trip, scores fused, only what is relevant returned."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection
from django.utils import timezone

from memory.access import Actor
from memory.doors.embedder import embedder
from memory.errors import Unavailable
from memory.models import Agent, Memory, Project
from memory.recall.clock import Clock
from memory.recall.folding import fold
from memory.recall.loading import load
from memory.recall.reranking import OFF, rerank
from memory.rules import ranking
from memory.rules.ranking import NO_LIMITS, Candidate, Limits, Score, Span
from memory.rules.time_words import Period, period_in

# A question waits at most this long (seconds) for its vector; then the lexical arm answers alone.
_EMBEDDING_PATIENCE = 0.15
_FEWEST_CANDIDATES = 50
_CANDIDATES_PER_HIT = 4


@dataclass(frozen=True)
class Hit:
    """A found memory, with the score that placed it and the terms of that score.

    `contradicted`: another memory that the asker may see says otherwise, and nobody has judged between them.
    `also` are the ids of memories that say the same and answer too; they are folded into this one.
    """

    memory: Memory
    score: float
    why: Score
    contradicted: bool = False
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class SearchPage:
    """One page of hits; a `total` of 0 says that nothing which is known answers the question.

    `milliseconds` has embed, sql, rank and, where one is set, rerank; `lexical_only` tells that no vector was to be
    had; `reranker` is "off", "used", or why the order is the one without it.
    """

    hits: tuple[Hit, ...]
    total: int
    offset: int
    has_more: bool
    milliseconds: dict[str, float]
    lexical_only: bool
    reranker: str = OFF
    limits: Limits = NO_LIMITS
    period: Period | None = None

    @property
    def known(self) -> bool:
        """Whether anything that the asker may see answers the question."""
        return self.total > 0


@dataclass(frozen=True)
class Relevant:
    """All that answers a question among its candidates, best first, before any row is loaded.

    `ranked` is all that was looked at, in order. `exhaustive`: at the depth of both arms nothing was relevant any more,
    so that looking deeper would bring no more answers. `period` is the time that the question names.
    """

    scores: tuple[Score, ...]
    ranked: tuple[Score, ...]
    limits: Limits
    period: Period | None
    exhaustive: bool
    lexical_only: bool
    reranker: str
    clock: Clock

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


@dataclass(frozen=True)
class _Filters:
    project: Project | None
    types: Sequence[str]
    agent_id: str | None
    tag: str | None
    after: datetime | None
    before: datetime | None


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
    limit: int = 5,
    offset: int = 0,
    semantic: bool = True,
    fusion: str = "scores",
    rerank: bool = True,
) -> SearchPage:
    """Current memories that answer `query`, best first; empty when nothing is relevant.

    `after` is inclusive, `before` exclusive, both on when the fact occurred. `total` counts the
    relevant ones among the candidates that both arms brought (at least 50, four times the page's end).
    `semantic=False` asks the lexical arm alone; `fusion="rrf"` orders by reciprocal ranks instead of scores;
    `rerank=False` leaves a reranker out that the settings name.
    """
    actor.authorize("search")
    depth = max(_FEWEST_CANDIDATES, _CANDIDATES_PER_HIT * (offset + limit))
    filters = _Filters(project, types, agent_id, tag, after, before)
    way = Way(semantic, fusion == "rrf", rerank)
    return page_of(_relevant(query, depth, filters, way, actor=actor), limit=limit, offset=offset)


def relevant_memories(
    query: str,
    *,
    actor: Actor,
    depth: int,
    project: Project | None = None,
    types: Sequence[str] = (),
    agent_id: str | None = None,
    way: Way = Way(),
) -> Relevant:
    """What `search_memories` picks its page from, out of up to `depth` candidates of each arm."""
    actor.authorize("search")
    return _relevant(query, depth, _Filters(project, types, agent_id, None, None, None), way, actor=actor)


def candidates(query: str, *, actor: Actor, depth: int = _FEWEST_CANDIDATES) -> list[Candidate]:
    """What both arms bring to a question, unranked: for measurements."""
    actor.authorize("search")
    vector, model = query_vector(query)
    nothing = _Filters(None, (), None, None, None, None)
    return _candidates(query, vector, model, depth, nothing, now=timezone.now(), actor=actor)


def page_of(relevant: Relevant, *, limit: int, offset: int) -> SearchPage:
    """One page of what is relevant, with its rows; what says the same is one hit."""
    clock = relevant.clock
    folded = fold(relevant.scores)
    chosen = folded[offset : offset + limit]
    found = load([entry.score.memory_id for entry in chosen])
    # One that vanished meanwhile is left out.
    loaded = [(found[entry.score.memory_id], entry) for entry in chosen if entry.score.memory_id in found]
    hits = tuple(Hit(row.memory, entry.score.score, entry.score, row.contradicted, entry.also) for row, entry in loaded)
    clock.lap("rank")
    more = len(folded) > offset + limit
    read = relevant.lexical_only, relevant.reranker, relevant.limits, relevant.period
    return SearchPage(hits, len(folded), offset, more, clock.laps, *read)


def _relevant(query: str, depth: int, filters: _Filters, way: Way, *, actor: Actor) -> Relevant:
    clock, now = Clock(), timezone.now()
    period = period_in(query, now=now)
    asked = timeless(query, period)
    vector, model = query_vector(asked) if way.semantic else (None, "")
    clock.lap("embed")
    candidates = _candidates(asked, vector, model, depth, filters, now=now, actor=actor)
    clock.lap("sql")
    span = Span.between(period.first, period.last, now=now) if period else None
    fusion = ranking.fusion_for(model) if vector else ranking.LEXICAL_FUSION
    limits = ranking.limits_for(candidates, fusion, answered=way.answered)
    ranked = ranking.rank(candidates, fusion, span=span, rrf=way.rrf)
    answers, reranker = ranking.answers(ranked, limits), OFF
    if way.rerank and len(answers) > 1:
        answers, reranker = rerank(query, answers, clock=clock)
    exhaustive = len(answers) < depth
    scores = tuple(answers), tuple(ranked)
    return Relevant(*scores, limits, period, exhaustive, vector is None, reranker, clock)


def timeless(query: str, period: Period | None) -> str:
    """The question without "last week": no memory says it. A date or a year may well stand in one, and stays."""
    if period is None or any(letter.isdigit() for letter in period.words):
        return query
    return query.replace(period.words, " ", 1).strip() or query


def query_vector(query: str) -> tuple[list[float] | None, str]:
    """The question's vector and its model; None where the embedder does not answer in time."""
    door = embedder()
    try:
        return door.embed_query(query, timeout=_EMBEDDING_PATIENCE), door.model
    except Unavailable:
        return None, door.model


_SEARCH = """
SELECT memory_id, lexical, cosine, memory_type, uses,
       extract(epoch FROM %(now)s - occurred_at) / 86400, project_count, strange
FROM cairn_search_memories(
    %(query)s, %(vector)s::halfvec, %(model)s, %(depth)s,
    %(projects)s::bigint[], %(types)s::text[], %(agent)s, %(tag)s, %(after)s, %(before)s,
    %(names)s::text[]
)
"""


def _candidates(
    query: str, vector: list[float] | None, model: str, depth: int, filters: _Filters, *, now: datetime, actor: Actor
) -> list[Candidate]:
    agent = _agent_pk(filters.agent_id, actor=actor)
    parameters: dict[str, Any] = {
        "now": now,
        "query": query.replace("\x00", " "),
        "vector": as_literal(vector),
        "model": model,
        "depth": depth,
        "projects": [filters.project.pk] if filters.project else None,
        "types": list(filters.types) or None,
        "agent": agent,
        "tag": filters.tag,
        "after": filters.after,
        "before": filters.before,
        "names": ranking.names_in(query),
    }
    with connection.cursor() as cursor:
        cursor.execute(_SEARCH, parameters)
        return [_candidate(*row) for row in cursor.fetchall()]


def _agent_pk(agent_id: str | None, *, actor: Actor) -> int | None:
    """The agent's key; 0, which no agent has, for an unknown one, so that the search stays empty."""
    if not agent_id:
        return None
    return Agent.objects.filter(team=actor.team, agent_id=agent_id).values_list("pk", flat=True).first() or 0


def as_literal(vector: list[float] | None) -> str | None:
    """A vector as Postgres reads it."""
    return None if vector is None else "[" + ",".join(f"{value:.6g}" for value in vector) + "]"


def _candidate(
    pk: int, lexical: float, cosine: float | None, memory_type: str, uses: int, age: float, projects: int, strange: bool
) -> Candidate:
    level = "shared" if projects > 1 else "short-term" if memory_type == Memory.Type.CONTEXT else "long-term"
    return Candidate(pk, lexical, cosine, memory_type, level, float(age), uses, strange)
