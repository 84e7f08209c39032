"""Retire a memory that another one replaces: it leaves search, its contradictions close, its successors are noted."""

from django.db.models import F
from django.utils import timezone

from memory import audit
from memory.access import Actor
from memory.knowledge import contradiction_detection
from memory.knowledge.conflict_errors import changed_meanwhile, subject_of
from memory.models import Contradiction, Memory, Supersession

REPLACEABLE = Memory.LIVE


def retire(old: Memory, *, actor: Actor) -> None:
    """Take `old` out of search; whoever is first wins. Raises Conflict("not_current") with who that was."""
    retired = Memory.objects.filter(pk=old.pk, status__in=REPLACEABLE).update(
        status=Memory.Status.SUPERSEDED, status_before=F("status"), status_changed_at=timezone.now()
    )
    if not retired:
        raise changed_meanwhile(old, "not_current", actor=actor)
    contradiction_detection.settle(old, Contradiction.Verdict.SUPERSEDE, actor=actor)


def succeed(old: Memory, *newer: Memory, actor: Actor, verb: str = "supersede") -> None:
    """Note what stands in the place of the retired `old`; ids only grow, so an elder takes no link."""
    for heir in newer:
        if heir.pk > old.pk:
            Supersession.objects.get_or_create(team=actor.team, older=old, newer=heir)
    by: object = str(newer[0].uuid) if len(newer) == 1 else [str(heir.uuid) for heir in newer]
    audit.record(verb, subject_of(old), actor=actor, by=by)
