"""What the insights are asked for, read from the address and written back: how many weeks, of which project."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode

from django.http import HttpRequest, QueryDict

from memory.access import Actor
from memory.errors import NotFound, Refused
from memory.models import Project
from memory.recall.insights.period import Period, last_weeks
from memory.recall.project_lookup import find_project
from web.access import actor_of
from web.filters import text

SPANS = {4: "4 weeks", 12: "12 weeks", 52: "A year"}
USUAL = 12


@dataclass(frozen=True)
class Span:
    """One choice of time: where it leads, and whether it is the one."""

    label: str
    href: str
    chosen: bool


@dataclass(frozen=True)
class Asked:
    """Who asks, for which stretch of time, about which project (None: all)."""

    actor: Actor
    period: Period
    project: Project | None

    @property
    def weeks(self) -> int:
        """How many weeks."""
        return len(self.period.weeks)

    @property
    def during(self) -> str:
        """The stretch of time within a sentence."""
        return "a year" if self.weeks == 52 else f"{self.weeks} weeks"

    @cached_property
    def projects(self) -> Sequence[Project]:
        """The projects to choose from."""
        return list(Project.objects.filter(team=self.actor.team).order_by("name"))

    @property
    def spans(self) -> list[Span]:
        """The stretches of time to choose from."""
        return [Span(label, self.query(weeks=count), count == self.weeks) for count, label in SPANS.items()]

    def query(self, *, weeks: int = 0) -> str:
        """The choices as a query string; "?" alone where they are the usual ones."""
        wanted = weeks or self.weeks
        pairs = {
            "weeks": "" if wanted == USUAL else str(wanted),
            "project": self.project.identity if self.project else "",
        }
        return "?" + urlencode({name: value for name, value in pairs.items() if value})


def asked(request: HttpRequest) -> Asked:
    """The choices of an address. Raises NotFound for an unknown project, Refused for another stretch of time."""
    actor = actor_of(request)
    return Asked(actor, last_weeks(_weeks(request.GET)), _project(request.GET, actor))


def _weeks(query: QueryDict) -> int:
    given = text(query, "weeks") or str(USUAL)
    if given not in map(str, SPANS):
        raise Refused("invalid", f"'weeks' is one of {', '.join(map(str, SPANS))}.")
    return int(given)


def _project(query: QueryDict, actor: Actor) -> Project | None:
    name = text(query, "project")
    project = find_project(name, actor=actor)
    if name and project is None:
        raise NotFound(f"There is no project '{name}' in this team.")
    return project
