"""What a list is narrowed to, read from its address and written back into one."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar
from urllib.parse import urlencode

from django.http import QueryDict

from memory.access import Actor
from memory.errors import NotFound, Refused
from memory.models import Agent, Memory, Project, User
from memory.recall.choices import find_agent, find_person
from memory.recall.lists import Narrowing
from memory.recall.project_lookup import find_project

Row = TypeVar("Row")


@dataclass(frozen=True)
class Removal:
    """One filter that is set: what it says, and the address without it."""

    name: str
    value: str
    href: str


@dataclass(frozen=True)
class Filters:
    """A project, a person and an agent (None for all), a type and a branch ('' for all)."""

    project: Project | None = None
    type: str = ""
    person: User | None = None
    agent: Agent | None = None
    branch: str = ""

    @property
    def narrowed(self) -> bool:
        """Whether anything is filtered at all."""
        return self != Filters()

    @property
    def narrowing(self) -> Narrowing:
        """The same for a reading of memories."""
        return Narrowing(project=self.project, type=self.type, author=self.person, agent=self.agent, branch=self.branch)

    @property
    def removals(self) -> list[Removal]:
        """Each filter that is set, with the way out of it."""
        everything = Filters()
        said = {"project": self.project, "person": self.person, "agent": self.agent, "branch": self.branch}
        said["type"] = self.type
        return [
            Removal(name, str(value), replace(self, **{name: getattr(everything, name)}).query())
            for name, value in said.items()
            if value
        ]

    def with_type(self, type: str) -> "Filters":
        """The same but this type."""
        return replace(self, type=type)

    def query(self, **more: object) -> str:
        """The filters and `more` as a query string with its "?"; "?" alone when there is nothing to say."""
        pairs = {
            "project": self.project.identity if self.project else "",
            "person": self.person.username if self.person else "",
            "agent": self.agent.agent_id if self.agent else "",
            "type": self.type,
            "branch": self.branch,
            **more,
        }
        return "?" + urlencode({name: value for name, value in pairs.items() if value not in ("", None)})


@dataclass(frozen=True)
class TypeChoice:
    """One type to filter by (value '' means all): where choosing it leads, and whether it is chosen."""

    value: str
    label: str
    href: str
    chosen: bool


def read_filters(query: QueryDict, *, actor: Actor) -> Filters:
    """The filters of an address. Raises NotFound for what this team does not have, Refused for an unknown type."""
    kind = text(query, "type")
    if kind and kind not in Memory.Type.values:
        raise Refused("invalid", f"'{kind}' is not a type. Use one of {', '.join(Memory.Type.values)}.")
    return Filters(
        _named(query, "project", find_project, actor),
        kind,
        _named(query, "person", find_person, actor),
        _named(query, "agent", find_agent, actor),
        text(query, "branch"),
    )


def _named(query: QueryDict, name: str, find: Callable[..., Row | None], actor: Actor) -> Row | None:
    wanted = text(query, name)
    found = find(wanted, actor=actor) if wanted else None
    if wanted and found is None:
        raise NotFound(f"This team has no {name} '{wanted}'.")
    return found


def type_choices(filters: Filters, **more: object) -> list[TypeChoice]:
    """All types as links that keep the rest of the address."""
    choices = [("", "All"), *Memory.Type.choices]
    return [
        TypeChoice(value, label, filters.with_type(value).query(**more), value == filters.type)
        for value, label in choices
    ]


def text(query: QueryDict, name: str) -> str:
    """A parameter as text that a database takes."""
    return query.get(name, "").replace("\x00", " ").strip()


def number(query: QueryDict, name: str) -> int | None:
    """A parameter as a whole number, None when it is missing. Raises Refused for anything else."""
    given = text(query, name)
    if not given:
        return None
    if not (given.isascii() and given.isdecimal() and len(given) <= 18):
        raise Refused("invalid", f"'{name}' must be a whole number.")
    return int(given)
