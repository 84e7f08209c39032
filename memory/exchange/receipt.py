"""What became of an import: counted as it runs, and where something was left out, where and why."""

from collections import Counter
from dataclasses import dataclass, field

from memory import audit
from memory.access import Actor

_COUNTS = ("files", "memories", "duplicates", "turns", "quarantined", "contradictions")


@dataclass(frozen=True)
class Refusal:
    """A text that was not taken: where it stands and why (never what it says)."""

    file: str
    line: int
    reason: str


@dataclass(frozen=True)
class Skipped:
    """A file that was not read, and why: name, binary, too_large, unreadable, no_project."""

    file: str
    reason: str


@dataclass
class Receipt:
    """Numbers that grow. `memories` were newly stored, `duplicates` were known already, `turns` got a summary.

    `contradictions` are new: told by the file, or found between what it brought and what was there.
    """

    files: int = 0
    memories: int = 0
    duplicates: int = 0
    turns: int = 0
    quarantined: int = 0
    contradictions: int = 0
    redactions: Counter[str] = field(default_factory=Counter)
    refusals: list[Refusal] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    projects: set[str] = field(default_factory=set)

    def add(self, other: "Receipt") -> None:
        """Take in what became of a part."""
        for name in _COUNTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.redactions.update(other.redactions)
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
            "refused": self.reasons(),
            "refusals": [vars(refusal) for refusal in self.refusals],
            "skipped": [vars(skipped) for skipped in self.skipped],
        }
