"""Reads off a turn's tool calls which commit it made, so that a memory can name it as evidence."""

import re
from collections.abc import Iterable

from memory.rules.material import ToolUse

_COMMIT = re.compile(r"\bgit\b[^|;&\n]{0,200}?\bcommit\b")
# What git answers: "[main 1a2b3c4] Fix it", "[main (root-commit) 1a2b3c4] …", "[detached HEAD 1a2b3c4] …".
_MADE = re.compile(r"^\[[^\]\n]{1,250}? ([0-9a-f]{7,40})\] ", re.M)


def made_commits(tools: Iterable[ToolUse]) -> tuple[str, ...]:
    """The abbreviated ids of the commits that `git commit` says it made, in order, each once."""
    outputs = (tool.output for tool in tools if tool.command and _COMMIT.search(tool.command) and not tool.failed)
    return tuple(dict.fromkeys(found[1] for output in outputs for found in _MADE.finditer(output)))


def last_commit(tools: Iterable[ToolUse]) -> str:
    """The last commit that the turn made, or ''."""
    made = made_commits(tools)
    return made[-1] if made else ""
