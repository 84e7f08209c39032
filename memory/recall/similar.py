"""What else the team knows of the same matter as one memory: by meaning, or by its words where it has no vector yet."""

from memory.access import Actor
from memory.adapters.embedder import embedder
from memory.models import Memory
from memory.recall.nearest import Related, nearest
from memory.recall.search import search_memories

# Below this cosine two memories share a few words, not their matter.
SIMILAR = 0.5
# Drafts are near, too, and are left out.
_LOOKED_AT = 3
# So many letters of a memory are asked for where it has no vector yet: its beginning names its matter.
_ASKED = 120


def similar_memories(memory: Memory, *, actor: Actor, limit: int = 5) -> list[Related]:
    """Up to `limit` other current memories that `actor` may see, most similar first; `similarity` is from 0 to 1.

    Where the memory has no vector of the present model its words are asked, and `similarity` is their score.
    """
    actor.authorize("search")
    stored = Memory.objects.filter(pk=memory.pk, embedding_model=embedder().model)
    vector = stored.values_list("embedding", flat=True).first()
    if vector is None:
        return _by_words(memory, actor=actor, limit=limit)
    near = nearest(vector, embedder().model, actor=actor, limit=_LOOKED_AT * limit + 1, at_least=SIMILAR)
    return [found for found in near if found.memory.is_current and found.memory.pk != memory.pk][:limit]


def _by_words(memory: Memory, *, actor: Actor, limit: int) -> list[Related]:
    found = search_memories(memory.content[:_ASKED], actor=actor, limit=limit + 1, semantic=False)
    others = (hit for hit in found.hits if hit.memory.pk != memory.pk)
    return [Related(hit.memory, min(hit.score, 1.0)) for hit in others][:limit]
