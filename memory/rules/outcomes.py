"""Evidence for distilling: a command that failed, what was edited, and the same command passing afterwards."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


class Tool(Protocol):
    """What is read of a tool call here."""

    @property
    def name(self) -> str: ...
    @property
    def target(self) -> str | None: ...
    @property
    def command(self) -> str | None: ...
    @property
    def output(self) -> str: ...
    @property
    def failed(self) -> bool: ...


@dataclass(frozen=True)
class Outcome:
    """A resolved failure: the command, the line that says what failed, and the files edited in between."""

    command: str
    error: str
    files: tuple[str, ...]


_LONGEST_COMMAND = 4_000  # characters of a command that are read; what two runs share stands at its beginning
_EDITS = frozenset(("Edit", "Write", "MultiEdit", "NotebookEdit"))
_FAILED = re.compile(
    r"\b[1-9]\d* (?:failed|failing|errors?)\b|^FAIL(?:ED)?\b|Traceback \(most recent call last\)|\bnpm ERR!|"
    r"^error(?:\[\w+\])?:|: error(?: \w+)?:|^panic:|\bBUILD FAILED\b|--- FAIL",
    re.MULTILINE,
)
_PIPE = re.compile(
    r"\s*(?:2>&1|\d?>\s?/dev/null|\|\s*(?:tail|head|grep|tee|less|cat|sort|wc)\b[^|;&]*|;\s*echo\b[^;]*)\s*"
)
_CHANGE_DIRECTORY = re.compile(r"^\s*(?:cd\s+\S+|export\s+\S+|source\s+\S+|\.\s+\S+)\s*(?:&&|;)\s*")
_NAMED = re.compile(
    r"(?<![\w.])(?:[A-Za-z_][\w.]*\.)?[A-Z]\w*(?:Error|Exception|Failure|Warning|Timeout|Exit)\b(?::\s?[^\n]{1,200})?"
)
_SUMMED_UP = re.compile(
    r"could not compile|aborting due to|previous errors?\b|build failed|exit(?:ed)? (?:code|with)", re.IGNORECASE
)
_ERROR_LINES = (
    re.compile(r"^E\s{2,}(?P<error>\w*(?:Error|Exception|assert)\b[^\n]{0,220})", re.MULTILINE),
    re.compile(r"^FAILED\s\S+\s-\s(?P<error>[^\n]{3,220})", re.MULTILINE),
    re.compile(r"^(?P<error>(?:[\w.]+\.)?\w*(?:Error|Exception)(?::\s?[^\n]{1,220})?)[ \t]*$", re.MULTILINE),
    re.compile(r"^(?P<error>[^\n]{0,160}\berror(?:\[\w+\]| TS\d+)?: ?[^\n]{3,220})", re.MULTILINE | re.IGNORECASE),
    re.compile(r"^(?P<error>(?:panic|fatal|FATAL|fatal error): [^\n]{3,220})", re.MULTILINE),
    re.compile(r"^[ \t]*--- FAIL: (?P<error>[^\n]{3,160})", re.MULTILINE),
)


def outcomes(tools: Sequence[Tool]) -> tuple[Outcome, ...]:
    """Resolved failures in order: same command, failing first, passing after at least one edit."""
    found: list[Outcome] = []
    open_failures: dict[str, tuple[str, list[str]]] = {}
    for tool in tools:
        if tool.name in _EDITS and not tool.failed:
            for _, files in open_failures.values():
                if tool.target and tool.target not in files:
                    files.append(tool.target)
        elif tool.command:
            command = plain_command(tool.command)
            if failed(tool):
                previous = open_failures.get(command)
                open_failures[command] = (error_line(tool.output), previous[1] if previous else [])
            elif command in open_failures:
                error, files = open_failures.pop(command)
                if files and error:
                    found.append(Outcome(command, error, tuple(files)))
    return tuple(found)


def failed(tool: Tool) -> bool:
    """Whether the call failed, also where a pipe hid the exit code."""
    return tool.failed or bool(_FAILED.search(tool.output[-20_000:]))


def plain_command(command: str) -> str:
    """The command without `cd …&&`, pipes to tail and redirections, so that two runs of it are seen as one."""
    line = command.strip()[:_LONGEST_COMMAND]
    for _ in range(3):
        line = _CHANGE_DIRECTORY.sub("", line)
    return " ".join(_PIPE.sub(" ", line).split())[:160]


def error_line(output: str) -> str:
    """The line of an output that says what failed; empty when none does."""
    text = output[-20_000:]
    for pattern in _ERROR_LINES:
        lines = [" ".join(found["error"].split())[:220] for found in pattern.finditer(text)]
        if lines:
            return next((line for line in reversed(lines) if not _SUMMED_UP.search(line)), lines[-1])
    named = _NAMED.search(text)
    return " ".join(named[0].split())[:220] if named else ""
