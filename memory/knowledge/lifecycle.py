"""Change a memory's status or type, with an audit entry: forget, restore, approve, reject, pin, confirm, retype."""

from collections.abc import Mapping
from datetime import date, timedelta

from django.utils import timezone

from memory import audit
from memory.access import Actor
from memory.errors import Forbidden, Refused
from memory.knowledge import signing
from memory.knowledge.conflict_errors import audit_events_of, changed_meanwhile, subject_of
from memory.knowledge.locks import in_turn
from memory.knowledge.ownership import ensure_isolated, ensure_not_kept, find_changeable
from memory.knowledge.retiring import REPLACEABLE, retire, succeed
from memory.knowledge.status_transitions import move
from memory.models import Memory
from memory.recall.fetch import find_memory
from memory.rules.decay import LIFESPANS

_Status = Memory.Status
_JUDGED = (_Status.DRAFT, _Status.QUARANTINED, _Status.DISPUTED)
KEPT = (*Memory.CURRENT, _Status.DRAFT, _Status.QUARANTINED)


def forget(ref: str, *, actor: Actor, agent_id: str | None = None, relayed: bool = False) -> Memory:
    """Remove a memory from every search. `restore` brings it back.

    Raises Forbidden where another agent owns it, for members where a curator vouched for it, and for a
    member's model (`relayed`) where another person stands behind it: a text that it read may want that.
    """
    actor.authorize("forget")
    with in_turn(actor):
        memory = find_memory(ref, actor=actor)
        ensure_isolated(memory, agent_id=agent_id, actor=actor)
        if memory.status in KEPT:
            ensure_not_kept(memory, actor=actor)
            foreign = not memory.unsigned and memory.author_id != actor.user.pk
            if relayed and foreign and not actor.may("curate"):
                raise Forbidden(
                    "Another person added or confirmed this memory. Call it wrong or outdated with give_feedback, "
                    "or propose a correction with update_memory. A person can forget it."
                )
        return move(memory, _Status.FORGOTTEN, KEPT, verb="forget", actor=actor)


def restore(ref: str, *, actor: Actor, agent_id: str | None = None) -> Memory:
    """Bring a forgotten or rejected memory back to exactly what it was."""
    actor.authorize("forget")
    with in_turn(actor):
        memory = find_memory(ref, actor=actor)
        ensure_isolated(memory, agent_id=agent_id, actor=actor)
        return bring_back(memory, actor=actor)


def bring_back(memory: Memory, *, actor: Actor, **detail: object) -> Memory:
    """Give a forgotten memory its former status back. The caller holds the team's lock."""
    if memory.purged_at:
        raise Refused("purged", "The text of this memory was purged. It cannot be restored.", status=409)
    if is_taken_apart(memory):
        raise Refused("taken_apart", "Its merge or split was undone. Its sources are active again.", status=409)
    left = audit_events_of(memory).filter(verb__in=["forget", "reject"]).first()
    before = str(left.detail.get("before", "")) if left else ""
    to = memory.status_before or _Status.ACTIVE
    return move(memory, to, [_Status.FORGOTTEN], verb="restore", actor=actor, before=before, detail=detail)


def is_taken_apart(memory: Memory) -> bool:
    """Whether it left because the merger or split that made it was taken back: its sources stand in its place."""
    left = audit_events_of(memory).filter(verb__in=["forget", "reject", "unmerge", "unsplit"]).first()
    return left is not None and left.verb in ("unmerge", "unsplit")


def approve(ref: str, *, actor: Actor) -> Memory:
    """A curator lets a draft, quarantined or disputed memory stand; a private draft its author, who alone sees it.

    A correction that waited beside what a curator vouched for takes its place now, and its pin.
    """
    with in_turn(actor):
        memory = _find_judged(ref, actor=actor)
        corrected = _to_be_corrected(memory) if actor.may("curate") else None
        detail: dict[str, object] = {"corrects": str(corrected.uuid)} if corrected else {}
        detail |= signing.signs(memory)
        memory = move(memory, _Status.ACTIVE, _JUDGED, verb="approve", actor=actor, reason="", detail=detail)
        signing.sign(memory)
        if corrected:
            _take_its_place(memory, corrected, actor=actor)
        return memory


def _to_be_corrected(proposed: Memory) -> Memory | None:
    """What the draft was proposed to correct, as long as it is there."""
    if proposed.status != _Status.DRAFT:
        return None
    deed = audit_events_of(proposed).filter(verb="propose").first()
    wanted = Memory.objects.filter(team=proposed.team_id, status__in=REPLACEABLE)
    return wanted.filter(uuid=deed.detail["corrects"]).first() if deed else None


def _take_its_place(memory: Memory, old: Memory, *, actor: Actor) -> None:
    retire(old, actor=actor)
    succeed(old, memory, actor=actor)
    if old.pinned:
        set_pin(memory, True, actor=actor)


def reject(ref: str, *, actor: Actor) -> Memory:
    """Whoever may approve such a memory turns it down; it is forgotten, and can be restored."""
    with in_turn(actor):
        memory = _find_judged(ref, actor=actor)
        return move(memory, _Status.FORGOTTEN, _JUDGED, verb="reject", actor=actor)


def may_judge(memory: Memory, *, actor: Actor) -> bool:
    """Whether the actor approves and rejects it: curators do; a private draft is seen by its author alone."""
    own = memory.status == _Status.DRAFT and is_own_private(memory, actor=actor)
    return actor.may("curate") or (own and actor.may("write"))


def is_own_private(memory: Memory, *, actor: Actor) -> bool:
    """Return whether only the actor can see it."""
    return memory.visibility == Memory.Visibility.PRIVATE and memory.author_id == actor.user.pk


def _find_judged(ref: str, *, actor: Actor) -> Memory:
    """Raises Forbidden for who may not judge it, before anything else is said to who judges nothing."""
    if not actor.may("write"):
        actor.authorize("review")
    memory = find_memory(ref, actor=actor)
    if not may_judge(memory, actor=actor):
        actor.authorize("review")
    return memory


def pin(ref: str, *, actor: Actor, pinned: bool = True) -> Memory:
    """Pin or unpin a memory. Pinned memories are in every briefing of their projects and never stale."""
    actor.authorize("review")
    with in_turn(actor):
        return set_pin(find_memory(ref, actor=actor), pinned, actor=actor)


def set_pin(memory: Memory, pinned: bool, *, actor: Actor, **detail: object) -> Memory:
    """Pin or unpin. No change writes no audit entry. The caller holds the team's lock."""
    if memory.pinned == pinned:
        return memory
    if not Memory.objects.filter(pk=memory.pk, pinned=not pinned, status__in=KEPT).update(pinned=pinned):
        raise changed_meanwhile(memory, actor=actor)
    if pinned:
        detail |= signing.signs(memory)
    audit.record("pin" if pinned else "unpin", subject_of(memory), actor=actor, **detail)
    memory.pinned = pinned
    if pinned:
        signing.sign(memory)
    return memory


def confirm(ref: str, *, actor: Actor, review_by: date | None = None) -> Memory:
    """Confirm that a memory is still valid: its age and its file changes count from now.

    A review date moves to `review_by`, by default as many days on as memories of its type last.
    """
    actor.authorize("review")
    with in_turn(actor):
        memory = find_memory(ref, actor=actor)
        due = review_by or _next_review(memory)
        detail = {
            "confirmed_at": memory.confirmed_at.isoformat() if memory.confirmed_at else None,
            "file_changes": memory.file_changes,
            "review_by": memory.review_by.isoformat() if memory.review_by else None,
            **signing.signs(memory),
        }
        values = {"confirmed_at": timezone.now(), "file_changes": 0, "review_by": due, "unsigned": False}
        return _changed(memory, values, verb="confirm", actor=actor, detail=detail)


def retype(ref: str, type: str, *, actor: Actor, agent_id: str | None = None) -> Memory:
    """Correct a wrong type. The audit log keeps both types, to show where the rules err.

    Raises Forbidden for members where a curator vouched for the memory.
    """
    actor.authorize("classify")
    if type not in Memory.Type.values:
        raise Refused("invalid", f"'{type[:40]}' is not a type. Use one of {', '.join(Memory.Type.values)}.")
    with in_turn(actor):
        memory = find_changeable(ref, agent_id=agent_id, actor=actor)
        if memory.type == type:
            return memory
        ensure_not_kept(memory, actor=actor)
        detail = {"was": memory.type, "now": type, "cue": audit.tellable(memory.cue), "confidence": memory.confidence}
        values = {"type": type, "confidence": 1.0, "cue": "corrected"}
        return _changed(memory, values, verb="retype", actor=actor, detail=detail)


def _changed(
    memory: Memory, values: dict[str, object], *, verb: str, actor: Actor, detail: Mapping[str, object]
) -> Memory:
    """Change columns of a memory that is still there. Raises Conflict("wrong_status") with who took it away."""
    if not Memory.objects.filter(pk=memory.pk, status__in=KEPT).update(**values):
        raise changed_meanwhile(memory, actor=actor)
    audit.record(verb, subject_of(memory), actor=actor, **detail)
    return find_memory(str(memory.uuid), actor=actor)


def _next_review(memory: Memory) -> date | None:
    """No date stays none; another moves on, never back."""
    if memory.review_by is None:
        return None
    lasts = timedelta(days=LIFESPANS[memory.type].scale_days)
    return max(memory.review_by, timezone.localdate() + lasts)
