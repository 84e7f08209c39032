"""One memory and what stands around it: by id or prefix, with neighbours, anchor and lineage."""

import re
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import connection

from memory.access import Actor
from memory.errors import NotFound, Refused
from memory.models import Evidence, Membership, Memory, Supersession
from memory.recall.asked import note_fetched

SHORTEST_PREFIX = 8
_REFERENCE = re.compile(rf"[0-9a-f]{{{SHORTEST_PREFIX}}}[0-9a-f-]*", re.I)
_NEIGHBOURS = 3


@dataclass(frozen=True)
class Anchor:
    """Where a memory comes from: the client's session id, the turn's id and the transcript's path, each maybe ''."""

    session: str
    turn: str
    transcript: str


@dataclass(frozen=True)
class Expanded:
    """A memory with its neighbours of the same session, in order of time, and its anchor."""

    memory: Memory
    neighbours: tuple[Memory, ...]
    anchor: Anchor | None


@dataclass(frozen=True)
class Lineage:
    """All generations before and after a memory, nearest first."""

    older: tuple[Memory, ...]
    newer: tuple[Memory, ...]


def find_memory(ref: str, *, actor: Actor, agent_id: str | None = None) -> Memory:
    """The memory with this UUID, or with this prefix of at least 8 characters when only one has it.

    With `agent_id` only that agent's memories are looked at. Raises NotFound for missing and hidden alike, Refused
    when a prefix fits several.
    """
    actor.authorize("search")
    ref = str(ref).strip().lower()
    if not _REFERENCE.fullmatch(ref) or len(ref.replace("-", "")) > 32:
        raise NotFound
    visible = Memory.objects.visible_to(actor).with_context()
    if agent_id:
        visible = visible.filter(agent__agent_id=agent_id)
    digits = ref.replace("-", "")
    span = (uuid.UUID(digits.ljust(32, "0")), uuid.UUID(digits.ljust(32, "f")))
    found = list(visible.filter(uuid__range=span)[:2])
    if len(found) > 1:
        raise Refused("ambiguous", f"Several memories start with {ref}. Give more characters.")
    if not found:
        raise NotFound
    return found[0]


def fetch_memories(refs: Iterable[str], *, actor: Actor, agent_id: str | None = None) -> list[Memory]:
    """The memories in the order asked for (with `agent_id` that agent's), leaving out what is not visible; each
    counts as used once."""
    found: dict[int, Memory] = {}
    for ref in refs:
        try:
            memory = find_memory(ref, actor=actor, agent_id=agent_id)
        except NotFound:
            continue
        found[memory.pk] = memory
    note_use(found.values(), actor=actor)
    return list(found.values())


def note_use(memories: Iterable[Memory], *, actor: Actor) -> None:
    """Count that these were fetched or cited (merely being listed is no use).

    Uses rank briefings, so those of viewers are not counted: who only reads must not say what everybody reads first.
    """
    pks = [memory.pk for memory in memories]
    note_fetched(pks, actor=actor)
    if actor.role == Membership.Role.VIEWER:
        return
    # By a function, for a member's token that may only read counts too.
    with connection.cursor() as cursor:
        cursor.execute("SELECT cairn_note_use(%s)", [pks])
    for memory in memories:
        memory.uses += 1


def expand(memory: Memory, *, actor: Actor) -> Expanded:
    """The memory with up to three neighbours on each side in its session, and its first evidence's anchor."""
    rests_on = memory.evidence.exclude(session=None).select_related("session", "turn").order_by("at", "pk").first()
    if rests_on is None:
        return Expanded(memory, (), None)
    session = rests_on.session
    assert session
    anchor = Anchor(session.external_id, rests_on.turn.uuid if rests_on.turn else "", session.transcript_path)
    return Expanded(memory, _neighbours(memory, rests_on, actor=actor), anchor)


def _neighbours(memory: Memory, rests_on: Evidence, *, actor: Actor) -> tuple[Memory, ...]:
    in_session = Memory.objects.visible_to(actor).current().filter(evidence__session=rests_on.session)
    others = in_session.exclude(pk=memory.pk).distinct().with_context()
    before = others.filter(occurred_at__lte=memory.occurred_at).order_by("-occurred_at", "-pk")[:_NEIGHBOURS]
    after = others.filter(occurred_at__gt=memory.occurred_at).order_by("occurred_at", "pk")[:_NEIGHBOURS]
    return (*reversed(before), *after)


def lineage(memory: Memory, *, actor: Actor) -> Lineage:
    """What the memory replaced and what replaced it, over all generations, as far as the actor may see.

    A generation that was purged is a tombstone: `purged_at` is set, and there are no words.
    """
    actor.authorize("search")
    return Lineage(
        _walk(memory, "newer", "older", actor=actor),
        _walk(memory, "older", "newer", actor=actor),
    )


def _walk(memory: Memory, near: str, far: str, *, actor: Actor) -> tuple[Memory, ...]:
    """Follow supersessions from the `near` end to the `far` one, a query a generation; ids only grow, so it ends."""
    reached: list[int] = []
    edge = [memory.pk]
    while edge:
        links = Supersession.objects.filter(**{f"{near}_id__in": edge}).order_by(f"{far}_id")
        edge = [pk for pk in links.values_list(f"{far}_id", flat=True) if pk not in reached]
        reached += edge
    return _in_order(reached, actor=actor)


def _in_order(pks: Sequence[int], *, actor: Actor) -> tuple[Memory, ...]:
    tombstones = Memory.objects.filter(team=actor.team, purged_at__isnull=False)
    shown = Memory.objects.visible_to(actor) | tombstones.exclude(visibility=Memory.Visibility.PRIVATE)
    rows = shown.with_context().in_bulk(pks)
    return tuple(rows[pk] for pk in pks if pk in rows)
