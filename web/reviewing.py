"""The review page: its filters, the buttons of an entry, and the details of the selected entry."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

from django.http import QueryDict

from memory.access import Actor
from memory.knowledge.queueing import KINDS
from memory.knowledge.review import Counts, Entry
from memory.models import Contradiction, Feedback, Memory
from memory.recall.evidence import Sighting, sightings
from memory.recall.review_context import voices
from web.filters import text
from web.word_diff import Run, word_diff

KIND_LABELS = {
    "quarantined": "Quarantine",
    "contradiction": "Contradictions",
    "disputed": "Called wrong",
    "draft": "Drafts",
    "unsigned": "Unsigned",
    "stale": "Stale",
    "low_confidence": "Guesses",
}
ONE = {
    "quarantined": "Quarantined",
    "contradiction": "Contradiction",
    "disputed": "Called wrong",
    "draft": "Draft",
    "unsigned": "Unsigned",
    "stale": "Stale",
    "low_confidence": "Guess",
}


@dataclass(frozen=True)
class Narrowing:
    """What the queue is narrowed to: a kind, whose turn (a username, `me`, `none`), and where its page begins."""

    kind: str = ""
    whose: str = ""
    cursor: str = ""

    def query(self, **more: object) -> str:
        """As a query string with its question mark; a changed kind or person begins at the start."""
        start = {} if more.keys() & {"kind", "whose"} else {"cursor": self.cursor}
        pairs = {"kind": self.kind, "whose": self.whose, **start, **more}
        return "?" + urlencode({name: value for name, value in pairs.items() if value not in ("", None)})


def read_narrowing(query: QueryDict) -> Narrowing:
    """From an address or a form; an unknown kind narrows nothing."""
    kind = text(query, "kind")
    return Narrowing(kind if kind in KINDS else "", text(query, "whose")[:150], text(query, "cursor")[:60])


@dataclass(frozen=True)
class Tab:
    """A kind of entry, its count, and its link."""

    label: str
    count: int
    href: str
    chosen: bool


def tabs(narrowing: Narrowing, counts: Counts) -> list[Tab]:
    """Everything, then each kind in the order of the queue."""
    kinds = [("", "All", counts.total), *((name, KIND_LABELS[name], counts.kinds.get(name, 0)) for name in KINDS)]
    return [Tab(label, count, narrowing.query(kind=name), narrowing.kind == name) for name, label, count in kinds]


@dataclass(frozen=True)
class Row:
    """An entry of the list and the address that selects it."""

    entry: Entry
    href: str
    label: str


def rows(narrowing: Narrowing, entries: Sequence[Entry]) -> list[Row]:
    """The list beside the focus."""
    return [Row(entry, narrowing.query(entry=entry.id), ONE[entry.kind]) for entry in entries]


@dataclass(frozen=True)
class Choice:
    """One button: its action, its label and its key."""

    verb: str
    label: str
    key: str
    weight: str = ""


_JUDGE = (Choice("approve", "Approve", "a", "primary"), Choice("reject", "Reject", "r"))
_CHOICES = {
    "quarantined": (Choice("approve", "Approve", "a"), Choice("reject", "Reject", "r", "primary")),
    "disputed": _JUDGE,
    "draft": _JUDGE,
    "unsigned": (Choice("confirm", "Still valid", "a", "primary"), Choice("forget", "Forget", "r")),
    "stale": (Choice("confirm", "Still valid", "a", "primary"), Choice("forget", "Forget", "r")),
    "low_confidence": (Choice("confirm", "Confirm the type", "a", "primary"), Choice("forget", "Forget", "r")),
    "contradiction": (
        Choice("supersede", "Keep the newer", "1", "primary"),
        Choice("both_valid", "Both are valid", "3"),
        Choice("dismiss", "No contradiction", "4"),
    ),
}
# One verb for many, by kind of the list: the primary one and what turns down.
BULK = {kind: choices for kind, choices in _CHOICES.items() if kind != "contradiction"}
BULK_OF_ALL = (Choice("approve", "Approve", "", "primary"), Choice("reject", "Reject", ""))


@dataclass(frozen=True)
class Believed:
    """One memory in focus with what it rests on; of a pair also its text in pieces and what of it contradicts."""

    memory: Memory
    evidence: Sequence[Sighting]
    pieces: Sequence[Run] = ()
    says: str = ""


@dataclass(frozen=True)
class Focus:
    """The entry that is to be decided now, with its buttons and its evidence; `following` is the entry after it."""

    entry: Entry
    label: str
    choices: Sequence[Choice]
    sides: Sequence[Believed]
    following: str = ""
    voices: Sequence[Feedback] = ()
    types: Sequence[tuple[str, str]] = field(default_factory=tuple)

    @property
    def pair(self) -> Contradiction | None:
        """The contradiction, where it is one."""
        return self.entry.subject if isinstance(self.entry.subject, Contradiction) else None

    @property
    def memory(self) -> Memory | None:
        """The memory, where it is one."""
        return self.entry.subject if isinstance(self.entry.subject, Memory) else None

    @property
    def text(self) -> str:
        """What an edit begins with: the memory's text, or both statements of a pair."""
        return "\n".join(side.memory.content for side in self.sides)

    @property
    def editable(self) -> bool:
        """Whether it can be corrected; what is quarantined stands as it is, or goes."""
        return self.entry.kind != "quarantined"


def focus_on(entry: Entry, *, following: str, actor: Actor) -> Focus:
    """All that is needed to decide about an entry; a constant number of queries for each kind."""
    kind, subject = entry.kind, entry.subject
    sides = _pair(subject, actor) if isinstance(subject, Contradiction) else (_alone(subject, actor),)
    said = voices(subject, actor=actor) if isinstance(subject, Memory) and kind == "disputed" else ()
    types = Memory.Type.choices if kind == "low_confidence" else ()
    return Focus(entry, ONE[kind], _CHOICES[kind], sides, following, said, types)


def _alone(memory: Memory, actor: Actor) -> Believed:
    return Believed(memory, sightings(memory, actor=actor))


def _pair(pair: Contradiction, actor: Actor) -> tuple[Believed, Believed]:
    older, newer = word_diff(pair.older.content, pair.newer.content)
    return (
        Believed(pair.older, sightings(pair.older, actor=actor), older, pair.older_says),
        Believed(pair.newer, sightings(pair.newer, actor=actor), newer, pair.newer_says),
    )
