"""Conflict errors for changes that came too late: who changed the memory first, when, and how."""

from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from memory.access import Actor
from memory.errors import Conflict
from memory.models import AuditEvent, Memory

# How a deed of the audit log reads after a name.
_DID = {
    "activate": "activated",
    "approve": "approved",
    "block": "blocked",
    "confirm": "confirmed",
    "corroborate": "added again",
    "erase": "erased",
    "feedback": "gave feedback on",
    "forget": "forgot",
    "lift": "unblocked",
    "merge": "merged",
    "pin": "pinned",
    "propose": "proposed",
    "purge": "purged",
    "reinstate": "restored",
    "reject": "rejected",
    "remember": "added",
    "restore": "restored",
    "retype": "retyped",
    "share": "shared",
    "split": "split",
    "supersede": "corrected",
    "tag": "tagged",
    "unapprove": "undid the approval of",
    "unconfirm": "undid the confirmation of",
    "unmerge": "undid the merge of",
    "unpin": "unpinned",
    "unsplit": "undid the split of",
}
# What leaves a memory where it stood.
_STANDS = (
    *("remember", "import", "redact", "propose", "corroborate", "confirm", "unconfirm"),
    *("pin", "unpin", "retype", "share", "tag"),
)
_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400


def subject_of(memory: Memory) -> str:
    """Return the subject of a memory in the audit log."""
    return f"memory:{memory.uuid}"


def audit_events_of(memory: Memory) -> QuerySet[AuditEvent]:
    """Return the audit events of a memory, latest first."""
    done = AuditEvent.objects.filter(team=memory.team_id, subject=subject_of(memory))
    return done.select_related("actor").order_by("-pk")


def changed_meanwhile(memory: Memory, code: str = "wrong_status", *, actor: Actor) -> Conflict:
    """Return the conflict for an action that found `memory` in the wrong status.

    The detail names who changed it last, and how; `by` (a name, or None where nobody is known), `at` (ISO 8601) and
    `memory_status` say the same to machines, `successor` (an id) where exactly one that the actor sees took its place.
    """
    status = Memory.objects.filter(pk=memory.pk).values_list("status", flat=True).first() or memory.status
    moves = audit_events_of(memory).exclude(verb__in=_STANDS).exclude(verb="feedback", detail__now__isnull=True)
    detail = f"This action does not apply to a memory with status {status}."
    if status == Memory.Status.SUPERSEDED:
        detail = "This memory was replaced. Change its successor instead."
    deed = moves.first()
    if deed and deed.detail.get("now", status) != status:
        # What hid it since (a block) was no deed on this memory.
        deed = None
    extra = {"memory_status": status, **_successor(memory, actor)}
    return Conflict(code, f"{telling(deed)} {detail}" if deed else detail, **whose(deed), **extra)


def whose(deed: AuditEvent | None) -> dict[str, object]:
    """Return `by` and `at` of an audit event, for programs."""
    by = deed.actor.username if deed and deed.actor else None
    return {"by": by, "at": deed.at.isoformat() if deed else None}


def telling(deed: AuditEvent, after: str = "") -> str:
    """`bob forgot this 3 seconds ago.`"""
    who = deed.actor.username if deed.actor else "Somebody"
    did = "called wrong" if deed.verb == "feedback" and deed.detail.get("now") else _DID.get(deed.verb, "changed")
    return f"{who} {did} this {_ago(deed.at, timezone.now())}{after}."


def ensure_last(memory: Memory, deed: AuditEvent) -> None:
    """Raise Conflict("changed_since") if somebody changed `memory` after `deed`, with who and what."""
    if since := _since(memory, deed).first():
        detail = f"{telling(since, ', after the action that you want to undo')} Check the memory's current state."
        raise Conflict("changed_since", detail, **whose(since), memory_status=memory.status)


def _since(memory: Memory, deed: AuditEvent) -> QuerySet[AuditEvent]:
    """What stands in the way. Another sighting does when it rests on the memory's being shared, merged or split; what
    others said of it does when that disputed it, and never when it is one's own word that is taken back."""
    later = audit_events_of(memory).filter(pk__gt=deed.pk).exclude(verb="redact")
    if deed.verb not in ("share", "merge", "split"):
        later = later.exclude(verb="corroborate")
    if deed.verb == "feedback":
        return later.exclude(verb="feedback")
    return later.exclude(verb="feedback", detail__now__isnull=True)


def _successor(memory: Memory, actor: Actor) -> dict[str, object]:
    newer = Memory.objects.visible_to(actor).filter(replaced__older=memory)[:2]
    found = [str(row.uuid) for row in newer]
    return {"successor": found[0]} if len(found) == 1 else {}


def _ago(at: datetime, now: datetime) -> str:
    seconds = max(0, int((now - at).total_seconds()))
    for size, unit in ((_DAY, "day"), (_HOUR, "hour"), (_MINUTE, "minute")):
        if seconds >= size:
            return _counted(seconds // size, unit)
    return _counted(seconds, "second") if seconds else "just now"


def _counted(count: int, unit: str) -> str:
    return f"{count} {unit}{'' if count == 1 else 's'} ago"
