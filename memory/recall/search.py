"""The read line: one question, both arms in one round trip, scores fused, only what is relevant returned."""

import time
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
from memory.recall.loading import load
from memory.rules import ranking
from memory.rules.ranking import Candidate, Score

# A question waits at most this long (seconds) for its vector; then the lexical arm answers alone.
_EMBEDDING_PATIENCE = 0.15
_FEWEST_CANDIDATES = 50
_CANDIDATES_PER_HIT = 4


@dataclass(frozen=True)
class Hit:
    """A found memory, with the score that placed it and the terms of that score.

    `contradicted`: another memory that the asker may see says otherwise, and nobody has judged between them.
    """

    memory: Memory
    score: float
    why: Score
    contradicted: bool = False


@dataclass(frozen=True)
class SearchPage:
    """One page of hits.

    `milliseconds` has embed, sql and rank; `lexical_only` tells that no vector was to be had.
    """

    hits: tuple[Hit, ...]
    total: int
    offset: int
    has_more: bool
    milliseconds: dict[str, float]
    lexical_only: bool


@dataclass(frozen=True)
class Relevant:
    """All that answers a question among its candidates, best first, before any row is loaded.

    `candidates` are the keys of all that was looked at. `exhaustive`: at the depth of both arms nothing was relevant
    any more, so that looking deeper would bring no more answers.
    """

    scores: tuple[Score, ...]
    candidates: tuple[int, ...]
    exhaustive: bool
    lexical_only: bool
    clock: "Clock"


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
) -> SearchPage:
    """Current memories that answer `query`, best first; empty when nothing is relevant.

    `after` is inclusive, `before` exclusive, both on when the fact occurred. `total` counts the
    relevant ones among the candidates that both arms brought (at least 50, four times the page's end).
    `semantic=False` asks the lexical arm alone.
    """
    actor.authorize("search")
    depth = max(_FEWEST_CANDIDATES, _CANDIDATES_PER_HIT * (offset + limit))
    filters = _Filters(project, types, agent_id, tag, after, before)
    return page_of(_relevant(query, depth, filters, semantic, actor=actor), limit=limit, offset=offset)


def relevant_memories(
    query: str,
    *,
    actor: Actor,
    depth: int,
    project: Project | None = None,
    types: Sequence[str] = (),
    agent_id: str | None = None,
) -> Relevant:
    """What `search_memories` picks its page from, out of up to `depth` candidates of each arm."""
    actor.authorize("search")
    return _relevant(query, depth, _Filters(project, types, agent_id, None, None, None), True, actor=actor)


def page_of(relevant: Relevant, *, limit: int, offset: int) -> SearchPage:
    """One page of what is relevant, with its rows."""
    scores, clock = relevant.scores, relevant.clock
    hits = _with_memories(scores[offset : offset + limit])
    clock.lap("rank")
    more = len(scores) > offset + limit
    return SearchPage(hits, len(scores), offset, more, clock.laps, relevant.lexical_only)


def _relevant(query: str, depth: int, filters: _Filters, semantic: bool, *, actor: Actor) -> Relevant:
    clock = Clock()
    vector, model = query_vector(query) if semantic else (None, "")
    clock.lap("embed")
    candidates = _candidates(query, vector, model, depth, filters, actor=actor)
    clock.lap("sql")
    ranked = tuple(ranking.rank(candidates, ranking.fusion_for(model)))
    keys = tuple(candidate.memory_id for candidate in candidates)
    return Relevant(ranked, keys, len(ranked) < depth, vector is None, clock)


class Clock:
    """Milliseconds of each stage, for Server-Timing."""

    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self._last = time.perf_counter()

    def lap(self, name: str) -> None:
        """Note the time since the last lap."""
        now = time.perf_counter()
        self.laps[name] = round((now - self._last) * 1000, 2)
        self._last = now


def query_vector(query: str) -> tuple[list[float] | None, str]:
    """The question's vector and its model; None where the embedder does not answer in time."""
    door = embedder()
    try:
        return door.embed_query(query, timeout=_EMBEDDING_PATIENCE), door.model
    except Unavailable:
        return None, door.model


_SEARCH = """
SELECT memory_id, lexical, cosine, memory_type, uses,
       extract(epoch FROM %(now)s - occurred_at) / 86400, project_count
FROM cairn_search_memories(
    %(query)s, %(vector)s::halfvec, %(model)s, %(depth)s,
    %(projects)s::bigint[], %(types)s::text[], %(agent)s, %(tag)s, %(after)s, %(before)s
)
"""


def _candidates(
    query: str, vector: list[float] | None, model: str, depth: int, filters: _Filters, *, actor: Actor
) -> list[Candidate]:
    agent = _agent_pk(filters.agent_id, actor=actor)
    parameters: dict[str, Any] = {
        "now": timezone.now(),
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
    pk: int, lexical: float, cosine: float | None, memory_type: str, uses: int, age_days: float, projects: int
) -> Candidate:
    level = "shared" if projects > 1 else "short-term" if memory_type == Memory.Type.CONTEXT else "long-term"
    return Candidate(pk, lexical, cosine, memory_type, level, float(age_days), uses)


def _with_memories(scores: Sequence[Score]) -> tuple[Hit, ...]:
    """Load the rows of one page; one that vanished meanwhile is left out."""
    found = load([score.memory_id for score in scores])
    hits = ((found[score.memory_id], score) for score in scores if score.memory_id in found)
    return tuple(Hit(loaded.memory, score.score, score, loaded.contradicted) for loaded, score in hits)
