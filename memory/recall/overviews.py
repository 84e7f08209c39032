"""Answers a question that names a time and no subject ("what did we decide last week") with what is of that time."""

from collections.abc import Sequence
from datetime import datetime

from memory import access
from memory.access import Actor
from memory.recall.arms import Found, Question, candidate, parameters
from memory.recall.clock import Clock
from memory.rules.occasions import occasion_in
from memory.rules.overviews import kinds_asked_for
from memory.rules.time_words import Period

_OF_A_TIME = """
SELECT m.id, 1.0::float, NULL, m.type, m.uses, (extract(epoch FROM %(now)s - m.occurred_at) / 86400)::float,
       (SELECT count(*) FROM memory_memoryproject p WHERE p.memory_id = m.id), false
FROM memory_memory m
WHERE m.team_id = %(team)s AND m.status IN ('active', 'disputed')
  AND m.occurred_at >= greatest(%(first)s, %(after)s) AND m.occurred_at < least(%(last)s, %(before)s)
  AND (%(types)s::text[] IS NULL OR m.type = ANY (%(types)s::text[]))
  AND (%(agent)s::bigint IS NULL OR m.agent_id = %(agent)s)
  AND (%(tag)s::text IS NULL OR m.tags @> ARRAY[%(tag)s]::varchar[])
  AND (%(projects)s::bigint[] IS NULL OR (SELECT bool_or(p.project_id = ANY (%(projects)s))
                                          FROM memory_memoryproject p WHERE p.memory_id = m.id) IS NOT FALSE)
ORDER BY m.occurred_at DESC, m.id DESC LIMIT %(depth)s
"""


def overview(question: Question, period: Period, clock: Clock, *, now: datetime, actor: Actor) -> Found | None:
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


def _without_time(question: str, period: Period) -> str:
    """The question without what dates it; the words of an occasion are not among those of its period."""
    occasion = None if period.words else occasion_in(question)
    return question.replace(occasion.words if occasion else period.words, " ", 1)
