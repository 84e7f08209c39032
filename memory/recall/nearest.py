"""The memories whose meaning is nearest to a vector: for dedup, for "related" and for similar memories."""

from dataclasses import dataclass

from django.db import connection

from memory.access import Actor
from memory.models import Memory

# Row-level security adds its own filter; both leave the HNSW index usable.
_NEAREST = """
SELECT m.id, 1 - (m.embedding::halfvec({dimensions}) <=> %(vector)s::halfvec({dimensions})) AS similarity
FROM memory_memory m
WHERE m.embedding_model = %(model)s AND m.team_id = %(team)s AND m.status IN ('active', 'disputed', 'draft')
ORDER BY m.embedding::halfvec({dimensions}) <=> %(vector)s::halfvec({dimensions}) LIMIT %(limit)s
"""


@dataclass(frozen=True)
class Related:
    """A memory and its cosine similarity to the text asked about."""

    memory: Memory
    similarity: float


def nearest(vector: list[float], model: str, *, actor: Actor, limit: int = 5) -> list[Related]:
    """Up to `limit` memories (drafts too) that the actor may see, most similar first."""
    parameters: dict[str, str | int] = {"vector": str(vector), "model": model, "team": actor.team.pk, "limit": limit}
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('hnsw.iterative_scan', 'relaxed_order', true)")
        cursor.execute(_NEAREST.format(dimensions=len(vector)), parameters)
        found = cursor.fetchall()
    rows = Memory.objects.visible_to(actor).with_context().in_bulk([pk for pk, _ in found])
    return [Related(rows[pk], similarity) for pk, similarity in found if pk in rows]
