"""Both arms of the memory search: the words are looked up while the question is embedded, the meaning after that."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memory import access
from memory.access import Actor
from memory.adapters.embedder import embedder
from memory.adapters.token_vectors import AskedReading
from memory.errors import Unavailable
from memory.models import Memory, Project
from memory.models.memories import level_of
from memory.recall.clock import Clock
from memory.rules import ranking
from memory.rules.late_interaction import AskedTokens
from memory.rules.questions import looked_up
from memory.rules.ranking import Candidate

# A question waits at most this long (seconds) for its vector; then the lexical arm answers alone.
_EMBEDDING_PATIENCE = 0.15
_waiting = ThreadPoolExecutor(8, "question")

# What the embedder makes of a question, None where it was not to be had, and its model.
Asked = tuple[AskedReading | None, str]


@dataclass(frozen=True)
class Filters:
    """What narrows a search; `after` is inclusive, `before` exclusive. `drafts` asks them instead of what is known."""

    project: Project | None = None
    types: Sequence[str] = ()
    agent_id: str | None = None
    tag: str | None = None
    after: datetime | None = None
    before: datetime | None = None
    drafts: bool = False

    @property
    def statuses(self) -> Sequence[str]:
        """Of which statuses the memories are that are looked at."""
        return [Memory.Status.DRAFT] if self.drafts else list(Memory.CURRENT)


@dataclass(frozen=True)
class Question:
    """What is asked, of which memories, how deep in each arm, and whether by meaning too."""

    words: str
    depth: int
    filters: Filters = Filters()
    semantic: bool = True


@dataclass(frozen=True)
class Found:
    """What both arms bring, unranked.

    `lexical_only` where the question has no vector; `asked` is what an embedder made of it.
    """

    candidates: list[Candidate]
    model: str
    lexical_only: bool
    asked: Asked = (None, "")

    @property
    def tokens(self) -> AskedTokens | None:
        """What the embedder made of the question's tokens."""
        reading, _ = self.asked
        return reading.tokens if reading else None


def look_up(question: Question, clock: Clock, *, now: datetime, actor: Actor) -> Found:
    """All that both arms find; the clock gets `sql`, and as `embed` what had to be waited for the vector beside it."""
    if question.filters.drafts:
        return _look_up_drafts(question, clock, now=now, actor=actor)
    wanted = parameters(question, now=now, actor=actor)
    reading: AskedReading | None = None
    model, already = "", None
    under_way = _embedding(question.words) if question.semantic else None
    clock.lap("embed")
    if under_way:
        already = access.rows(_WORDED, wanted, actor=actor)[0][0]
        clock.lap("sql")
        reading, model = under_way()
        clock.lap("embed")
    wanted |= {"vector": as_literal(reading.vector if reading else None), "model": model, "already": already}
    candidates = [candidate(*row) for row in access.rows(SEARCH, wanted, actor=actor)]
    clock.lap("sql")
    return Found(candidates, model, reading is None, (reading, model))


def _look_up_drafts(question: Question, clock: Clock, *, now: datetime, actor: Actor) -> Found:
    """The same of drafts: seldom asked for, so one arm waits for the other."""
    reading, model = query_reading(question.words, tokens=False) if question.semantic else (None, "")
    clock.lap("embed")
    wanted = parameters(question, now=now, actor=actor)
    wanted |= {"vector": as_literal(reading.vector if reading else None), "model": model}
    candidates = [candidate(*row) for row in access.rows(_DRAFTS, wanted, actor=actor)]
    clock.lap("sql")
    return Found(candidates, model, reading is None)


def query_reading(query: str, *, tokens: bool = True) -> Asked:
    """The question's vector, with those of its `tokens`; no reading where the embedder does not answer in time."""
    door = embedder()
    try:
        if tokens:
            return door.read_query(query, timeout=_EMBEDDING_PATIENCE), door.model
        return AskedReading(door.embed_query(query, timeout=_EMBEDDING_PATIENCE)), door.model
    except Unavailable:
        return None, door.model


def _embedding(query: str) -> Callable[[], Asked]:
    """Begin to embed beside this thread, which waits for the database meanwhile."""
    return _waiting.submit(query_reading, query).result


_FILTERED = """
    %(projects)s::bigint[], %(types)s::text[], %(agent)s, %(tag)s, %(after)s, %(before)s"""
# The question as Postgres has read it, with what its words found, for the statement that asks by meaning.
_WORDED = f"SELECT cairn_worded_memories(%(query)s, %(depth)s, {_FILTERED})::text"
_COLUMNS = """memory_id, lexical, cosine, memory_type, uses,
       (extract(epoch FROM %(now)s - occurred_at) / 86400)::float, project_count, strange"""
# The latest current statement that contradicts a found one, and that nobody has judged.
_AMENDED_BY = """(SELECT c.newer_id FROM memory_contradiction c JOIN memory_memory newer ON newer.id = c.newer_id
    WHERE c.older_id = f.memory_id AND c.status = 'open' AND newer.status IN ('active', 'disputed')
      AND (NOT newer.unsigned OR (SELECT older.unsigned FROM memory_memory older WHERE older.id = f.memory_id))
    ORDER BY newer.occurred_at DESC, newer.id DESC LIMIT 1)"""
SEARCH = f"""
SELECT {_COLUMNS}, coverage, {_AMENDED_BY} FROM cairn_search_memories(
    %(query)s, %(vector)s::halfvec, %(model)s, %(depth)s, {_FILTERED},
    %(names)s::text[], %(already)s::cairn_question
) AS f
"""  # noqa: S608 - names of parameters
_DRAFTS = f"""
SELECT {_COLUMNS}
FROM cairn_search_drafts(%(query)s, %(vector)s::halfvec, %(model)s, %(depth)s, {_FILTERED})
"""  # noqa: S608 - names of parameters
_AGENT = "SELECT id FROM memory_agent WHERE team_id = %(team)s AND agent_id = %(agent)s"


def parameters(question: Question, *, now: datetime, actor: Actor) -> dict[str, Any]:
    """What the statements of a search ask with; filters that are not set are None."""
    filters, words = question.filters, looked_up(question.words.replace("\x00", " "))
    return {
        "now": now,
        "query": words,
        "depth": question.depth,
        "projects": [filters.project.pk] if filters.project else None,
        "types": list(filters.types) or None,
        "agent": _agent_pk(filters.agent_id, actor=actor),
        "tag": filters.tag,
        "after": filters.after,
        "before": filters.before,
        "statuses": filters.statuses,
        "names": ranking.names_in(words),
    }


def _agent_pk(agent_id: str | None, *, actor: Actor) -> int | None:
    """The agent's key; 0, which no agent has, for an unknown one, so that the search stays empty."""
    if not agent_id:
        return None
    found = access.rows(_AGENT, {"team": actor.team.pk, "agent": agent_id}, actor=actor)
    return int(found[0][0]) if found else 0


def as_literal(vector: list[float] | None) -> str | None:
    """A vector as Postgres reads it."""
    return None if vector is None else "[" + ",".join(f"{value:.6g}" for value in vector) + "]"


def candidate(
    pk: int,
    lexical: float,
    cosine: float | None,
    memory_type: str,
    uses: int,
    age: float,
    projects: int,
    strange: bool,
    coverage: float = 1.0,
    amended_by: int | None = None,
) -> Candidate:
    """A row of a search's statement."""
    level = level_of(memory_type, projects)
    return Candidate(pk, lexical, cosine, memory_type, level, age, uses, strange, coverage, amended_by)
