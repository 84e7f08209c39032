"""What became of an import: counted as it runs, and where something was left out, where and why."""

from collections import Counter
from dataclasses import dataclass, field

from memory import audit
from memory.access import Actor

_COUNTS = (
    *("files", "memories", "duplicates", "turns", "quarantined", "contradictions"),
    *("new_ids", "feedback", "comments", "observations", "to_embed"),
)


@dataclass(frozen=True)
class Refusal:
    """A text that was not taken: where it stands, why as a code, and in a sentence (never what it says)."""

    file: str
    line: int
    reason: str
    detail: str = ""


@dataclass(frozen=True)
class Skipped:
    """A file that was not read, and why: name, binary, too_large, unreadable, no_project."""

    file: str
    reason: str


@dataclass
class Receipt:
    """Numbers that grow. `memories` were newly stored, `duplicates` were already stored, `turns` got a summary.

    `contradictions` are new: told by the file, or found between what it brought and what was there. `new_ids` were
    stored under an id of their own, for theirs is in use. `to_embed` get their vectors from the queue. `left_out`
    counts what the importer's role, or the team, does not take, by kind.
    """

    files: int = 0
    memories: int = 0
    duplicates: int = 0
    turns: int = 0
    quarantined: int = 0
    contradictions: int = 0
    new_ids: int = 0
    feedback: int = 0
    comments: int = 0
    observations: int = 0
    to_embed: int = 0
    left_out: Counter[str] = field(default_factory=Counter)
    redactions: Counter[str] = field(default_factory=Counter)
    refusals: list[Refusal] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    projects: set[str] = field(default_factory=set)

    def add(self, other: "Receipt") -> None:
        """Take in what became of a part."""
        for name in _COUNTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.redactions.update(other.redactions)
        self.left_out.update(other.left_out)
        self.refusals += other.refusals
        self.skipped += other.skipped
        self.projects |= other.projects

    def record(self, format: str, *, actor: Actor) -> None:
        """Write the audit entry of the import."""
        told = {name: getattr(self, name) for name in _COUNTS}
        audit.record("import", f"memories:{format}", actor=actor, **told, refused=len(self.refusals))

    def reasons(self) -> dict[str, int]:
        """How many texts were refused for each reason."""
        return dict(Counter(refusal.reason for refusal in self.refusals))

    def as_keys(self) -> dict[str, object]:
        """As `--json` prints it."""
        return {
            **{name: getattr(self, name) for name in _COUNTS},
            "projects": sorted(self.projects),
            "redactions": dict(self.redactions),
            "left_out": dict(self.left_out),
            "refused": self.reasons(),
            "refusals": [vars(refusal) for refusal in self.refusals],
            "skipped": [vars(skipped) for skipped in self.skipped],
        }
