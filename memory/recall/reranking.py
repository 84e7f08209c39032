"""Asks the reranker, where one is set, for its opinion on the best answers, and goes on without it where it fails."""

from collections.abc import Sequence

from memory import access
from memory.access import Actor
from memory.adapters.reranker import reranker
from memory.errors import CairnError
from memory.recall.clock import Clock
from memory.rules import ranking
from memory.rules.ranking import Score

DEPTH = 30
OFF, USED = "off", "used"
# As far into a memory as a cross-encoder looks, and more.
_LETTERS = 2000
_CONTENTS = "SELECT id, left(content, %(letters)s) FROM memory_memory WHERE id = ANY (%(keys)s)"


def rerank(question: str, answers: Sequence[Score], *, clock: Clock, actor: Actor) -> tuple[list[Score], str]:
    """The answers in the reranker's order, and "used"; or in theirs, with "off" or the reason why."""
    try:
        door = reranker()
        if door is None:
            return list(answers), OFF
        asked = _contents([entry.memory_id for entry in answers[:DEPTH]], actor=actor)
        given = dict(zip(asked, door.scores(question, list(asked.values())), strict=True))
    except CairnError as error:
        clock.lap("rerank")
        return list(answers), error.detail
    clock.lap("rerank")
    return ranking.reranked(answers, given), USED


def _contents(keys: Sequence[int], *, actor: Actor) -> dict[int, str]:
    """What these memories say, as far as the actor may see them."""
    return dict(access.rows(_CONTENTS, {"letters": _LETTERS, "keys": list(keys)}, actor=actor))
