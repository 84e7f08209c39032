"""How one memory takes the place of others: they leave search, the chain keeps them, their disputes end."""

from collections.abc import Sequence

from django.utils import timezone

from memory import audit
from memory.access import Actor
from memory.errors import Conflict
from memory.knowledge import conflicts
from memory.models import Contradiction, Evidence, Memory, Supersession

_REPLACEABLE = (*Memory.CURRENT, Memory.Status.DRAFT)


def retire(old: Memory, *, actor: Actor) -> None:
    """Take `old` out of search; whoever is first wins. Raises Conflict("not_current")."""
    retired = Memory.objects.filter(pk=old.pk, status__in=_REPLACEABLE).update(
        status=Memory.Status.SUPERSEDED, status_before=old.status, status_changed_at=timezone.now()
    )
    if not retired:
        raise Conflict(
            "not_current", f"This memory is {old.get_status_display().lower()}; correct its successor instead."
        )
    conflicts.settle(old, Contradiction.Verdict.SUPERSEDE, actor=actor)


def succeed(old: Memory, newer: Memory, *, actor: Actor) -> None:
    """Note that `newer` stands in the place of the retired `old`; ids only grow, so an elder takes no link."""
    if newer.pk > old.pk:
        Supersession.objects.get_or_create(team=actor.team, older=old, newer=newer)
    audit.record("supersede", f"memory:{old.uuid}", actor=actor, by=str(newer.uuid))


def inherit(newer: Memory, sides: Sequence[Memory], *, actor: Actor) -> None:
    """What rested on `sides` holds for `newer` too: their evidence, sightings, uses, pin and review date."""
    rows = list(Evidence.objects.filter(memory__in=sides).order_by("at", "pk"))
    for row in rows:
        row.pk, row.memory = None, newer
    Evidence.objects.bulk_create(rows)
    due = [side.review_by for side in sides if side.review_by]
    values = {
        "corroborations": sum(side.corroborations for side in sides),
        "uses": sum(side.uses for side in sides),
        "pinned": any(side.pinned for side in sides),
        "review_by": min(due) if due else None,
    }
    Memory.objects.filter(pk=newer.pk).update(**values)
