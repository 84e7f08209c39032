"""Lines of transcripts for tests: made by hand, and the real ones that lie beside this checkout, if they do."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[3] / "shared" / "samples" / "transcripts"
beside = pytest.mark.skipif(not SHARED.exists(), reason="the sample transcripts are not beside this checkout")

FOLDER = "/home/alice/checkout"


def line(kind: str, **fields: object) -> bytes:
    """One line of a transcript with the fields that every one has; None leaves a field out."""
    given = {
        "type": kind,
        "sessionId": "s1",
        "timestamp": "2026-03-19T10:30:00.000Z",
        "cwd": FOLDER,
        "gitBranch": "main",
        "isSidechain": False,
        **fields,
    }
    return json.dumps({key: value for key, value in given.items() if value is not None}).encode() + b"\n"


def user(content: object, uuid: str | None, **fields: object) -> bytes:
    """A line that stands for the person: a string, or a list of blocks."""
    return line("user", uuid=uuid, message={"role": "user", "content": content}, **fields)


def assistant(content: object, uuid: str | None, **fields: object) -> bytes:
    """A line of the agent: a text, or a list of blocks."""
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
    return line("assistant", uuid=uuid, message={"role": "assistant", "id": "msg_1", "content": blocks}, **fields)


def use(call_id: str, name: str, **given: object) -> dict[str, object]:
    """A block that calls a tool."""
    return {"type": "tool_use", "id": call_id, "name": name, "input": given}


def result(call_id: str, content: object, *, failed: bool = False) -> list[dict[str, object]]:
    """The content of a line that brings a tool's result."""
    return [{"type": "tool_result", "tool_use_id": call_id, "content": content, "is_error": failed}]


def minute(number: float) -> str:
    """A moment of the story, minutes after half past ten."""
    return f"2026-03-19T10:{30 + int(number):02d}:{int(number * 60) % 60:02d}.000Z"


def sample(name: str) -> list[bytes]:
    """The lines of one sample."""
    path = SHARED / name
    return list(gzip.open(path)) if path.suffix == ".gz" else path.read_bytes().splitlines(keepends=True)


def samples() -> Iterator[Path]:
    """Every sample transcript; a workflow's journal is none."""
    for path in sorted(SHARED.rglob("*.jsonl*")):
        if path.name != "journal.jsonl":
            yield path
