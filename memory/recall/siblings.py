"""What else was learned where a hit was: the rule and the exception beside the recap of one matter."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from memory import access
from memory.access import Actor
from memory.adapters.embedder import embedder
from memory.recall.folding import Folded
from memory.rules import ranking, tokens

# How far above what unrelated texts reach two memories of one session are about one matter (0 to 1). What completes
# each other shares few words: in played conversations most of it lies between the cosines .3 and .4.
_NEAR = 0.18
# With one hit; more is a session to read.
_MOST = 3
_SIBLINGS = "SELECT * FROM cairn_siblings(%(hits)s, %(but)s::uuid[], %(near)s, %(most)s)"


@dataclass(frozen=True)
class Sibling:
    """A memory that was learned beside a hit: its id, its type and its text.

    `unsigned`: a model told it, and nobody has agreed yet.
    """

    uuid: UUID
    type: str
    content: str
    unsigned: bool = False

    @property
    def snippet(self) -> str:
        """The first 80 characters."""
        return tokens.snippet(self.content)


def siblings_of(hits: Sequence[Folded], *, actor: Actor) -> dict[int, tuple[Sibling, ...]]:
    """For the keys of these hits their siblings, nearest first, as far as the actor may see them; one statement."""
    if not hits:
        return {}
    floor = ranking.fusion_for(embedder().model).noise_floor
    asked = {
        "hits": [hit.score.memory_id for hit in hits],
        "but": [ref for hit in hits for ref in hit.also],
        "near": floor + _NEAR * (1 - floor),
        "most": _MOST,
    }
    found: dict[int, tuple[Sibling, ...]] = {}
    for hit, *columns in access.rows(_SIBLINGS, asked, actor=actor):
        found[hit] = (*found.get(hit, ()), Sibling(*columns))
    return found
