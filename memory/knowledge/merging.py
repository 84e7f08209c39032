"""Several memories become one: its words, told or composed, stand for all of them and rest on what they rested on."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings

from memory.access import Actor
from memory.adapters.embedder import embedded
from memory.errors import Refused
from memory.knowledge.conflict_errors import changed_meanwhile
from memory.knowledge.locks import in_turn
from memory.knowledge.remember import Draft, draft, note_redactions
from memory.knowledge.retiring import REPLACEABLE
from memory.knowledge.save import Ground, NewFact
from memory.knowledge.succession import inherited, take_over
from memory.models import Evidence, Memory, Project
from memory.recall.fetch import find_memory

_PRIVATE = Memory.Visibility.PRIVATE
MOST_SOURCES = 20


@dataclass(frozen=True)
class Preview:
    """What a merger would make of `sides`, before anything is stored.

    `content` is the default text, also where it is too long to be stored. `evidence` counts the sightings that it
    would rest on; `inherited` has the columns that it takes over (succession.py).
    """

    sides: tuple[Memory, ...]
    content: str
    tags: tuple[str, ...]
    files: tuple[str, ...]
    projects: tuple[Project, ...]
    status: str
    visibility: str
    evidence: int
    inherited: dict[str, Any]


def preview(refs: Sequence[str], *, actor: Actor) -> Preview:
    """What `merge` of the same memories would make; nothing is stored or embedded. Raises what `merge` would raise
    because of the memories."""
    actor.authorize("merge")
    sides = _different(refs, actor=actor)
    for side in sides:
        if side.status not in REPLACEABLE:
            raise changed_meanwhile(side, "not_current", actor=actor)
    fact = _joined(_composed(sides), sides)
    evidence = Evidence.objects.filter(memory__in=sides).count()
    return Preview(
        tuple(sides), fact.content, fact.tags, fact.ground.files, fact.projects, fact.status, fact.visibility,
        evidence, inherited(sides),
    )  # fmt: skip


def merge(refs: Sequence[str], *, actor: Actor, content: str | None = None) -> Memory:
    """One new memory that supersedes all of `refs`; `content` is what they become, by default all their statements
    with their dates.

    Evidence, uses, sightings, tags, files and projects are joined, trust is the least of theirs. Private memories
    merge among themselves only. Raises Refused for fewer than two or a content without a fact, Conflict when one of
    them is superseded or forgotten ("not_current") or another memory says the same ("duplicate").
    """
    actor.authorize("merge")
    sides = _different(refs, actor=actor)
    merged = told_or_composed(content, sides, actor=actor)
    with in_turn(actor):
        return merge_into(merged, [find_memory(str(side.uuid), actor=actor) for side in sides], actor=actor)


def told_or_composed(content: str | None, sides: Sequence[Memory], *, actor: Actor) -> Draft:
    """What the sides become, embedded: what a curator says, else their statements with their dates."""
    if content and content.strip():
        return told_by_curator(content, actor=actor)
    return Draft(_embedded(_composed(sides)), shorter="", redactions=())


def merge_into(merged: Draft, sides: Sequence[Memory], *, actor: Actor) -> Memory:
    """Store it in the place of all `sides`, joined with what they are about. In the team's turn."""
    memory = take_over(sides, _joined(merged.fact, sides), heir_of=sides, verb="merge", actor=actor)
    note_redactions(merged, memory, actor=actor)
    return memory


def told_by_curator(content: str, *, actor: Actor) -> Draft:
    """What somebody says instead, through the same gates as everything that is told."""
    told = draft(content, actor=actor)
    if told.fact.status == Memory.Status.QUARANTINED:
        raise Refused(
            "rejected", "This text reads like an instruction. State a fact instead.", status=422, reason="instruction"
        )
    return told


def _embedded(fact: NewFact) -> NewFact:
    if len(fact.content) > settings.CAIRN_MAX_OBSERVATION_CHARS:
        raise Refused("rejected", "The combined text is too long. Give a shorter text in `content`.", status=422,
                      reason="too_long")  # fmt: skip
    return replace(fact, embedding=embedded([fact.content])[0])


def _composed(sides: Sequence[Memory]) -> NewFact:
    """All statements as of their days, which is true whichever holds now; of any length, without a vector."""
    ordered = sorted(sides, key=lambda side: (side.occurred_at, side.pk))
    newest = ordered[-1]
    content = " ".join(f"As of {side.occurred_at:%Y-%m-%d}: {side.content}" for side in ordered)
    return NewFact(
        content=content,
        type=newest.type,
        ground=Ground(source="explicit", at=newest.occurred_at),
        source=Memory.Source.EXPLICIT,
        confidence=newest.confidence,
        unsigned=any(side.unsigned for side in sides),
        cue=newest.cue,
    )


def _joined(fact: NewFact, sides: Sequence[Memory]) -> NewFact:
    """The fact about all that the sides were about, as trusted as the least of them."""
    drafts_only = all(side.status == Memory.Status.DRAFT for side in sides)
    agents = {side.agent for side in sides}
    newest = max(sides, key=lambda side: (side.occurred_at, side.pk))
    return replace(
        fact,
        type=fact.type if fact.confidence >= 0.6 else newest.type,
        status=Memory.Status.DRAFT if drafts_only else Memory.Status.ACTIVE,
        ground=replace(fact.ground, files=_each(path for side in sides for path in side.files)),
        projects=_all_projects(sides),
        tags=_each(tag for side in sides for tag in side.tags),
        visibility=_widest(sides),
        agent=agents.pop() if len(agents) == 1 else None,
        trust=min(side.trust for side in sides),
    )


def _different(refs: Sequence[str], *, actor: Actor) -> list[Memory]:
    found = {memory.pk: memory for memory in (find_memory(ref, actor=actor) for ref in refs[: MOST_SOURCES + 1])}
    if not 2 <= len(found) <= MOST_SOURCES:
        raise Refused("invalid", f"Give 2 to {MOST_SOURCES} different memories to merge.")
    return list(found.values())


def _widest(sides: Sequence[Memory]) -> str:
    """What everybody could see stays seen; what was private among its author's own stays private.

    Raises Refused for a mixture: one side would show, or the other hide.
    """
    seen = {side.visibility for side in sides}
    if _PRIVATE in seen and len(seen) > 1:
        detail = "A private memory can only be merged with private memories. Leave it out, or share it first."
        raise Refused("invalid", detail)
    return Memory.Visibility.TEAM if Memory.Visibility.TEAM in seen else seen.pop()


def would_hide() -> Refused:
    """Refuses what would take a fact from the team, or show one that is private."""
    return Refused("invalid", "A private memory cannot replace a shared one. Keep the other.")


def _all_projects(sides: Sequence[Memory]) -> tuple[Project, ...]:
    """The projects of all; none, which means the whole team, where one side is the whole team's."""
    each = [list(side.projects.all()) for side in sides]
    return tuple(dict.fromkeys(project for projects in each for project in projects)) if all(each) else ()


def _each(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(values))
