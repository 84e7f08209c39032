"""Replace memories by a new one: they leave search, the lineage keeps them, their contradictions close.

Lineage is a graph of `Supersession` links from older to newer ids, so it cannot loop. A correction adds one link,
a merger one from each source, a split one to each part. What holds at all times: of two memories of which one was
superseded by the other, directly or over any number of steps, at most one is current. For only what is live (current
or a draft) is superseded, no verb brings a superseded memory back (a block does, while it hides what replaced it),
and what becomes live again must find nothing live in its chain (standing.py). So a chain of corrections and mergers
has one head; only a split gives a memory several heirs, and each of them heads a chain of its own. A head that is
forgotten leaves its chain without one until it is restored.
"""

from collections.abc import Sequence
from typing import Any

from django.db.models import Max

from memory.access import Actor
from memory.adapters.embedder import Embedding
from memory.errors import Conflict
from memory.knowledge.retiring import retire, succeed
from memory.knowledge.save import Ground, NewFact, duplicate_of, insert
from memory.models import Evidence, Memory


def take_over(
    sides: Sequence[Memory], fact: NewFact, *, heir_of: Sequence[Memory], actor: Actor, verb: str = "supersede"
) -> Memory:
    """A new memory supersedes all `sides` and inherits what those of `heir_of` rested on. In the team's turn.

    Raises Conflict("not_current") when one of them is gone, Conflict("duplicate") when another says this already.
    """
    for side in sides:
        retire(side, actor=actor)
    memory = stored(fact, actor=actor)
    inherit(memory, heir_of)
    for side in sides:
        succeed(side, memory, actor=actor, verb=verb)
    return memory


def stored(fact: NewFact, *, actor: Actor) -> Memory:
    """Store the fact in a new row. Raises Conflict("duplicate") if another memory says it."""
    if twin := duplicate_of(fact, actor=actor):
        raise Conflict("duplicate", "Another memory already says this.", duplicate_of=str(twin.uuid))
    return insert(fact, actor=actor)


def inherit(newer: Memory, sides: Sequence[Memory]) -> None:
    """What rested on `sides` holds for `newer` too: evidence, sightings, uses, pin, review date, changed files."""
    rows = list(Evidence.objects.filter(memory__in=sides).order_by("at", "pk"))
    for row in rows:
        row.pk, row.memory = None, newer
    Evidence.objects.bulk_create(rows)
    values = inherited(sides)
    Memory.objects.filter(pk=newer.pk).update(**values)
    for name, value in values.items():
        setattr(newer, name, value)


def inherited(sides: Sequence[Memory]) -> dict[str, Any]:
    """The columns that a memory takes over from `sides`, by name."""
    rested = Memory.objects.filter(pk__in=[side.pk for side in sides])
    due = [side.review_by for side in sides if side.review_by]
    return {
        "corroborations": sum(side.corroborations for side in sides),
        "uses": sum(rested.values_list("uses", flat=True)),
        "last_used_at": rested.aggregate(last=Max("last_used_at"))["last"],
        "file_changes": max(side.file_changes for side in sides),
        "pinned": any(side.pinned for side in sides),
        "review_by": min(due) if due else None,
    }


def as_fact(memory: Memory, *, visibility: str = "") -> NewFact:
    """The same fact as it stands, to be stored or compared again."""
    row = Memory.objects.defer(None).get(pk=memory.pk)
    return NewFact(
        content=memory.content,
        type=memory.type,
        ground=Ground(source="explicit", at=memory.occurred_at, files=tuple(memory.files)),
        source=memory.source,
        visibility=visibility or memory.visibility,
        projects=tuple(memory.projects.all()),
        tags=tuple(memory.tags),
        agent=memory.agent,
        confidence=memory.confidence,
        cue=memory.cue,
        trust=memory.trust,
        distiller=memory.distiller,
        embedding=_embedding_of(row),
    )


def _embedding_of(row: Memory) -> Embedding | None:
    if row.embedding is None:
        return None
    signs = None if row.token_signs is None else bytes(row.token_signs)
    return Embedding(tuple(row.embedding), row.embedding_model, signs)
