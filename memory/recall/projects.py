"""The team's projects with what they hold, and what merging two of them would move."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, Max, OuterRef, Prefetch

from memory.access import Actor
from memory.errors import NotFound
from memory.models import (
    ApprovalRule,
    AuditEvent,
    CodingSession,
    Memory,
    MemoryProject,
    Message,
    Project,
    ProjectAlias,
    ToolCall,
)

# So many rows a merge remembers one by one, so that it can be taken apart again.
MOST_REMEMBERED = 10_000


@dataclass(frozen=True)
class ProjectLine:
    """A project as lists show it: what it knows now, its sessions, and when something last happened there."""

    project: Project
    memories: int
    sessions: int
    last_activity: datetime | None
    aliases: tuple[ProjectAlias, ...]


@dataclass(frozen=True)
class Moving:
    """What would go from `source` to `into`; `shared` memories belong to both already."""

    source: Project
    into: Project
    memories: int
    shared: int
    sessions: int
    messages: int
    calls: int
    aliases: int
    rules: int

    @property
    def reversible(self) -> bool:
        """Whether the merge can be taken apart again."""
        return self.memories + self.shared + self.sessions <= MOST_REMEMBERED


@dataclass(frozen=True)
class Merge:
    """A merge that was done, and whether it still stands and can be taken apart."""

    event: int
    at: datetime
    by: str
    memories: int
    sessions: int
    reversible: bool


def list_projects(*, actor: Actor) -> list[ProjectLine]:
    """All projects of the team by name, in a constant number of queries."""
    return _lines(_known(actor), actor=actor)


def find_line(number: int, *, actor: Actor) -> ProjectLine:
    """One project as `list_projects` has it. Raises NotFound."""
    return _lines([find_by_number(number, actor=actor)], actor=actor)[0]


def find_by_number(number: int, *, actor: Actor) -> Project:
    """A project by its key. Raises NotFound."""
    actor.authorize("search")
    found = _known(actor, pk=number) if number < 2**63 else []
    if not found:
        raise NotFound("This project does not exist.")
    return found[0]


def preview_merge(source: Project, into: Project, *, actor: Actor) -> Moving:
    """Count what a merge would move, as far as the actor sees it: others' private memories move along uncounted."""
    actor.authorize("projects")
    seen = Memory.objects.visible_to(actor).filter(pk=OuterRef("memory"))
    links = MemoryProject.objects.filter(Exists(seen), project=source)
    shared = links.filter(Exists(MemoryProject.objects.filter(project=into, memory=OuterRef("memory")))).count()
    return Moving(
        source,
        into,
        memories=links.count() - shared,
        shared=shared,
        **{name: rows.filter(project=source).count() for name, rows in _ROWS.items()},
    )


def merges_into(project: Project, *, actor: Actor) -> list[Merge]:
    """The last merges into a project, newest first; empty for those who may not merge."""
    if not actor.may("admin"):
        return []
    done = AuditEvent.objects.filter(team=actor.team, subject=f"project:{project.pk}", verb="merge_projects")
    taken = AuditEvent.objects.filter(team=actor.team, subject=f"project:{project.pk}", verb="take_projects_apart")
    apart = {event.detail.get("merge") for event in taken.only("detail")}
    found = done.select_related("actor").order_by("-pk")[:5]
    return [_merge(event, event.pk in apart) for event in found]


_ROWS = {
    "sessions": CodingSession.objects,
    "messages": Message.objects,
    "calls": ToolCall.objects,
    "aliases": ProjectAlias.objects,
    "rules": ApprovalRule.objects,
}


def _merge(event: AuditEvent, apart: bool) -> Merge:
    told = event.detail
    by = event.actor.username if event.actor else ""
    return Merge(event.pk, event.at, by, told["memories"], told["sessions"], reversible="moved" in told and not apart)


def _known(actor: Actor, **which: object) -> list[Project]:
    actor.authorize("search")
    aliases = Prefetch("aliases", ProjectAlias.objects.order_by("identity"))
    return list(Project.objects.filter(team=actor.team, **which).order_by("name", "pk").prefetch_related(aliases))


def _lines(projects: Sequence[Project], *, actor: Actor) -> list[ProjectLine]:
    keys = [project.pk for project in projects]
    known = dict(_counted(actor, keys))
    worked = {key: (count, last) for key, count, last in _worked(actor, keys)}
    return [_line(one, known.get(one.pk, 0), worked.get(one.pk)) for one in projects]


def _line(project: Project, memories: int, worked: tuple[int, datetime] | None) -> ProjectLine:
    sessions, last = worked or (0, None)
    return ProjectLine(project, memories, sessions, last, tuple(project.aliases.all()))


def _counted(actor: Actor, keys: list[int]) -> list[tuple[int, int]]:
    visible = Memory.objects.visible_to(actor).current().filter(projects__in=keys).order_by()
    return list(visible.values("projects").annotate(count=Count("pk")).values_list("projects", "count"))


def _worked(actor: Actor, keys: list[int]) -> list[tuple[int, int, datetime]]:
    sessions = CodingSession.objects.filter(team=actor.team, project__in=keys).order_by()
    told = sessions.values("project").annotate(count=Count("pk"), last=Max("last_event_at"))
    return list(told.values_list("project", "count", "last"))
