"""Takes back the last thing that was done to a memory, as long as nothing else has happened to it since."""

from collections.abc import Callable
from datetime import date, datetime

from django.db.models import F

from memory import audit
from memory.access import Actor
from memory.errors import Conflict, Forbidden, NotFound, Refused
from memory.knowledge.conflict_errors import audit_events_of, changed_meanwhile, ensure_last, subject_of
from memory.knowledge.feedback import say
from memory.knowledge.lifecycle import KEPT, bring_back, is_own_private, set_pin
from memory.knowledge.locks import in_turn
from memory.knowledge.ownership import ensure_owner
from memory.knowledge.sharing import Reach, reach_of, set_reach
from memory.knowledge.signing import take_signature_back
from memory.knowledge.status_transitions import move
from memory.knowledge.tagging import digest, set_tags
from memory.knowledge.unmerging import made_by, take_apart
from memory.models import AuditEvent, Memory, Project
from memory.recall.fetch import find_memory
from memory.rules.classification import classify

_Status = Memory.Status
_Reversal = Callable[[Memory, AuditEvent, Actor], Memory]


def undo(ref: str, *, actor: Actor, event: int | None = None, agent_id: str | None = None) -> Memory:
    """Take back the deed `event` (an audit row's id), by default the last thing that the actor did to the memory.

    Forgetting, restoring, approving, rejecting, pinning, retyping, tagging, sharing, confirming, merging, splitting
    and feedback can be taken back, each by whoever may do it; the deeds of others by curators. A merger or split is
    taken back at what it replaced or at what it made, and comes back as the first memory that it replaced. Raises
    NotFound, Refused("cannot_undo") for other deeds, Conflict("nothing_to_undo"), and Conflict("changed_since") that
    tells what happened since.
    """
    actor.authorize("feedback")
    with in_turn(actor):
        memory = find_memory(ref, actor=actor)
        deed = _deed(memory, event, actor=actor)
        if deed.verb not in _REVERSALS:
            raise Refused(
                "cannot_undo", f"'{deed.verb}' cannot be undone. Correct, forget or restore the memory instead."
            )
        permission, reverse = _REVERSALS[deed.verb]
        if deed.verb in ("approve", "reject") and is_own_private(memory, actor=actor):
            permission = "forget"
        actor.authorize(permission)
        if permission != "feedback":
            ensure_owner(memory, agent_id=agent_id, actor=actor)
        ensure_last(memory, deed)
        memory = reverse(memory, deed, actor)
        take_signature_back(memory, deed.detail)
        return memory


def _deed(memory: Memory, event: int | None, *, actor: Actor) -> AuditEvent:
    if event is not None:
        found = next(
            (deed for deed in [*audit_events_of(memory).filter(pk=event), *made_by(memory)] if deed.pk == event), None
        )
        if found is None:
            raise NotFound("This memory has no action with this number.")
        if found.actor_id != actor.user.pk and (found.verb == "feedback" or not actor.may("curate")):
            raise Forbidden("Another person did this. A curator can undo it, unless it is feedback.")
        return found
    mine = audit_events_of(memory).filter(actor=actor.user).exclude(verb="redact").first()
    if mine is None:
        raise Conflict("nothing_to_undo", "You have done nothing to this memory that can be undone.")
    made = made_by(memory) if mine.verb == "remember" else []
    return next((deed for deed in made if deed.actor_id == actor.user.pk), mine)


def _forget_again(memory: Memory, deed: AuditEvent, actor: Actor) -> Memory:
    return move(memory, _Status.FORGOTTEN, KEPT, verb="forget", actor=actor, detail={"undoes": deed.pk})


def _bring_back(memory: Memory, deed: AuditEvent, actor: Actor) -> Memory:
    return bring_back(memory, actor=actor, undoes=deed.pk)


def _unapprove(memory: Memory, deed: AuditEvent, actor: Actor) -> Memory:
    if "corrects" in deed.detail:
        raise Refused("cannot_undo", "It replaced another memory. Correct it instead.")
    was, before = str(deed.detail["was"]), str(deed.detail.get("before", ""))
    return move(
        memory, was, [_Status.ACTIVE], verb="unapprove", actor=actor, reason="Its approval was undone.",
        before=before, detail={"undoes": deed.pk},
    )  # fmt: skip


def _turn_pin(memory: Memory, deed: AuditEvent, actor: Actor) -> Memory:
    return set_pin(memory, deed.verb == "unpin", actor=actor, undoes=deed.pk)


def _retype(memory: Memory, deed: AuditEvent, actor: Actor) -> Memory:
    was = deed.detail
    values = {"type": was["was"], "cue": _cue_again(memory, was["cue"]), "confidence": was["confidence"]}
    now = {"was": memory.type, "now": was["was"], "cue": audit.tellable(memory.cue), "confidence": memory.confidence}
    return _changed(memory, values, "retype", now, deed, actor)


def _cue_again(memory: Memory, told: str) -> str:
    """The cue in the memory's own words, which the audit does not hold, where the rules find it again."""
    found = classify(memory.content).cue
    return found if audit.tellable(found) == told else told


def _unconfirm(memory: Memory, deed: AuditEvent, actor: Actor) -> Memory:
    at, due = deed.detail["confirmed_at"], deed.detail["review_by"]
    values = {
        "confirmed_at": datetime.fromisoformat(at) if at else None,
        # Its files may have changed on since then.
        "file_changes": F("file_changes") + deed.detail["file_changes"],
        "review_by": date.fromisoformat(due) if due else None,
    }
    return _changed(memory, values, "unconfirm", {}, deed, actor)


def _changed(
    memory: Memory, values: dict[str, object], verb: str, detail: dict[str, object], deed: AuditEvent, actor: Actor
) -> Memory:
    if not Memory.objects.filter(pk=memory.pk, status__in=KEPT).update(**values):
        raise changed_meanwhile(memory, actor=actor)
    audit.record(verb, subject_of(memory), actor=actor, **detail, undoes=deed.pk)
    return find_memory(str(memory.uuid), actor=actor)


def _retag(memory: Memory, deed: AuditEvent, actor: Actor) -> Memory:
    """The audit knows tags by digest: what was removed is found again where the team still uses it."""
    gone, wanted = set(deed.detail["added"]), list(deed.detail["removed"])
    used = Memory.objects.visible_to(actor).exclude(tags=[]).values_list("tags", flat=True) if wanted else []
    known = {digest(name): name for tags in used for name in tags}
    if missing := [name for name in wanted if name not in known]:
        raise Conflict("changed_since", f"{len(missing)} removed tags are no longer in use. Add them by hand.")
    kept = [name for name in memory.tags if digest(name) not in gone]
    return set_tags(memory, [*kept, *(known[name] for name in wanted)], actor=actor, undoes=deed.pk)


def _take_back_sharing(memory: Memory, deed: AuditEvent, actor: Actor) -> Memory:
    if deed.detail["was"] == Memory.Visibility.PRIVATE and memory.author_id != actor.user.pk:
        raise Forbidden("Only its author can make this memory private again.")
    added, now = set(deed.detail["added"]), reach_of(memory)
    removed = Project.objects.filter(team=actor.team, pk__in=deed.detail["removed"])
    before = (*(project for project in now.projects if project.pk not in added), *removed)
    return set_reach(memory, Reach(deed.detail["was"], before), actor=actor, undoes=deed.pk)


def _say_as_before(memory: Memory, deed: AuditEvent, actor: Actor) -> Memory:
    return say(memory, str(deed.detail["replaced"]), actor=actor, undoes=deed.pk)


# The deeds that can be taken back, each with the permission that it needs.
_REVERSALS: dict[str, tuple[str, _Reversal]] = {
    "forget": ("forget", _bring_back),
    "restore": ("forget", _forget_again),
    "approve": ("review", _unapprove),
    "reject": ("review", _bring_back),
    "pin": ("review", _turn_pin),
    "unpin": ("review", _turn_pin),
    "retype": ("classify", _retype),
    "tag": ("classify", _retag),
    "share": ("share", _take_back_sharing),
    "confirm": ("review", _unconfirm),
    "merge": ("merge", take_apart),
    "split": ("merge", take_apart),
    "feedback": ("feedback", _say_as_before),
}
