"""Asks the reranker, where one is set, for its opinion on the best answers, and goes on without it where it fails."""

from collections.abc import Sequence

from django.db import connection

from memory.doors.reranker import reranker
from memory.errors import CairnError
from memory.recall.clock import Clock
from memory.rules import ranking
from memory.rules.ranking import Score

DEPTH = 30
OFF, USED = "off", "used"
# As far into a memory as a cross-encoder looks, and more.
_LETTERS = 2000


def rerank(question: str, answers: Sequence[Score], *, clock: Clock) -> tuple[list[Score], str]:
    """The answers in the reranker's order, and "used"; or in theirs, with "off" or the reason why."""
    try:
        door = reranker()
        if door is None:
            return list(answers), OFF
        asked = _contents([entry.memory_id for entry in answers[:DEPTH]])
        given = dict(zip(asked, door.scores(question, list(asked.values())), strict=True))
    except CairnError as error:
        clock.lap("rerank")
        return list(answers), error.detail
    clock.lap("rerank")
    return ranking.reranked(answers, given), USED


def _contents(keys: Sequence[int]) -> dict[int, str]:
    """What these memories say, as far as the scope shows them."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT id, left(content, %s) FROM memory_memory WHERE id = ANY (%s)", [_LETTERS, list(keys)])
        return dict(cursor.fetchall())
