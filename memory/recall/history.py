"""Finds what was said: one question over all conversation messages, ranked with the words around each of them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.adapters.token_vectors import AskedReading
from memory.models import Message, Project
from memory.recall.arms import Asked, Filters, as_literal, query_reading
from memory.recall.clock import Clock
from memory.recall.overviews import sessions_of
from memory.rules import history_ranking, late_interaction
from memory.rules.history_ranking import Found, Ranked, Spoken
from memory.rules.questions import looked_up
from memory.rules.session_ranking import RankedSession
from memory.rules.time_words import Period, period_in
from memory.rules.windows import Window, windows

# So many messages an arm brings in at first. Where all of them have most of the question's words there are more.
_DEPTHS = (60, 600, 2400)
_MOST_WORDS = 0.35
# "In March" is mostly not said in March: words that name the time weigh so much of what they would.
_WEIGHT_OF_TIME_WORDS = 0.25
# What a token of a word weighs that the text search leaves out ("when", "with"); a word of every second message has .7.
_SMALL_WORD = 0.5
_WORD = re.compile(r"[^\W\d_]{3,}")


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

    `sessions` are those of all pages' results, in the order in which they answer the question as a whole.
    `milliseconds` has embed, sql and rank; `lexical_only` tells that no vector was to be had. `period` is the time
    that the question names, whose messages come first.
    """

    results: tuple[HistoryHit, ...]
    query: str
    total_matches: int
    offset: int
    has_more: bool
    milliseconds: dict[str, float]
    lexical_only: bool
    sessions: tuple[RankedSession, ...] = ()
    period: Period | None = None
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
    now: datetime | None = None,
    asked: Asked = (None, ""),
    depths: Sequence[int] = _DEPTHS,
) -> HistoryPage:
    """Messages of the team that answer `query`, best first, each with `context_before_after` messages on each side.

    Windows that overlap are one result. `after` is inclusive, `before` exclusive; `threshold` is the least score.
    What the question says of time ("last week", "in March 2025", seen from `now`) puts what was said then first; one
    that says nothing else ("what did we do yesterday") finds the sessions of that time, each by how it began.
    Which results there are and in which order does not depend on the page that is asked for.
    `semantic=False` asks the words alone; `context=False` ranks each message by itself (for evaluation). `asked` is
    what an embedder made of the question already. `depths` are how many messages an arm brings in, one after the other.
    """
    actor.authorize("search")
    clock = Clock()
    period, words_alone = period_in(query, now=now or timezone.now()), False
    clock.lap("embed")
    narrowed = Filters(project, after=after, before=before)
    answers = None
    if period:
        with access.within(actor):
            answers = sessions_of(period, query, narrowed, actor=actor)
    clock.lap("sql")
    # No transaction waits while the embedder thinks.
    known = bool(asked[1]) or not semantic or answers is not None
    reading, model = asked if known else query_reading(_storable(query))
    clock.lap("embed")
    with access.within(actor):
        if answers is None:
            filters = _Filters(project, after, before, include_subagents)
            question = _asked(query, reading, model, period, actor=actor)
            answers = _ranked(question, filters, depths, threshold=threshold, context=context)
            words_alone = reading is None
        clock.lap("sql")
        found = windows(answers.messages, context_before_after)
        results = _with_messages(found[offset : offset + max_results])
    clock.lap("rank")
    more = len(found) > offset + max_results
    sessions = tuple(answers.sessions)
    return HistoryPage(results, query, len(found), offset, more, clock.laps, words_alone, sessions, period)


@dataclass(frozen=True)
class _Asked:
    """A question: the weights of its words as the search gives them, its letters' words, the time that it names.

    `reading` is what the embedder of `model` makes of it, and `worth` what each of its tokens weighs.
    """

    query: str
    idfs: list[float]
    words: frozenset[str]
    period: Period | None
    reading: AskedReading | None
    model: str
    worth: list[float]


def _ranked(asked: _Asked, filters: _Filters, depths: Sequence[int], *, threshold: float, context: bool) -> Found:
    """All relevant messages: looks deeper as long as all that the words brought in has most of them."""
    found = Found()
    for depth in depths:
        spoken = _fetch(asked, depth, filters)
        found = history_ranking.rank(
            spoken, asked.idfs, threshold=threshold, context=context, period=asked.period, look=_look(asked)
        )
        if sum(message.own >= _MOST_WORDS for message in found.messages) < depth:
            break
    return found


_IDFS = """
SELECT q.lexeme, q.idf, q.lexeme = ANY (tsvector_to_array(cairn_lexemes(%s, t.search_config::regconfig)))
FROM memory_team t, cairn_query_terms(%s, t.search_config::regconfig, 'message') AS q
WHERE t.id = %s ORDER BY q.idf DESC, q.lexeme
"""
_FETCH = """
SELECT message_id, session_id, subagent, place, said_at, seed, terms, session_share, cosine, passage,
       session_length, length, speaker, asks, ends_asking
FROM cairn_search_messages(%s, %s::halfvec, %s, %s, %s::bigint[], %s, %s, %s)
"""
_LEXEMES = """
SELECT tsvector_to_array(cairn_lexemes(word, t.search_config::regconfig))
FROM memory_team t, unnest(%s::text[]) WITH ORDINALITY AS given(word, place) WHERE t.id = %s ORDER BY place
"""
_SIGNS = "SELECT message_id, signs FROM cairn_token_signs(%s::bigint[], %s)"


def _asked(query: str, reading: AskedReading | None, model: str, period: Period | None, *, actor: Actor) -> _Asked:
    """The question with the weight of each of its words, in the order in which the search gives them."""
    with connection.cursor() as cursor:
        cursor.execute(_IDFS, [period.words if period else "", looked_up(_storable(query)), actor.team.pk])
        rows = cursor.fetchall()
        idfs = {lexeme: idf * (_WEIGHT_OF_TIME_WORDS if of_time else 1) for lexeme, idf, of_time in rows}
        worth: list[float] = []
        if reading and reading.tokens:
            cursor.execute(_LEXEMES, [reading.tokens.words, actor.team.pk])
            of_words = ([idfs.get(lexeme, _SMALL_WORD) for lexeme in lexemes] for (lexemes,) in cursor.fetchall())
            worth = [max(weights, default=_SMALL_WORD) for weights in of_words]
    words = frozenset(_WORD.findall(query.casefold()))
    return _Asked(query, list(idfs.values()), words, period, reading, model, worth)


def _look(asked: _Asked) -> history_ranking.Look | None:
    """How to look at the tokens of messages; None where the question has none."""
    tokens = asked.reading.tokens if asked.reading else None
    if tokens is None or not tokens.words:
        return None

    def look(keys: Sequence[int]) -> late_interaction.Interaction:
        with connection.cursor() as cursor:
            cursor.execute(_SIGNS, [list(keys), asked.model])
            signs = dict(cursor.fetchall())
        return late_interaction.interaction(tokens, asked.worth, [signs.get(key) for key in keys])

    return look


def _fetch(asked: _Asked, depth: int, filters: _Filters) -> list[Spoken]:
    projects = [filters.project.pk] if filters.project else None
    vector = asked.reading.vector if asked.reading else None
    parameters: list[Any] = [looked_up(_storable(asked.query)), as_literal(vector), asked.model, depth, projects]
    parameters += [filters.after, filters.before, filters.include_subagents]
    with connection.cursor() as cursor:
        cursor.execute(_FETCH, parameters)
        return [_spoken(row, filters, asked.words) for row in cursor.fetchall()]


def _storable(query: str) -> str:
    return query.replace("\x00", " ")


def _spoken(row: Sequence[Any], filters: _Filters, words: frozenset[str]) -> Spoken:
    message_id, session, subagent, place, said_at, seed, terms, share, cosine, passage, *told = row
    session_length, length, speaker, asks, ends_asking = told
    in_time = (not filters.after or said_at >= filters.after) and (not filters.before or said_at < filters.before)
    named = bool(speaker) and not words.isdisjoint(_WORD.findall(speaker.casefold()))
    where, lengths, asking = (session, subagent), (session_length, length), (asks, ends_asking)
    scores = terms, share, cosine, passage
    return Spoken(message_id, where, place, seed, in_time, *scores, said_at, *lengths, named, *asking)


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
