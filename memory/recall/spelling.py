"""Another spelling of a question that found nothing: words nobody here uses, read as the words of what is nearby."""

import re
from collections.abc import Sequence
from difflib import get_close_matches

from django.db import connection

from memory.access import Actor
from memory.models import Memory
from memory.recall.search import relevant_memories
from memory.rules.questions import looked_up

_WORD = re.compile(r"\w[\w.-]*\w")
_SHORTEST = 4
_NEARBY = 60
_CLOSE = 0.75
# A word that no memory of the team has, by the lexicon of the search.
_UNKNOWN = """
SELECT w FROM unnest(%s::text[]) AS w
WHERE NOT EXISTS (
    SELECT FROM cairn_query_terms(w, (SELECT search_config::regconfig FROM memory_team WHERE id = %s), 'memory') AS t
    WHERE t.documents > 0)
"""


def other_spelling(question: str, nearby: Sequence[int], *, actor: Actor) -> str:
    """`question` with its unknown words replaced by close ones of the memories `nearby`; "" where that answers nothing.

    Only words of memories that the actor may see are offered.
    """
    actor.authorize("search")
    words = [word for word in dict.fromkeys(_WORD.findall(looked_up(question))) if len(word) >= _SHORTEST]
    unknown = _unknown(words, actor=actor)
    if not unknown:
        return ""
    meant = _meant(unknown, _vocabulary(nearby, actor=actor))
    offered = _WORD.sub(lambda found: meant.get(found.group(), found.group()), question)
    answers = offered != question and relevant_memories(offered, actor=actor, depth=_NEARBY).scores
    return offered if answers else ""


def _unknown(words: list[str], *, actor: Actor) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(_UNKNOWN, [words, actor.team.pk])
        return [row[0] for row in cursor.fetchall()]


def _vocabulary(nearby: Sequence[int], *, actor: Actor) -> list[str]:
    memories = Memory.objects.visible_to(actor).filter(pk__in=nearby[:_NEARBY])
    texts = memories.order_by("pk").values_list("content", flat=True)
    return sorted({word.lower() for text in texts for word in _WORD.findall(text) if len(word) >= _SHORTEST})


def _meant(unknown: Sequence[str], vocabulary: Sequence[str]) -> dict[str, str]:
    close = {word: get_close_matches(word.lower(), vocabulary, n=1, cutoff=_CLOSE) for word in unknown}
    return {word: found[0] for word, found in close.items() if found}
