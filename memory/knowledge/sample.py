"""The sample project that fills the first page: marked when it is loaded, gone without a trace in one click."""

from django.db import transaction

from memory import access, audit
from memory.access import Actor
from memory.knowledge.lifecycle import approve
from memory.models import CodingSession, Memory, Project


def mark_sample(project: Project, *, actor: Actor) -> None:
    """Mark a project as the sample, so that pages can offer to remove it."""
    actor.authorize("projects")
    Project.objects.filter(pk=project.pk).update(is_sample=True)


def review_sample(project: Project, *, actor: Actor) -> int:
    """Approve the sample's drafts, as the lead of its story does: the one who loads it; returns how many that were."""
    actor.authorize("review")
    drafts = Memory.objects.visible_to(actor).filter(projects=project, status=Memory.Status.DRAFT)
    refs = [str(uuid) for uuid in drafts.order_by("pk").values_list("uuid", flat=True)]
    for ref in refs:
        approve(ref, actor=actor)
    return len(refs)


@transaction.atomic
def remove_sample(*, actor: Actor) -> int:
    """Delete the sample project and everything that rests on it alone; returns how many memories went."""
    actor.authorize("review")
    # What others observed or said there goes too, and they alone see it.
    with access.scope(team=actor.team, user=actor.user, system=True):
        return _remove(actor)


def _remove(actor: Actor) -> int:
    samples = Project.objects.filter(team=actor.team, is_sample=True)
    elsewhere = Memory.objects.filter(projects__in=samples).filter(projects__in=Project.objects.exclude(is_sample=True))
    memories = Memory.objects.filter(projects__in=samples).exclude(pk__in=elsewhere.values("pk"))
    removed = memories.distinct().count()
    Memory.objects.filter(pk__in=list(memories.values_list("pk", flat=True))).delete()
    CodingSession.objects.filter(project__in=samples).delete()
    samples.delete()
    audit.record("remove_sample", "project:sample", actor=actor, memories=removed)
    return removed
