"""Finds the day of what a question dates itself by: "before the 2.3 release" is before the fact that tells of it."""

from datetime import datetime, timedelta

from memory.access import Actor
from memory.recall.arms import Filters, Question, look_up
from memory.recall.clock import Clock
from memory.recall.loading import load
from memory.rules.event_dates import came_about, occasion_in
from memory.rules.time_words import EVER, Period

_DEPTH = 20
# Of the words that name the event a fact about it has nearly all.
_NAMED = 0.7
_MOMENT = timedelta(microseconds=1)


def period_of_occasion(question: Question, clock: Clock, *, now: datetime, actor: Actor) -> Period | None:
    """The time before or after the event that the question names; None where it names none, or nobody told of it.

    Where several facts tell of it, the latest counts. The words stay in the question: facts may well say them.
    """
    occasion = occasion_in(question.words)
    if occasion is None:
        return None
    event = Question(occasion.words, _DEPTH, Filters(question.filters.project), semantic=False)
    found = look_up(event, clock, now=now, actor=actor).candidates
    told = load([candidate.memory_id for candidate in found if candidate.lexical >= _NAMED], actor=actor)
    days = [row.memory.occurred_at for row in told.values() if came_about(row.memory.content)]
    if not days:
        return None
    # What tells of the event is on neither side of it.
    at = max(days)
    return Period(EVER, at, "") if occasion.before else Period(at + _MOMENT, now + timedelta(days=1), "")
