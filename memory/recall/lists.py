"""Memories in lists: the newest, and those that time has worn."""

from typing import TypedDict, Unpack

from django.db.models import Case, F, FloatField, Q, Value, When
from django.db.models.functions import Exp, Extract, Greatest, Now, Power, TruncDate

from memory.access import Actor
from memory.models import Memory, Project
from memory.models.memories import MemoryQuerySet
from memory.rules.decay import LIFESPANS

STALE_SURVIVAL = 0.1
STALE_USES = 2


class Narrowing(TypedDict, total=False):
    """Which memories a list is about; what is absent or None narrows nothing."""

    project: Project | None
    type: str | None
    tag: str | None
    agent_id: str | None


def recent(
    *, actor: Actor, limit: int = 20, before_id: int | None = None, **narrowing: Unpack[Narrowing]
) -> list[Memory]:
    """Current memories, newest first; `before_id` continues after the last one of the page before."""
    actor.require("read")
    found = _listed(actor=actor, **narrowing)
    if before_id is not None:
        found = found.after_in_list(before_id)
    return list(found.latest()[:limit])


def stale(*, actor: Actor, limit: int = 20, **narrowing: Unpack[Narrowing]) -> list[Memory]:
    """Memories whose survival is below 0.1 and that were used fewer than 2 times, or past their review date."""
    actor.require("read")
    worn = Q(survival__lt=STALE_SURVIVAL, uses__lt=STALE_USES, pinned=False)
    overdue = Q(review_by__lt=TruncDate(Now()))
    found = _listed(actor=actor, **narrowing)
    found = found.annotate(survival=_survival()).filter(worn | overdue)
    return list(found.order_by("survival", "pk").with_context()[:limit])


def _listed(*, actor: Actor, **narrowing: Unpack[Narrowing]) -> MemoryQuerySet:
    found = Memory.objects.visible_to(actor).current().about(narrowing.get("project"))
    tag = narrowing.get("tag")
    wanted = {
        "type": narrowing.get("type"),
        "agent__agent_id": narrowing.get("agent_id"),
        "tags__contains": [tag] if tag else None,
    }
    return found.filter(**{name: value for name, value in wanted.items() if value})


def _survival() -> Case:
    """The Weibull survival of decay.py, exp(-(age/λ)^k), as one SQL expression over the row's type and age."""
    age = Greatest(Extract(Now() - F("occurred_at"), "epoch") / Value(86_400.0), Value(0.0), output_field=FloatField())
    return Case(
        *(
            When(type=name, then=Exp(-Power(age / Value(span.scale_days), Value(span.shape))))
            for name, span in LIFESPANS.items()
        ),
        output_field=FloatField(),
    )
