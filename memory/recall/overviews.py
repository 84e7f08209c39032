"""Answers a question that names a time and no subject ("what did we do last week") with all that is of that time."""

from collections.abc import Sequence
from datetime import datetime

from memory import access
from memory.access import Actor
from memory.recall.arms import Filters, Found, Question, candidate, parameters
from memory.recall.clock import Clock
from memory.rules import history_ranking
from memory.rules.event_dates import occasion_in
from memory.rules.history_ranking import Ranked
from memory.rules.overviews import kinds_asked_for
from memory.rules.session_ranking import RankedSession
from memory.rules.time_words import Period

_OF_A_TIME = """
SELECT m.id, 1.0::float, NULL, m.type, m.uses, (extract(epoch FROM %(now)s - m.occurred_at) / 86400)::float,
       (SELECT count(*) FROM memory_memoryproject p WHERE p.memory_id = m.id), false
FROM memory_memory m
WHERE m.team_id = %(team)s AND m.status = ANY (%(statuses)s)
  AND m.occurred_at >= greatest(%(first)s, %(after)s) AND m.occurred_at < least(%(last)s, %(before)s)
  AND (%(types)s::text[] IS NULL OR m.type = ANY (%(types)s::text[]))
  AND (%(agent)s::bigint IS NULL OR m.agent_id = %(agent)s)
  AND (%(tag)s::text IS NULL OR m.tags @> ARRAY[%(tag)s]::varchar[])
  AND (%(projects)s::bigint[] IS NULL OR (SELECT bool_or(p.project_id = ANY (%(projects)s))
                                          FROM memory_memoryproject p WHERE p.memory_id = m.id) IS NOT FALSE)
ORDER BY m.occurred_at DESC, m.id DESC LIMIT %(depth)s
"""


def memories_of(period: Period, question: Question, clock: Clock, *, now: datetime, actor: Actor) -> Found | None:
    """The latest of the period, each fully relevant; None where the question has a subject, or nothing is of it.

    Of the kinds that the question asks for, unless its filters name some themselves.
    """
    clock.lap("embed")
    kinds = kinds_asked_for(_without_time(question.words, period))
    if kinds is None:
        return None
    types: Sequence[str] = question.filters.types or sorted(kinds)
    wanted = parameters(question, now=now, actor=actor) | {"types": list(types) or None, "team": actor.team.pk}
    wanted |= {"first": period.first, "last": period.last}
    candidates = [candidate(*row) for row in access.rows(_OF_A_TIME, wanted, actor=actor)]
    clock.lap("sql")
    return Found(candidates, model="", lexical_only=False) if candidates else None


_OPENED = """
SELECT m.id, s.id, m.position
FROM memory_codingsession s CROSS JOIN LATERAL (
    SELECT id, position, said_at FROM memory_message
    WHERE session_id = s.id AND subagent = '' AND role = 'user'
      AND said_at >= greatest(%(first)s, %(after)s) AND said_at < least(%(last)s, %(before)s)
    ORDER BY position LIMIT 1) AS m
WHERE s.team_id = %(team)s AND s.last_event_at >= %(first)s AND s.started_at < %(last)s
  AND (%(project)s::bigint IS NULL OR s.project_id = %(project)s)
ORDER BY m.said_at DESC, m.id DESC LIMIT %(most)s
"""
_MOST_SESSIONS = 60


def sessions_of(period: Period, question: str, filters: Filters, *, actor: Actor) -> history_ranking.Found | None:
    """The sessions of the period, each by what was asked first; None where the question has a subject, or none is.

    A question for a kind of memory ("what did we decide") has one here: conversations have no kinds.
    """
    if kinds_asked_for(_without_time(question, period)) != frozenset():
        return None
    wanted: dict[str, object] = {"first": period.first, "last": period.last, "most": _MOST_SESSIONS}
    wanted |= {"after": filters.after, "before": filters.before, "team": actor.team.pk}
    wanted |= {"project": filters.project.pk if filters.project else None}
    opened = access.rows(_OPENED, wanted, actor=actor)
    if not opened:
        return None
    messages = [Ranked(pk, (session, ""), place, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0) for pk, session, place in opened]
    return history_ranking.Found(messages, [RankedSession(session, 1.0) for _, session, _ in opened])


def _without_time(question: str, period: Period) -> str:
    """The question without what dates it; the words of an occasion are not among those of its period."""
    occasion = None if period.words else occasion_in(question)
    return question.replace(occasion.words if occasion else period.words, " ", 1)
