"""A memory on its way back from a file, and the rows that it becomes."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.utils import timezone

from memory import audit
from memory.access import Actor
from memory.adapters.embedder import Embedding
from memory.errors import Refused
from memory.exchange.import_report import Receipt
from memory.exchange.memory_record import COPIED, Card
from memory.exchange.people import People
from memory.exchange.voices import Remark, Voice, store_comments, store_feedback
from memory.knowledge.save import as_columns
from memory.models import CodingSession, Evidence, Memory, MemoryProject, Project, Team, Turn
from memory.rules import poisoning, redaction, steering

# Longer than any fact; Postgres would index no word of a book.
LONGEST = 32_000


@dataclass(frozen=True)
class Rest:
    """One thing that a memory rests on; without a branch of its own it has its session's."""

    source: str
    at: datetime
    session: CodingSession | None = None
    turn: Turn | None = None
    excerpt: str = ""
    author: str = ""
    tools: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    branch: str | None = None
    commit: str = ""
    observation: int | None = None


@dataclass(frozen=True)
class Entry:
    """A memory on its way back: its clean words, its card, its projects, its evidence, and what people said of it."""

    content: str
    card: Card
    projects: tuple[Project, ...]
    rests: tuple[Rest, ...]
    voices: tuple[Voice, ...] = ()
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True)
class Placed:
    """An entry with the id, the author and the embedding that its row gets."""

    entry: Entry
    id: uuid.UUID
    author: Actor
    embedding: Embedding | None = field(default=None, repr=False)


def checked(content: str) -> str:
    """`content` if it may be stored. Raises Refused with the reason as its code."""
    if not content.strip():
        raise Refused("empty", "There are no words.")
    if len(content) > LONGEST:
        raise Refused("too_long", f"A memory has at most {LONGEST} characters.")
    if redaction.live_credential(content):
        raise Refused("secret", "This holds what looks like a live credential.")
    return content


def insert_all(placed: Sequence[Placed], people: People, receipt: Receipt) -> list[Memory]:
    """The rows with all that their cards say, projects, evidence, feedback, comments and audit; in the same order.

    A statement a table, in a scope that sees private rows. What reads like an order to an agent is quarantined
    whatever the card says. The caller counts the words.
    """
    made = Memory.objects.bulk_create([_row(one, people, receipt) for one in placed])
    pairs = list(zip(made, placed, strict=True))
    team = people.importer.team
    MemoryProject.objects.bulk_create(
        MemoryProject(team=team, memory=memory, project=project)
        for memory, one in pairs
        for project in one.entry.projects
    )
    Evidence.objects.bulk_create(
        _evidence(memory, rest, people, one.author) for memory, one in pairs for rest in one.entry.rests
    )
    store_feedback([(memory, voice) for memory, one in pairs for voice in one.entry.voices], people, receipt)
    store_comments([(memory, remark) for memory, one in pairs for remark in one.entry.remarks], people, receipt)
    audit.record_all(
        "import", [(f"memory:{memory.uuid}", {"type": memory.type}) for memory in made], actor=people.importer
    )
    receipt.memories += len(made)
    receipt.quarantined += sum(memory.status == Memory.Status.QUARANTINED for memory in made)
    return made


def _row(one: Placed, people: People, receipt: Receipt) -> Memory:
    return Memory(uuid=one.id, **as_columns(one.embedding), **_fields(one.entry, people, one.author, receipt))


def _fields(entry: Entry, people: People, author: Actor, receipt: Receipt) -> dict[str, object]:
    card = entry.card
    copied = {name: getattr(card, name) for name in COPIED}
    copied["created_at"] = min(card.created_at or timezone.now(), timezone.now())
    if not people.vouches:
        receipt.left_out.update(_take_back(copied, author.team))
        # Anybody can write a file: what steers in it is nobody's words yet.
        if not card.unsigned and steering.steers(entry.content):
            copied["unsigned"] = True
            receipt.left_out["signature"] += 1
    suspicious = poisoning.instruction_like(entry.content)
    if suspicious and card.status in Memory.LIVE:
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


# What only a curator says of a memory, and what it is without that.
_VOUCHED: dict[str, object] = {"pinned": False, "confirmed_at": None, "basis": ""}
_CAPTURED = (Memory.Source.CAPTURED, Memory.Source.IMPORTED)


def _take_back(copied: dict[str, object], team: Team) -> list[str]:
    """Take from a row what its importer may not say; answers the kinds of it."""
    kinds = [name for name, without in _VOUCHED.items() if copied[name] != without]
    copied |= {name: _VOUCHED[name] for name in kinds}
    drafts = team.capture_policy == Team.CapturePolicy.DRAFT and copied["source"] in _CAPTURED
    if drafts and copied["status"] in Memory.CURRENT:
        copied["status"] = Memory.Status.DRAFT
        kinds.append("approval")
    return kinds


def _evidence(memory: Memory, rest: Rest, people: People, author: Actor) -> Evidence:
    given = {name: getattr(rest, name) for name in ("source", "at", "session", "turn", "excerpt", "commit")}
    return Evidence(
        **given,
        team=author.team,
        memory=memory,
        author=people.author(rest.author).user if rest.author else author.user,
        tools=list(rest.tools),
        files=list(rest.files),
        branch=rest.branch if rest.branch is not None else rest.session.branch if rest.session else "",
        observation_id=rest.observation,
    )
