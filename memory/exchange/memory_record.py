"""What a memory is beside its words: the keys that a file carries with it, and reads back with care."""

import json
import re
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, date, datetime
from typing import TypeVar

from django.utils.dateparse import parse_date, parse_datetime

from memory.capture.event_validation import clean_key, clean_text
from memory.errors import Refused
from memory.models import Memory, Project
from memory.rules.paths import anchors

# What would end a comment or a line, as JSON says it.
_RISKY = re.compile("[<>\x7f-\x9f\u2028\u2029]|(?<=-)-")
_COMMENT = re.compile(r"^\s*<!-- cairn:(?P<kind>[a-z]+) (?P<json>\{.*\}) -->\s*$")
_MANY = 200
Keys = dict[str, object]
T = TypeVar("T")
_YEARS = range(1970, 2200)


class Unreadable(ValueError):
    """A value that cannot be read; the message says what is expected, and never what was there."""


@dataclass(frozen=True)
class Card:
    """One memory without its words. What equals its default is not written.

    `projects` are identities, None for the project of the file; `supersedes` are ids, `supersedes_at` says when each
    was replaced; `said` is the source of its evidence; `log` is what the turn's summary says in its place: None the
    same words, "" nothing.
    """

    id: uuid.UUID
    type: str
    at: datetime
    by: str = ""
    agent: str = ""
    status: str = Memory.Status.ACTIVE
    visibility: str = Memory.Visibility.TEAM
    source: str = Memory.Source.CAPTURED
    tags: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    projects: tuple[str, ...] | None = None
    pinned: bool = False
    unsigned: bool = False
    review_by: date | None = None
    confidence: float = 1.0
    trust: float = 1.0
    reason: str = ""
    supersedes: tuple[str, ...] = ()
    said: str = "assistant"
    log: str | None = None
    content: str = ""
    cue: str = ""
    distiller: str = ""
    corroborations: int = 0
    uses: int = 0
    basis: str = ""
    created_at: datetime | None = None
    status_changed_at: datetime | None = None
    status_before: str = ""
    first_used_at: datetime | None = None
    last_used_at: datetime | None = None
    confirmed_at: datetime | None = None
    file_changes: int = 0
    supersedes_at: tuple[datetime, ...] = ()


# What an archive keeps and a readable log leaves out.
_STATISTICS = (
    *("cue", "distiller", "corroborations", "uses", "basis", "created_at", "status_changed_at", "status_before"),
    *("first_used_at", "last_used_at", "confirmed_at", "file_changes"),
)
_LEFT_OUT = (*_STATISTICS, "supersedes_at")


def card_of(memory: Memory, *, home: Project | None, said: str = "assistant", lineage: bool = False) -> Card:
    """The card of a memory (loaded `with_context`) in the folder of `home`; `lineage` names what it replaced."""
    projects = tuple(sorted(project.identity for project in memory.projects.all()))
    same = projects == ((home.identity,) if home else ())
    copied = {name: getattr(memory, name) for name in COPIED}
    links = list(memory.replaced.all()) if lineage else []
    return Card(
        **copied,
        id=memory.uuid,
        at=memory.occurred_at,
        by=memory.author.username if memory.author else "",
        agent=memory.agent.agent_id if memory.agent else "",
        tags=tuple(memory.tags),
        files=tuple(memory.files),
        projects=None if same else projects,
        supersedes=tuple(str(link.older.uuid) for link in links),
        supersedes_at=tuple(link.at for link in links),
        said=said,
    )


# What a card and a memory's row have under the same name.
COPIED = (
    *("type", "status", "visibility", "source", "pinned", "unsigned", "review_by", "confidence", "trust", "reason"),
    *_STATISTICS,
)


def as_keys(card: Card, *, statistics: bool = False) -> Keys:
    """The card as JSON has it, without what equals its default."""
    left_out = () if statistics else _LEFT_OUT
    told = {field.name: getattr(card, field.name) for field in fields(Card) if field.name not in left_out}
    defaults = {field.name: field.default for field in fields(Card)}
    return {name: _plain(value) for name, value in told.items() if value != defaults[name]}


def comment(kind: str, keys: Keys) -> str:
    """`<!-- cairn:kind {…} -->` on one line; no text inside can end it."""
    said = json.dumps(keys, ensure_ascii=False, separators=(",", ":"), default=_plain)
    safe = _RISKY.sub(lambda found: f"\\u{ord(found[0]):04x}", said)
    return f"<!-- cairn:{kind} {safe} -->"


def read_comment(line: str) -> tuple[str, Keys | None] | None:
    """The kind and keys of a line that is such a comment (keys None when they are no JSON object), else None."""
    found = _COMMENT.match(line)
    if not found:
        return None
    try:
        keys = json.loads(found["json"])
    except (ValueError, RecursionError):
        keys = None
    return found["kind"], keys if isinstance(keys, dict) else None


def read_card(keys: Keys) -> Card:
    """The card that a file carries; texts come out redacted and storable, unknown keys do not matter.

    Raises Refused("malformed_card") where a key has no sense or is missing.
    """
    code = "malformed_card"
    read = {name: read_key(keys, name, _READERS[name], code=code) for name in _READERS if keys.get(name) is not None}
    for name in ("id", "type", "at"):
        if name not in read:
            raise Refused(code, f"The key '{name}' cannot be read: it is missing.")
    return Card(**read)  # type: ignore[arg-type]


def read_key(keys: Keys, name: str, reader: Callable[[object], T], *, code: str = "malformed") -> T:
    """One key, read. Raises Refused with `code`, which names the key and never quotes what it holds."""
    try:
        return reader(keys.get(name))
    except (TypeError, ValueError, OverflowError) as error:
        why = str(error) if isinstance(error, Unreadable) else "it has another form than this key has"
        raise Refused(code, f"The key '{name}' cannot be read: {why}.") from None


def moment(value: object) -> datetime:
    """An ISO moment with a zone, in UTC. Raises ValueError for anything else."""
    read = parse_datetime(value) if isinstance(value, str) else None
    if read is None or read.tzinfo is None or read.year not in _YEARS:
        raise Unreadable("a moment with its zone is expected, like 2026-02-09T14:30:00+00:00")
    return read.astimezone(UTC)


def words(value: object, longest: int = 400) -> str:
    """A text, redacted and storable. Raises ValueError for anything else."""
    if not isinstance(value, str):
        raise Unreadable("a text is expected")
    return clean_text(value, {})[:longest]


def agent_id(value: object) -> str:
    """An agent's name as capture stores it. Raises ValueError for anything else than a text."""
    if not isinstance(value, str):
        raise Unreadable("a text is expected")
    return clean_key(value)[:100]


def _plain(value: object) -> object:
    if isinstance(value, datetime | date):
        return value.isoformat()
    return str(value) if isinstance(value, uuid.UUID) else value


def _several(longest: int) -> Callable[[object], tuple[str, ...]]:
    def read(value: object) -> tuple[str, ...]:
        if not isinstance(value, list | tuple):
            raise Unreadable("a list of texts is expected")
        return tuple(words(item, longest) for item in value[:_MANY])

    return read


def one_of(choices: Sequence[str]) -> Callable[[object], str]:
    """A reader of one of these words, which raises ValueError for any other."""

    def read(value: object) -> str:
        if value not in choices:
            raise Unreadable(f"one of {', '.join(choices)} is expected")
        return str(value)

    return read


def share(value: object) -> float:
    """A number from 0 to 1. Raises ValueError or TypeError for anything else."""
    share = float(value)  # type: ignore[arg-type]
    if not 0 <= share <= 1:
        raise Unreadable("a number from 0 to 1 is expected")
    return share


def _id(value: object) -> uuid.UUID:
    try:
        return uuid.UUID(str(value))
    except ValueError:
        raise Unreadable("a UUID is expected") from None


def _moments(value: object) -> tuple[datetime, ...]:
    if not isinstance(value, list):
        raise Unreadable("a list of moments is expected")
    return tuple(moment(item) for item in value[:_MANY])


def _count(value: object) -> int:
    return min(max(int(value), 0), 2**31 - 1)  # type: ignore[call-overload]


def _day(value: object) -> date:
    read = parse_date(str(value))
    if read is None:
        raise Unreadable("a day is expected, like 2026-02-09")
    return read


_READERS: dict[str, Callable[[object], object]] = {
    "id": _id,
    "type": one_of(Memory.Type.values),
    "at": moment,
    "by": words,
    "agent": agent_id,
    "status": one_of(Memory.Status.values),
    "visibility": one_of(Memory.Visibility.values),
    "source": one_of(Memory.Source.values),
    "tags": _several(50),
    "files": lambda value: anchors(_several(1000)(value)),
    "projects": _several(400),
    "pinned": bool,
    "unsigned": bool,
    "review_by": _day,
    "confidence": share,
    "trust": share,
    "reason": lambda value: words(value, 200),
    "supersedes": lambda value: tuple(ref.lower() for ref in _several(36)(value)),
    "said": lambda value: words(value, 20),
    "log": lambda value: words(value, 4000),
    "content": lambda value: words(value, 100_000),
    "cue": lambda value: words(value, 200),
    "distiller": lambda value: words(value, 40),
    "corroborations": _count,
    "uses": _count,
    "basis": one_of(("", *Memory.Basis.values)),
    "created_at": moment,
    "status_changed_at": moment,
    "status_before": one_of(("", *Memory.Status.values)),
    "first_used_at": moment,
    "last_used_at": moment,
    "confirmed_at": moment,
    "file_changes": _count,
    "supersedes_at": _moments,
}
