"""What a request may name: the same words for rows that are there, rows that are hidden, and rows that are not."""

import uuid
from dataclasses import dataclass

from django.utils import timezone

from memory.models import Team, User

# Found in every text, id and number of team acme, and in nothing else.
SHARED_MARKS = ("quern", "5eed0000", "70000000")
# Found in every text, id and number of what is alice's alone.
PRIVATE_MARKS = ("obsidian", "0b51d1a0", "71000000")
DAY = "2026-03-19"


@dataclass(frozen=True)
class Refs:
    """Names of one kind of rows: `uuids` and `numbers` are where their ids begin, `word` is in all their texts."""

    word: str
    uuids: str
    numbers: int
    # Sessions, projects and people have no privacy; a private memory lies among the team's own.
    around: "Refs | None" = None

    def uuid(self, number: int) -> uuid.UUID:
        """The id of the memory with this number."""
        return uuid.UUID(f"{self.uuids}-{number:04x}-4000-8000-000000000000")

    def pk(self, number: int) -> int:
        """The key of a row with this number."""
        return self.numbers + number

    def text(self, about: str) -> str:
        """A name that a client or a person gave."""
        home = self.around or self
        return f"{home.word}-{about}"

    @property
    def project(self) -> str:
        """A project's identity."""
        return f"github.com/{self.text('mill')}/checkout"

    def memory(self, status: str = "active") -> str:
        """A memory in this status."""
        return str(self.uuid(MEMORIES.index(status) + 1))

    def contradiction(self) -> str:
        """An open pair."""
        return str(self.pk(1))

    def sent(self) -> list[str]:
        """Everything by which a request can name such a row, the longest first."""
        texts = [self.text(about) for about in NAMES] + [self.project]
        ids = [str(self.uuid(number)) for number in range(1, 40)] + [str(self.pk(number)) for number in range(1, 100)]
        words = [f"{self.word} mill", f"{self.word}-tag-one"]
        return sorted([*texts, *ids, *words], key=len, reverse=True)


# The memories of a world by what they are, in the order of their numbers.
MEMORIES = (
    "superseded",
    "active",
    "draft",
    "forgotten",
    "quarantined",
    "disputed",
    "replacing",
    "contradicting",
    "agent's",
    "agent's forgotten",
    "pinned",
    "rejected",
    "bob's",
)
NAMES = (
    "session-one",
    "turn-one",
    "message-one",
    "new-message",
    "agent-one",
    "tag-one",
    "alice",
    "bob",
    "carol",
    "branch-one",
    "mill",
    "gap-one",
    "gap-two",
)

SHARED = Refs("quern", "5eed0000", 7_000_000_000)
PRIVATE = Refs("obsidian", "0b51d1a0", 7_100_000_000, around=SHARED)
OTHER = Refs("basalt", "ba5a1700", 41_000)
# Fixed, so that a request can be the same before and after the world has what it names.
THEN = timezone.datetime.fromisoformat(f"{DAY}T10:00:00+00:00")


@dataclass(frozen=True)
class Home:
    """A team, its people by first name, and how its rows are named."""

    team: Team
    people: dict[str, User]
    refs: Refs
