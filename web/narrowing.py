"""How the search page is addressed: a question with what it is narrowed to, and the links that narrow it further."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import QueryDict

from memory.access import Actor
from memory.errors import Refused
from memory.models import Memory
from memory.recall.facets import Chosen, Facet, Value
from web.filters import Filters, number, read_filters, text

LONGEST_QUESTION = 2000
# Whoever pages further wants a better question, and every page costs the ranking of all before it.
_DEEPEST = 400
_CONVERSATIONS = "conversations"
_FILTERS = ("project", "person", "agent", "type", "branch", "status")
_SEARCHED = (*Memory.CURRENT, Memory.Status.DRAFT)
_ORDER = (*_FILTERS, "q", "in", "offset")


@dataclass(frozen=True)
class Asked:
    """What somebody looks for, in memories or in conversations."""

    question: str
    filters: Filters
    status: str
    in_conversations: bool
    offset: int

    @property
    def chosen(self) -> Chosen:
        """The same for the facets."""
        given = self.filters
        return Chosen(
            given.project,
            given.type,
            given.person.username if given.person else "",
            given.agent.agent_id if given.agent else "",
            given.branch,
            self.status,
        )

    @property
    def narrowing(self) -> dict[str, str]:
        """Everything but the question, as the parameters of an address."""
        chosen = self.chosen
        named = {name: getattr(chosen, name) for name in _FILTERS[1:]}
        project = {"project": chosen.project.identity} if chosen.project else {}
        tab = {"in": _CONVERSATIONS} if self.in_conversations else {}
        return {name: value for name, value in {**project, **named, **tab}.items() if value}

    def address(self, **changes: object) -> str:
        """This search as a query string with its "?", with some parameters changed ("" takes one away)."""
        pairs = {**self.narrowing, "q": self.question, **changes}
        # Always in the same order, so that one search has one address.
        ordered = sorted(pairs.items(), key=lambda pair: _ORDER.index(pair[0]))
        return "?" + urlencode({name: value for name, value in ordered if value not in ("", None)})

    @property
    def here(self) -> str:
        """Its own address, from the first page on."""
        return self.address()

    @property
    def in_drafts(self) -> bool:
        """Whether it looks in drafts."""
        return self.chosen.drafts and not self.in_conversations

    @property
    def is_narrowed(self) -> bool:
        """Whether anything but where it looks is chosen."""
        return self.chosen.any and self.chosen != Chosen(status=Memory.Status.DRAFT)

    @property
    def everything(self) -> str:
        """The same question there, narrowed to nothing."""
        return self.address(**dict.fromkeys(_FILTERS, "") | ({"status": self.status} if self.in_drafts else {}))

    @property
    def all_types(self) -> str:
        """The same question in all types."""
        return self.address(type="")

    @property
    def memories(self) -> str:
        """The same question to the memories that are known."""
        return self.address(**{"in": ""} | ({"status": ""} if self.chosen.drafts else {}))

    @property
    def drafts(self) -> str:
        """The same question to the drafts."""
        return self.address(**{"in": "", "status": Memory.Status.DRAFT})

    @property
    def conversations(self) -> str:
        """The same question to the conversations, which know of projects only."""
        return self.address(**{**dict.fromkeys(_FILTERS[1:], ""), "in": _CONVERSATIONS})


@dataclass(frozen=True)
class Link:
    """A facet's value with the address that chooses it, or that gives it up where it is chosen."""

    value: Value
    href: str


@dataclass(frozen=True)
class Links:
    """A facet, its links, and the way to all of its values where one is chosen ("" where none is)."""

    facet: Facet
    links: tuple[Link, ...]
    all: str


def read_asked(query: QueryDict, *, actor: Actor) -> Asked:
    """What an address asks. Raises NotFound and Refused as `read_filters` does, and Refused for another status."""
    status = text(query, "status")
    if status and status not in _SEARCHED:
        raise Refused("invalid", f"'{status[:40]}' cannot be searched. Use one of {', '.join(_SEARCHED)}.")
    return Asked(
        " ".join(text(query, "q")[:LONGEST_QUESTION].split()),
        read_filters(query, actor=actor),
        status,
        text(query, "in") == _CONVERSATIONS,
        min(number(query, "offset") or 0, _DEEPEST),
    )


def linked(facets: Sequence[Facet], asked: Asked) -> list[Links]:
    """The facets as links that keep the rest of the address."""
    return [_linked(facet, asked) for facet in facets]


def _linked(facet: Facet, asked: Asked) -> Links:
    links = tuple(
        Link(value, asked.address(**{facet.name: "" if value.chosen else value.value})) for value in facet.values
    )
    chosen = any(value.chosen for value in facet.values)
    return Links(facet, links, asked.address(**{facet.name: ""}) if chosen else "")
