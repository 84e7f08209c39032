"""The words in which the sample's story is written: personas, sessions, turns and the tools used in them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone


@dataclass(frozen=True)
class Persona:
    """A developer of the story: where their clone lies, its remote, and their UTC offset in hours."""

    home: str
    root: str
    remote: str
    utc_offset: int


@dataclass(frozen=True)
class Tool:
    """One tool call: its name and input, its response, or the error that it failed with."""

    name: str
    given: Mapping[str, object]
    response: Mapping[str, object] = field(default_factory=dict)
    error: str = ""


@dataclass(frozen=True)
class Turn:
    """A prompt, what was done about it, and the answer; `minute` counts from the session's start."""

    minute: int
    prompt: str
    answer: str
    tools: tuple[Tool, ...] = ()


@dataclass(frozen=True)
class Session:
    """One run of the client; it begins `ago` before now, at `clock` (hour, minute) of that day if given."""

    name: str
    persona: Persona
    branch: str
    ago: timedelta
    turns: tuple[Turn, ...]
    clock: tuple[int, int] | None = None

    def begins(self, now: datetime) -> datetime:
        """The start in the persona's own zone."""
        zone = timezone(timedelta(hours=self.persona.utc_offset))
        day = (now - self.ago).astimezone(zone)
        return day.replace(hour=self.clock[0], minute=self.clock[1], second=0, microsecond=0) if self.clock else day


def ran(command: str, output: str, about: str = "") -> Tool:
    """A shell command that went well."""
    response = {
        "stdout": output,
        "stderr": "",
        "interrupted": False,
        "isImage": False,
        "noOutputExpected": False,
    }
    return Tool("Bash", {"command": command, "description": about or command[:60]}, response)


def failed(command: str, output: str, about: str = "", code: int = 1) -> Tool:
    """A shell command that failed."""
    return Tool(
        "Bash",
        {"command": command, "description": about or command[:60]},
        error=f"Exit code {code}\n{output}",
    )


def read(path: str, lines: int) -> Tool:
    """A file that was read."""
    file = {"filePath": path, "numLines": lines, "startLine": 1, "totalLines": lines}
    return Tool("Read", {"file_path": path}, {"type": "text", "file": file})


def searched(pattern: str, *files: str) -> Tool:
    """A search through the code, and the files that it found."""
    response = {"mode": "files_with_matches", "numFiles": len(files), "filenames": list(files)}
    return Tool("Grep", {"pattern": pattern, "output_mode": "files_with_matches"}, response)


def edited(path: str, before: str, after: str) -> Tool:
    """A change in a file."""
    given = {"file_path": path, "old_string": before, "new_string": after, "replace_all": False}
    return Tool("Edit", given, {"filePath": path, "oldString": before, "newString": after, "userModified": False})


def wrote(path: str, content: str) -> Tool:
    """A new file."""
    response = {"type": "create", "filePath": path, "content": content, "userModified": False}
    return Tool("Write", {"file_path": path, "content": content}, response)
