"""Verbs that change a memory's standing, conditional and audited: forget, restore, approve, reject, pin, retype."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from memory import audit
from memory.access import Actor
from memory.errors import Conflict, Refused
from memory.knowledge import conflicts
from memory.knowledge.locks import one_writer_a_team
from memory.knowledge.remember import ensure_owner
from memory.models import Contradiction, Memory
from memory.recall.fetch import find_memory

_Status = Memory.Status


@transaction.atomic
def forget(ref: str, *, actor: Actor, agent_id: str | None = None) -> Memory:
    """Take a memory out of every search; `restore` brings it back. Raises Forbidden where another agent owns it."""
    actor.require("write")
    memory = find_memory(ref, actor=actor)
    ensure_owner(memory, agent_id=agent_id, actor=actor)
    forgettable = [*Memory.CURRENT, _Status.DRAFT, _Status.QUARANTINED]
    return _move(memory, _Status.FORGOTTEN, forgettable, verb="forget", actor=actor)


@transaction.atomic
def restore(ref: str, *, actor: Actor, agent_id: str | None = None) -> Memory:
    """Bring a forgotten memory back to what it was."""
    actor.require("write")
    memory = find_memory(ref, actor=actor)
    ensure_owner(memory, agent_id=agent_id, actor=actor)
    before = memory.status_before or _Status.ACTIVE
    return _move(memory, before, [_Status.FORGOTTEN], verb="restore", actor=actor)


@transaction.atomic
def approve(ref: str, *, actor: Actor) -> Memory:
    """A curator lets a draft or quarantined memory become active."""
    actor.require("curate")
    memory = find_memory(ref, actor=actor)
    return _move(memory, _Status.ACTIVE, [_Status.DRAFT, _Status.QUARANTINED], verb="approve", actor=actor)


@transaction.atomic
def reject(ref: str, *, actor: Actor) -> Memory:
    """A curator turns a draft or quarantined memory down; it is forgotten, and can be restored."""
    actor.require("curate")
    memory = find_memory(ref, actor=actor)
    return _move(memory, _Status.FORGOTTEN, [_Status.DRAFT, _Status.QUARANTINED], verb="reject", actor=actor)


@transaction.atomic
def pin(ref: str, *, actor: Actor, pinned: bool = True) -> Memory:
    """Keep a memory in every briefing of its projects, and out of the stale list."""
    actor.require("curate")
    memory = find_memory(ref, actor=actor)
    if Memory.objects.filter(pk=memory.pk, pinned=not pinned).update(pinned=pinned):
        audit.record("pin" if pinned else "unpin", f"memory:{memory.uuid}", actor=actor)
    memory.pinned = pinned
    return memory


@transaction.atomic
def retype(ref: str, type: str, *, actor: Actor) -> Memory:
    """Correct a wrong classification; the audit keeps both, to learn where the rules err."""
    actor.require("write")
    if type not in Memory.Type.values:
        raise Refused("invalid", f"'{type}' is no type; use one of {', '.join(Memory.Type.values)}.")
    memory = find_memory(ref, actor=actor)
    ensure_owner(memory, agent_id=None, actor=actor)
    changed = Memory.objects.filter(pk=memory.pk).exclude(type=type).update(type=type, confidence=1.0, cue="corrected")
    if changed:
        detail = {"was": memory.type, "now": type, "cue": memory.cue, "confidence": memory.confidence}
        audit.record("retype", f"memory:{memory.uuid}", actor=actor, **detail)
    return find_memory(str(memory.uuid), actor=actor)


def _move(memory: Memory, to: str, allowed: Sequence[str], *, verb: str, actor: Actor) -> Memory:
    """A conditional change of status: of two who try at once, one wins and the other is told."""
    one_writer_a_team(actor.team.pk)
    moved = Memory.objects.filter(pk=memory.pk, status__in=allowed).update(
        status=to, status_before=memory.status, status_changed_at=timezone.now(), reason=""
    )
    if not moved:
        raise Conflict("wrong_status", f"A memory that is {memory.get_status_display().lower()} cannot be changed so.")
    audit.record(verb, f"memory:{memory.uuid}", actor=actor, was=memory.status)
    memory.status = to
    if to == _Status.FORGOTTEN:
        conflicts.settle(memory, Contradiction.Verdict.DISMISS, actor=actor)
    else:
        conflicts.come_back(memory, actor=actor)
    return memory
