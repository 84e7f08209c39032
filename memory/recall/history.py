"""Finds what was said: one question over all conversation messages, ranked with the words around each of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection

from memory.access import Actor
from memory.models import Message, Project
from memory.recall.search import Clock, as_literal, query_vector
from memory.rules import history_ranking
from memory.rules.history_ranking import Ranked, Spoken
from memory.rules.windows import Window, windows

# So many messages an arm brings in at first. Where all of them have most of the question's words there are more.
_DEPTHS = (150, 600, 2400)
_MOST_WORDS = 0.35


@dataclass(frozen=True)
class ContextLine:
    """A message of a result's window, and whether it is one that matches."""

    message: Message
    is_match: bool


@dataclass(frozen=True)
class HistoryHit:
    """The best message of a window with its score in [0, 1], and the window in order."""

    message: Message
    score: float
    why: Ranked
    context: tuple[ContextLine, ...]


@dataclass(frozen=True)
class HistoryPage:
    """One page of results; `total_matches` counts the windows of all pages.

    `milliseconds` has embed, sql and rank; `lexical_only` tells that no vector was to be had.
    """

    results: tuple[HistoryHit, ...]
    query: str
    total_matches: int
    offset: int
    has_more: bool
    milliseconds: dict[str, float]
    lexical_only: bool
    excluded_sessions: int = 0  # everything is searched; the field is for clients that know it from elsewhere


@dataclass(frozen=True)
class _Filters:
    project: Project | None
    after: datetime | None
    before: datetime | None
    include_subagents: bool


def search_history(
    query: str,
    *,
    actor: Actor,
    project: Project | None = None,
    after: datetime | None = None,
    before: datetime | None = None,
    context_before_after: int = 3,
    threshold: float = history_ranking.USUAL_THRESHOLD,
    max_results: int = 10,
    offset: int = 0,
    include_subagents: bool = True,
    semantic: bool = True,
    context: bool = True,
) -> HistoryPage:
    """Messages of the team that answer `query`, best first, each with `context_before_after` messages on each side.

    Windows that overlap are one result. `after` is inclusive, `before` exclusive; `threshold` is the least score.
    Which results there are and in which order does not depend on the page that is asked for.
    `semantic=False` asks the words alone; `context=False` ranks each message by itself (for evaluation).
    """
    actor.authorize("search")
    clock = Clock()
    vector, model = query_vector(query) if semantic else (None, "")
    clock.lap("embed")
    filters = _Filters(project, after, before, include_subagents)
    ranked = _ranked(query, vector, model, filters, threshold=threshold, context=context, actor=actor)
    clock.lap("sql")
    found = windows(ranked, context_before_after)
    results = _with_messages(found[offset : offset + max_results])
    clock.lap("rank")
    more = len(found) > offset + max_results
    return HistoryPage(results, query, len(found), offset, more, clock.laps, lexical_only=vector is None)


def _ranked(
    query: str,
    vector: list[float] | None,
    model: str,
    filters: _Filters,
    *,
    threshold: float,
    context: bool,
    actor: Actor,
) -> list[Ranked]:
    """All relevant messages: looks deeper as long as all that the words brought in has most of them."""
    idfs = _idfs(query, actor=actor)
    ranked: list[Ranked] = []
    for depth in _DEPTHS:
        spoken = _fetch(query, vector, model, depth, filters)
        ranked = history_ranking.rank(spoken, idfs, threshold=threshold, context=context)
        if sum(found.own >= _MOST_WORDS for found in ranked) < depth:
            break
    return ranked


_IDFS = """
SELECT idf FROM cairn_query_terms(%s, (SELECT search_config::regconfig FROM memory_team WHERE id = %s), 'message')
ORDER BY idf DESC, lexeme
"""
_FETCH = """
SELECT message_id, session_id, subagent, place, said_at, seed, terms, session_share, cosine
FROM cairn_search_messages(%s, %s::halfvec, %s, %s, %s::bigint[], %s, %s, %s)
"""


def _idfs(query: str, *, actor: Actor) -> list[float]:
    """The weight of each word of the question, in the order in which the search gives its words."""
    with connection.cursor() as cursor:
        cursor.execute(_IDFS, [_storable(query), actor.team.pk])
        return [row[0] for row in cursor.fetchall()]


def _fetch(query: str, vector: list[float] | None, model: str, depth: int, filters: _Filters) -> list[Spoken]:
    projects = [filters.project.pk] if filters.project else None
    parameters: list[Any] = [_storable(query), as_literal(vector), model, depth, projects]
    parameters += [filters.after, filters.before, filters.include_subagents]
    with connection.cursor() as cursor:
        cursor.execute(_FETCH, parameters)
        return [_spoken(row, filters) for row in cursor.fetchall()]


def _storable(query: str) -> str:
    return query.replace("\x00", " ")


def _spoken(row: Sequence[Any], filters: _Filters) -> Spoken:
    message_id, session, subagent, place, said_at, seed, terms, share, cosine = row
    in_time = (not filters.after or said_at >= filters.after) and (not filters.before or said_at < filters.before)
    return Spoken(message_id, (session, subagent), place, seed, in_time, terms, share, cosine)


# The messages of each window, by the index that holds them in order.
_WINDOWS = """
SELECT m.id FROM unnest(%s::bigint[], %s::text[], %s::integer[], %s::integer[]) AS w(session, thread, first, last)
JOIN memory_message m ON m.session_id = w.session AND m.subagent = w.thread AND m.position BETWEEN w.first AND w.last
"""


def _with_messages(found: Sequence[Window]) -> tuple[HistoryHit, ...]:
    """Load what one page shows, in two queries; a message that vanished meanwhile is left out."""
    if not found:
        return ()
    spans = [(w.thread[0], w.thread[1], w.first, w.last) for w in found]
    with connection.cursor() as cursor:
        cursor.execute(_WINDOWS, [list(column) for column in zip(*spans, strict=True)])
        ids = [row[0] for row in cursor.fetchall()]
    rows = Message.objects.select_related("session", "project", "turn").filter(pk__in=ids)
    placed = {((row.session_id, row.subagent), row.position): row for row in rows}
    return tuple(_hit(window, placed) for window in found if (window.thread, window.best.place) in placed)


def _hit(window: Window, placed: dict[tuple[tuple[int, str], int], Message]) -> HistoryHit:
    # What only stands beside the words is shown with them, and marked where it is the answer itself.
    matches = {match.place for match in window.matches if match.own or match is window.best}
    places: Iterable[int] = range(window.first, window.last + 1)
    lines = [(place, placed[window.thread, place]) for place in places if (window.thread, place) in placed]
    context = tuple(ContextLine(message, place in matches) for place, message in lines)
    return HistoryHit(placed[window.thread, window.best.place], window.best.score, window.best, context)
