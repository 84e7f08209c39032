"""Which memories the sums are over: what the reader may see, of one project or of all."""

from memory.access import Actor
from memory.models import Memory, MemoryProject, Project
from memory.models.memories import MemoryQuerySet

# What was known at some time: no drafts, nothing rejected, forgotten or under suspicion.
LEARNED = (*Memory.CURRENT, Memory.Status.SUPERSEDED)


def memories_of(actor: Actor, project: Project | None) -> MemoryQuerySet:
    """Memories that the actor sees; with `project` those that belong to it, so that the projects' sums add up."""
    visible = Memory.objects.visible_to(actor)
    if project is None:
        return visible
    return visible.filter(pk__in=MemoryProject.objects.filter(project=project).values("memory"))
