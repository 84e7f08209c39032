"""Memories in lists: the newest, and those that time has worn."""

from collections.abc import Sequence

from django.db.models import FloatField, Q
from django.db.models.expressions import RawSQL
from django.db.models.functions import Coalesce

from memory.access import Actor
from memory.models import Memory, Project
from memory.models.memories import MemoryQuerySet
from memory.rules.decay import LIFESPANS

STALE_SURVIVAL = 0.1
STALE_USES = 2


def recent(
    *,
    actor: Actor,
    project: Project | None = None,
    type: str | None = None,
    tag: str | None = None,
    agent_id: str | None = None,
    limit: int = 20,
    before_id: int | None = None,
) -> list[Memory]:
    """Current memories, newest first; `before_id` continues after the last one of the page before."""
    actor.require("read")
    found = _listed(actor=actor, project=project, type=type, tag=tag, agent_id=agent_id)
    if before_id is not None:
        found = found.filter(pk__lt=before_id)
    return list(found.latest()[:limit])


def stale(*, actor: Actor, project: Project | None = None, limit: int = 20) -> list[Memory]:
    """Memories whose survival is below 0.1 and that were used fewer than 2 times, or past their review date."""
    actor.require("read")
    worn = Q(survival__lt=STALE_SURVIVAL, uses__lt=STALE_USES, pinned=False)
    overdue = Q(review_by__lt=RawSQL("current_date", []))
    found = _listed(actor=actor, project=project).annotate(survival=_survival())
    return list(found.filter(worn | overdue).order_by("survival", "pk").with_context()[:limit])


def _listed(
    *,
    actor: Actor,
    project: Project | None = None,
    type: str | None = None,
    tag: str | None = None,
    agent_id: str | None = None,
) -> MemoryQuerySet:
    found = Memory.objects.visible_to(actor).current().about(project)
    wanted = {"type": type, "agent__agent_id": agent_id, "tags__contains": [tag] if tag else None}
    return found.filter(**{name: value for name, value in wanted.items() if value})


def _survival() -> Coalesce:
    """The Weibull survival of decay.py as one SQL expression over the row's type and age."""
    cases = " ".join("WHEN %s THEN exp(-power(age.days / %s, %s))" for _ in LIFESPANS)
    parameters: list[object] = []
    for name, span in LIFESPANS.items():
        parameters += [name, span.scale_days, span.shape]
    expression = (
        f"(SELECT CASE memory_memory.type {cases} END FROM (SELECT greatest(extract(epoch FROM"
        " now() - memory_memory.occurred_at) / 86400, 0) AS days) AS age)"
    )
    return Coalesce(RawSQL(expression, parameters, output_field=FloatField()), 1.0)


def ids(memories: Sequence[Memory]) -> tuple[str, ...]:
    """Their public ids, in order."""
    return tuple(str(memory.uuid) for memory in memories)
