"""A memory on its way back from a file, and the rows that it becomes."""

from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction

from memory import access, audit
from memory.access import Actor
from memory.errors import Refused
from memory.exchange.card import COPIED, Card
from memory.exchange.people import People
from memory.models import CodingSession, Evidence, Memory, MemoryProject, Project, Turn
from memory.rules import poisoning, redaction

Vector = tuple[float, ...] | None
# Longer than any fact; Postgres would index no word of a book.
LONGEST = 32_000


@dataclass(frozen=True)
class Rest:
    """One thing that a memory rests on."""

    source: str
    at: datetime
    session: CodingSession | None = None
    turn: Turn | None = None
    excerpt: str = ""
    author: str = ""
    tools: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    branch: str = ""
    commit: str = ""


@dataclass(frozen=True)
class Entry:
    """A memory on its way back: its clean words, its card, its projects and evidence (at least one)."""

    content: str
    card: Card
    projects: tuple[Project, ...]
    rests: tuple[Rest, ...]


def checked(content: str) -> str:
    """`content` if it may be stored. Raises Refused with the reason as its code."""
    if not content.strip():
        raise Refused("empty", "There are no words.")
    if len(content) > LONGEST:
        raise Refused("too_long", f"A memory has at most {LONGEST} characters.")
    if redaction.live_credential(content):
        raise Refused("secret", "This holds what looks like a live credential.")
    return content


def insert(entry: Entry, people: People, *, author: Actor, vector: Vector, model: str) -> Memory:
    """The row with all that its card says, under its own id if no team has that, its projects, evidence and audit.

    What reads like an order to an agent is quarantined whatever the card says. The caller counts the words.
    """
    row = _fields(entry, people, author)
    if vector:
        row |= {"embedding": list(vector), "embedding_model": model}
    try:
        with transaction.atomic():
            memory = Memory.objects.create(uuid=entry.card.id, **row)
    except IntegrityError:
        memory = Memory.objects.create(**row)
    links = [MemoryProject(team=author.team, memory=memory, project=project) for project in entry.projects]
    MemoryProject.objects.bulk_create(links)
    Evidence.objects.bulk_create(_evidence(memory, rest, people, author) for rest in entry.rests)
    # Nobody's scope writes down the deed of somebody else.
    with nullcontext() if author is people.importer else access.acting(people.importer):
        audit.record("import", f"memory:{memory.uuid}", actor=people.importer, type=memory.type)
    return memory


def _fields(entry: Entry, people: People, author: Actor) -> dict[str, object]:
    card = entry.card
    copied = {name: getattr(card, name) for name in COPIED}
    suspicious = poisoning.instruction_like(entry.content)
    if suspicious and card.status in (*Memory.CURRENT, Memory.Status.DRAFT):
        copied |= {"status": Memory.Status.QUARANTINED, "reason": suspicious}
    return {
        **copied,
        "team": author.team,
        "author": author.user,
        "agent": people.agent(card.agent, author=author),
        "content": entry.content,
        "occurred_at": card.at,
        "tags": list(card.tags),
        "files": list(card.files),
    }


def _evidence(memory: Memory, rest: Rest, people: People, author: Actor) -> Evidence:
    given = {name: getattr(rest, name) for name in ("source", "at", "session", "turn", "excerpt", "commit")}
    return Evidence(
        **given,
        team=author.team,
        memory=memory,
        author=people.author(rest.author).user if rest.author else author.user,
        tools=list(rest.tools),
        files=list(rest.files),
        branch=rest.branch or (rest.session.branch if rest.session else ""),
    )
