"""Which projects the team knows something about, beside how much it works in them."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Q

from memory.access import Actor
from memory.models import CodingSession, Memory, Project
from memory.recall.insights.period import Period

MOST = 50


@dataclass(frozen=True)
class ProjectCoverage:
    """A project, what is known of it now, its sessions in the period, and when something last happened in it."""

    project: Project
    memories: int
    sessions: int
    last_session: datetime | None


@dataclass(frozen=True)
class Coverage:
    """The projects of which most is known, how many more there are, and the memories that belong to no single one."""

    projects: tuple[ProjectCoverage, ...]
    more: int
    of_team: int


def coverage(*, actor: Actor, period: Period, project: Project | None = None) -> Coverage:
    """All projects of the team, or the one. Three queries."""
    actor.authorize("search")
    current = Memory.objects.visible_to(actor).current().order_by()
    memories = dict(current.values("projects").annotate(count=Count("pk")).values_list("projects", "count"))
    sessions = _sessions(actor, period)
    wanted = Project.objects.filter(team=actor.team, **({"pk": project.pk} if project else {})).order_by("name")
    rows = [ProjectCoverage(row, memories.get(row.pk, 0), *sessions.get(row.pk, (0, None))) for row in wanted]
    rows.sort(key=lambda row: -row.memories)
    return Coverage(tuple(rows[:MOST]), len(rows[MOST:]), memories.get(None, 0))


def _sessions(actor: Actor, period: Period) -> dict[int, tuple[int, datetime | None]]:
    """For each project its sessions in the period, and the moment of the last one at all."""
    rows = CodingSession.objects.filter(team=actor.team).order_by().values("project")
    recent = Count("pk", filter=Q(last_event_at__gte=period.since))
    return {
        row["project"]: (row["recent"], row["last"]) for row in rows.annotate(recent=recent, last=Max("last_event_at"))
    }
