"""Which files a session's transcript consists of, whose they are, and how their complete lines are read."""

from __future__ import annotations

import gzip
import json
import os
import stat
from collections.abc import Iterator

from hooks.capture import OWN_NAMES

AGENT = "agent-"
ENDINGS = (".jsonl", ".jsonl.gz")


class TranscriptFile:
    """One file: its `path`, the client's `session_id`, and `subagent` ("" for the conversation with the person)."""

    __slots__ = ("path", "session_id", "subagent")

    def __init__(self, path: str, session_id: str, subagent: str = "") -> None:
        self.path = path
        self.session_id = session_id
        self.subagent = subagent

    def is_own(self) -> bool:
        """True for an agent of Cairn: what it said is memory already."""
        return bool(self.subagent) and _agent_type(self.path).startswith(OWN_NAMES)


def of_session(path: str, session_id: str) -> list[TranscriptFile]:
    """The transcript at `path` and those of its subagents, which lie in a folder beside it."""
    beside = os.path.join(_stem(path), "subagents")
    found = [TranscriptFile(path, session_id)]
    for folder, _, names in sorted(os.walk(beside)):
        agents = (name for name in sorted(names) if name.startswith(AGENT) and name.endswith(ENDINGS))
        found += [TranscriptFile(os.path.join(folder, name), session_id, agent_id(name)) for name in agents]
    return found


def agent_id(name: str) -> str:
    """The agent's id in a subagent's file name: `a36efb2a` of `agent-a36efb2a.jsonl`."""
    return _stem(os.path.basename(name)).removeprefix(AGENT)


def about(path: str) -> os.stat_result | None:
    """The file's size and time; None for what is gone, no regular file, somebody else's, or no `.jsonl`."""
    try:
        found = os.lstat(path)
    except OSError:
        return None
    return found if stat.S_ISREG(found.st_mode) and found.st_uid == os.getuid() and path.endswith(ENDINGS) else None


def lines(path: str, start: int) -> Iterator[tuple[bytes, int]]:
    """Each complete line from the byte `start` on, with the offset behind it (of the unpacked text for a `.gz`).

    A last line without its newline counts when it is whole JSON; otherwise the client is still writing it.
    """
    offset = start
    with gzip.open(path, "rb") if path.endswith(".gz") else open(path, "rb") as file:
        file.seek(start)
        for raw in file:
            if not raw.endswith(b"\n") and not _is_whole(raw):
                return
            offset += len(raw)
            yield raw, offset


def _is_whole(raw: bytes) -> bool:
    try:
        return isinstance(json.loads(raw), dict)
    except ValueError:
        return False


def _stem(path: str) -> str:
    return path.removesuffix(".gz").removesuffix(".jsonl")


def _agent_type(path: str) -> str:
    try:
        with open(_stem(path) + ".meta.json", encoding="utf-8") as file:
            found = json.load(file)
    except (OSError, ValueError):
        return ""
    return str(found.get("agentType") or "") if isinstance(found, dict) else ""
