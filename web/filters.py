"""What a list is narrowed to, read from its address and written back into one."""

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.http import QueryDict

from memory.access import Actor
from memory.capture.projects import find_project
from memory.errors import NotFound, Refused
from memory.models import Memory, Project


@dataclass(frozen=True)
class Filters:
    """A project (None for all) and a type ('' for all)."""

    project: Project | None = None
    type: str = ""

    @property
    def narrowed(self) -> bool:
        """Whether anything is filtered at all."""
        return bool(self.project or self.type)

    def without_type(self) -> "Filters":
        """The same project, all types."""
        return replace(self, type="")

    def with_type(self, type: str) -> "Filters":
        """The same project, this type."""
        return replace(self, type=type)

    def query(self, **more: object) -> str:
        """The filters and `more` as a query string with its "?"; "?" alone when there is nothing to say."""
        project = self.project.identity if self.project else ""
        pairs = {"project": project, "type": self.type, **more}
        return "?" + urlencode({name: value for name, value in pairs.items() if value not in ("", None)})


@dataclass(frozen=True)
class TypeChoice:
    """One type to filter by (value '' means all): where choosing it leads, and whether it is chosen."""

    value: str
    label: str
    href: str
    chosen: bool


def read_filters(query: QueryDict, *, actor: Actor) -> Filters:
    """The filters of an address. Raises NotFound for an unknown project, Refused for an unknown type."""
    name, kind = text(query, "project"), text(query, "type")
    project = find_project(name, actor=actor) if name else None
    if name and project is None:
        raise NotFound(f"There is no project '{name}' in this team.")
    if kind and kind not in Memory.Type.values:
        raise Refused("invalid", f"'{kind}' is no type; use one of {', '.join(Memory.Type.values)}.")
    return Filters(project, kind)


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
