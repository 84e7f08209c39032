"""Finds transcripts on disk and reads their lines, whatever Claude Code put around them."""

import gzip
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from hooks.transcripts.turn_reader import parse
from memory.errors import Refused

_ENDINGS = (".jsonl", ".jsonl.gz")
_AGENT = re.compile(r"agent-([\w-]+)\.jsonl(?:\.gz)?\Z")
# Folders and files of Claude Code that hold something else: outputs of tools, memories, prompts, a workflow's steps.
_OTHER_FOLDERS = frozenset({"tool-results", "memory"})
_OTHER_FILES = {"journal.jsonl": "journal", "history.jsonl": "prompt_history"}
_CLIENTS_AGENTS = ("agent-acompact", "agent-aprompt_suggestion")
# The longest line seen in the wild has a megabyte; a few images in one prompt make some more.
LONGEST_LINE = 32 * 1024 * 1024
_LINES_TO_THE_FOLDER = 2_000


@dataclass(frozen=True)
class TranscriptFile:
    """One file: whose lines they are where they do not say so, and why it is passed over, if it is."""

    path: Path
    session_id: str
    subagent: str = ""
    skipped: str = ""

    @property
    def size(self) -> int:
        """Bytes on disk."""
        return self.path.stat().st_size


def find_transcripts(paths: Iterable[Path]) -> list[TranscriptFile]:
    """All transcripts at and below the paths, each once; conversations before those of their subagents.

    Raises Refused for a path where nothing is.
    """
    found: dict[str, TranscriptFile] = {}
    for path in paths:
        if not is_there(path):
            raise Refused("no_such_path", f"The file or folder {path} does not exist.", status=404)
        for file in _below(path):
            found.setdefault(os.path.realpath(file), _classified(file))
    return sorted(found.values(), key=lambda file: (bool(file.subagent), file.path))


def read_lines(path: Path) -> Iterator[bytes]:
    """The lines of a file, gzipped or not, each with its end; one that is longer than any line comes in pieces.

    Raises OSError, EOFError or zlib.error where it cannot be read.
    """
    with path.open("rb") as raw, gzip.open(raw) if path.suffix == ".gz" else nullcontext(raw) as file:
        while line := file.readline(LONGEST_LINE):
            yield line if line.endswith(b"\n") else line + b"\n"


def is_there(path: Path) -> bool:
    """True for what exists; False for a name that is too long to be one."""
    return os.path.exists(path)  # noqa: PTH110 - Path's own raises for that


def is_plain(path: Path) -> bool:
    """True for what can be read to its end: no folder, pipe or device, and no link to what is not there."""
    return os.path.isfile(path)  # noqa: PTH113 - Path's own raises for a link to a name that is too long


def is_folder(path: Path | str) -> bool:
    """True for a folder; False for what is none, and for what nothing can be called."""
    return os.path.isdir(path)  # noqa: PTH112 - as above


def folder_of(path: Path) -> str:
    """Where the conversation took place: the first folder that a line of the main thread tells, else any line's."""
    of_agent = ""
    for number, line in enumerate(read_lines(path)):
        record = parse(line)
        if record.cwd and not record.sidechain:
            return record.cwd
        of_agent = of_agent or record.cwd
        if number >= _LINES_TO_THE_FOLDER:
            break
    return of_agent


def _below(path: Path) -> Iterator[Path]:
    if not is_folder(path):
        yield path
        return
    for file in path.rglob("*.jsonl*"):
        inner = file.relative_to(path).parts[:-1]
        is_other = not file.name.endswith(_ENDINGS) or _OTHER_FOLDERS.intersection(inner)
        if not is_other and not is_folder(file):
            yield file


def _classified(path: Path) -> TranscriptFile:
    agent = _AGENT.match(path.name)
    skipped = _OTHER_FILES.get(path.name.removesuffix(".gz"), "")
    if path.name.startswith(_CLIENTS_AGENTS):
        skipped = "clients_agent"
    if not is_plain(path):
        skipped = "no_plain_file"
    return TranscriptFile(path, _session_id(path), agent[1] if agent else "", skipped)


def _session_id(path: Path) -> str:
    """`<session>/subagents/…` and `<session>.jsonl`."""
    parts = path.parts
    if "subagents" in parts[1:]:
        return parts[parts.index("subagents") - 1]
    return path.name.removesuffix(".gz").removesuffix(".jsonl")
