"""One memory that says several things becomes several, each with the evidence of the whole."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from memory.access import Actor
from memory.errors import Conflict, Refused
from memory.knowledge.conflict_errors import changed_meanwhile
from memory.knowledge.locks import in_turn
from memory.knowledge.merging import told_by_curator
from memory.knowledge.remember import Draft, note_redactions
from memory.knowledge.retiring import REPLACEABLE, retire, succeed
from memory.knowledge.save import NewFact
from memory.knowledge.succession import inherit, stored
from memory.models import Memory
from memory.recall.fetch import find_memory
from memory.rules.segmentation import sentences

MOST_PARTS = 10
_BETWEEN = re.compile(r"\n[^\S\n]*\n\s*")


@dataclass(frozen=True)
class Part:
    """What one statement would become: the text as it would be stored and its type, or why it would be refused."""

    content: str
    type: str = ""
    problem: str = ""


def preview(ref: str, contents: Sequence[str], *, actor: Actor) -> list[Part]:
    """What `split_off` would make of each statement alone; nothing is stored. Raises what `split_off` would raise
    because of the memory."""
    actor.authorize("merge")
    old = find_memory(ref, actor=actor)
    if old.status not in REPLACEABLE:
        raise changed_meanwhile(old, "not_current", actor=actor)
    seen = [_previewed(content, old, actor=actor) for content in contents[:MOST_PARTS]]
    return [*seen, *(Part(content) for content in contents[MOST_PARTS:])]


def proposed(content: str) -> list[str]:
    """Where a text could be split: at its empty lines, else at its sentences; else whole (2 to 10 parts)."""
    for parts in (_BETWEEN.split(content.strip()), sentences(content)):
        if 2 <= len(parts) <= MOST_PARTS:
            return parts
    return [content]


def _previewed(content: str, old: Memory, *, actor: Actor) -> Part:
    try:
        fact = _of_the_whole(told_by_curator(content, actor=actor).fact, old)
    except Refused as refusal:
        return Part(content, problem=refusal.detail)
    return Part(fact.content, fact.type)


def split_off(ref: str, contents: Sequence[str], *, actor: Actor) -> list[Memory]:
    """The memories that `contents` become, in that order; each supersedes `ref` and inherits what it rested on.

    Raises Refused for fewer than two different parts or one without a fact, Conflict when the memory is superseded
    or forgotten ("not_current") or a part is known already ("duplicate").
    """
    actor.authorize("merge")
    old = find_memory(ref, actor=actor)
    parts = [told_by_curator(content, actor=actor) for content in contents[: MOST_PARTS + 1]]
    if not 2 <= len({part.fact.content for part in parts}) == len(parts) <= MOST_PARTS:
        raise Refused("invalid", f"Give 2 to {MOST_PARTS} different statements. Each becomes a memory.")
    with in_turn(actor):
        old = find_memory(str(old.uuid), actor=actor)
        retire(old, actor=actor)
        made: list[Memory] = []
        for part in parts:
            made.append(_stored(part, old, made, actor=actor))
        succeed(old, *made, verb="split", actor=actor)
        return made


def _stored(part: Draft, old: Memory, others: Sequence[Memory], *, actor: Actor) -> Memory:
    try:
        memory = stored(_of_the_whole(part.fact, old), actor=actor)
    except Conflict as known:
        # An id that goes when this is refused helps nobody.
        if known.extra.get("duplicate_of") in {str(other.uuid) for other in others}:
            raise Refused("invalid", "Two parts say the same.") from None
        raise
    inherit(memory, [old])
    note_redactions(part, memory, actor=actor)
    return memory


def _of_the_whole(fact: NewFact, old: Memory) -> NewFact:
    """The part is about what the whole was about, as old and as trusted, and waits where the whole waited."""
    draft = old.status == Memory.Status.DRAFT
    return replace(
        fact,
        type=fact.type if fact.confidence >= 0.6 else old.type,
        status=Memory.Status.DRAFT if draft else Memory.Status.ACTIVE,
        ground=replace(fact.ground, at=old.occurred_at, files=tuple(old.files)),
        projects=tuple(old.projects.all()),
        tags=tuple(old.tags),
        visibility=old.visibility,
        agent=old.agent,
        trust=min(fact.trust, old.trust),
    )
