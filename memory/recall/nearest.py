"""The memories that are nearest to a text, by meaning or by words: for dedup, for "related", for what contradicts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

from memory.access import Actor
from memory.models import Memory, Project

# Above this cosine two texts are about the same thing, and may contradict each other.
NEAR = 0.80

# Row-level security adds its own filter; both leave the HNSW index usable.
_NEAREST = """
SELECT m.id, 1 - (m.embedding::halfvec({dimensions}) <=> %(vector)s::halfvec({dimensions})) AS similarity
FROM memory_memory m
WHERE m.embedding_model = %(model)s AND m.team_id = %(team)s AND m.status IN ('active', 'disputed', 'draft')
ORDER BY m.embedding::halfvec({dimensions}) <=> %(vector)s::halfvec({dimensions}) LIMIT %(limit)s
"""
_COMPARABLE_TO_MEMORY = """
SELECT c.memory_id, c.cosine
FROM memory_memory m, cairn_comparable_memories(
    m.content, m.embedding, m.embedding_model,
    ARRAY(SELECT p.project_id FROM memory_memoryproject p WHERE p.memory_id = m.id),
    CASE WHEN m.visibility = 'private' THEN coalesce(m.author_id, 0) END, m.id, %(near)s) AS c
WHERE m.id = %(memory)s
"""
_COMPARABLE_TO_TEXT = """
SELECT memory_id, cosine FROM cairn_comparable_memories(
    %(content)s, %(vector)s::halfvec, %(model)s, %(about)s::bigint[], %(whose)s, 0, %(near)s)
"""


@dataclass(frozen=True)
class Related:
    """A memory and its cosine similarity to the text asked about."""

    memory: Memory
    similarity: float


@dataclass(frozen=True)
class Comparable:
    """A memory that may speak of the same thing as another text; no cosine where one of them has no vector yet."""

    memory: Memory
    similarity: float | None

    @property
    def is_near(self) -> bool:
        """Whether their meaning brought them together; otherwise only words did."""
        return self.similarity is not None and self.similarity > NEAR


def nearest(vector: list[float], model: str, *, actor: Actor, limit: int = 5, at_least: float = -1.0) -> list[Related]:
    """Up to `limit` memories (drafts too) of a cosine of `at_least` that the actor may see, most similar first."""
    parameters: dict[str, str | int] = {"vector": str(vector), "model": model, "team": actor.team.pk, "limit": limit}
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('hnsw.iterative_scan', 'relaxed_order', true)")
        cursor.execute(_NEAREST.format(dimensions=len(vector)), parameters)
        found = [(pk, similarity) for pk, similarity in cursor.fetchall() if similarity >= at_least]
    rows = Memory.objects.visible_to(actor).with_context().in_bulk([pk for pk, _ in found])
    return [Related(rows[pk], similarity) for pk, similarity in found if pk in rows]


def comparable_to(memory: Memory) -> list[Comparable]:
    """What may contradict a stored memory, of its team and projects, as far as the scope shows it."""
    return _comparable(_COMPARABLE_TO_MEMORY, {"memory": memory.pk})


def comparable_to_text(
    content: str, vector: Sequence[float] | None, model: str, projects: Sequence[Project], *, private_to: int | None
) -> list[Comparable]:
    """What may contradict a text that is not stored, as far as the scope shows it."""
    return _comparable(
        _COMPARABLE_TO_TEXT,
        {
            "content": content,
            "vector": str(list(vector)) if vector else None,
            "model": model,
            "about": [project.pk for project in projects],
            "whose": private_to,
        },
    )


def _comparable(statement: str, parameters: dict[str, Any]) -> list[Comparable]:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters | {"near": NEAR})
        found = dict(cursor.fetchall())
    rows = Memory.objects.in_bulk(list(found))
    return [Comparable(rows[pk], cosine) for pk, cosine in found.items() if pk in rows]
