"""Looks through transcripts before they are imported: what each file would send, and why some send nothing."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator

from hooks.transcripts.files import AGENT, ENDINGS, TranscriptFile, about, agent_id, lines
from hooks.transcripts.offsets import Offsets
from hooks.transcripts.turn_reader import Record, parse

UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
LONGEST_ID = 100


class Scanned:
    """One file: what is new in it (bytes from `start` to `end`, `messages`), where it was said, or `why` it stays."""

    __slots__ = ("at", "branch", "cwd", "end", "file", "messages", "skipped", "start", "why")

    def __init__(self, file: TranscriptFile, why: str = "") -> None:
        self.file = file
        self.why = why
        self.start = self.end = self.messages = 0
        self.skipped: Counter[str] = Counter()
        self.at = self.cwd = self.branch = ""


def find(path: str) -> list[str]:
    """The transcripts at a path: the file itself, or every `.jsonl` below a folder."""
    if not os.path.isdir(path):
        return [path]
    below = (os.path.join(folder, name) for folder, _, names in os.walk(path) for name in sorted(names))
    return sorted(found for found in below if found.endswith(ENDINGS))


def scan(paths: Iterable[str], offsets: Offsets) -> Iterator[Scanned]:
    """Each file in turn; what the server has is not read again."""
    for path in paths:
        yield _scanned(os.path.abspath(path), offsets)


def _scanned(path: str, offsets: Offsets) -> Scanned:
    file = _placed(path)
    if file.is_own():
        return Scanned(file, "of Cairn itself")
    found = about(path)
    if found is None:
        return Scanned(file, "not a plain file of yours")
    if offsets.unchanged(path, found):
        return Scanned(file, "already sent")
    seen = Scanned(file)
    seen.start = seen.end = offsets.start(path, found)
    try:
        _read(seen)
    except (OSError, EOFError) as error:
        seen.why = f"not readable ({error})"
    return seen


def _placed(path: str) -> TranscriptFile:
    """The file with what its place says: `<session>.jsonl`, or `<session>/subagents/…/agent-<id>.jsonl`."""
    parts, name = path.split(os.sep), os.path.basename(path)
    subagent = agent_id(name) if name.startswith(AGENT) else ""
    if "subagents" in parts[1:]:
        return TranscriptFile(path, parts[len(parts) - 1 - parts[::-1].index("subagents") - 1], subagent)
    stem = name.partition(".jsonl")[0]
    return TranscriptFile(path, stem if UUID.fullmatch(stem) else "", subagent)


def _read(seen: Scanned) -> None:
    understood = said = False
    for raw, end in lines(seen.file.path, seen.start):
        seen.end, record = end, parse(raw)
        understood = understood or bool(record.uuid or record.session_id or record.title)
        said = said or bool(record.text or record.calls)
        _count(seen, record)
    name = os.path.basename(seen.file.path).partition(".jsonl")[0]
    seen.file.session_id = (seen.file.session_id or name).replace("/", "-")[:LONGEST_ID]
    if not said:
        seen.why = "already sent" if seen.start else "empty" if understood or not seen.end else "not a transcript"


def _count(seen: Scanned, record: Record) -> None:
    seen.messages += bool(record.text)
    if record.skipped:
        seen.skipped[record.skipped] += 1
    seen.at = seen.at or record.at
    seen.cwd = seen.cwd or record.cwd
    seen.branch = record.branch or seen.branch
    seen.file.session_id = seen.file.session_id or record.session_id
