"""The commands in README, CONTRIBUTING and docs: fenced `sh` blocks, of which most are run."""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(
    [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "tests" / "README.md", *(ROOT / "docs").glob("*.md")],
    # The page that creates the team comes first, as people read it first.
    key=lambda path: (path.name != "start.md", path.name),
)
_BLOCK = re.compile(r"(?:^ *<!-- not run: (?P<why>[^\n]+?) -->\n)?^ *```sh\n(?P<body>.*?)^ *```$", re.M | re.S)
_PLACEHOLDER = re.compile(r"<[^<>]+>")


@dataclass(frozen=True)
class Command:
    """One command of a block: its words, the file that it reads (if any), and why it is not run (empty: it is)."""

    page: str
    words: tuple[str, ...]
    reads: str = ""
    why_not: str = ""

    def __str__(self) -> str:
        return f"{self.page}: {' '.join(self.words)}"

    @property
    def program(self) -> str:
        """`manage.py`, `cairn`, or the program's own name."""
        if len(self.words) > 1 and self.words[1] == "manage.py":
            return "manage.py"
        return self.words[0]

    @property
    def arguments(self) -> list[str]:
        """What follows the program."""
        return list(self.words[2 if self.program == "manage.py" else 1 :])


def commands() -> list[Command]:
    """Every command of every page, in the order in which a team meets them."""
    return [command for page in PAGES for command in _commands(page)]


def _commands(page: Path) -> list[Command]:
    found = []
    for block in _BLOCK.finditer(page.read_text(encoding="utf-8")):
        text = block["body"].replace("\\\n", " ")
        for line in text.splitlines():
            for part in re.split(r"&&|\|", line):
                command = _command(page, part, block["why"] or "")
                found += [command] if command else []
    return found


def _command(page: Path, text: str, why_not: str) -> Command | None:
    before, _, reads = _PLACEHOLDER.sub("PLACEHOLDER", text).partition(" < ")
    words = shlex.split(before.partition(" > ")[0], comments=True)
    while words and re.match(r"[A-Z_]+=", words[0]):
        words = words[1:]
    # A command inside a container is one of ours, too.
    if words[:2] == ["docker", "compose"] and "manage.py" in words:
        words = ["python", *words[words.index("manage.py") :]]
    return Command(page.name, tuple(words), reads.strip(), why_not) if words else None
