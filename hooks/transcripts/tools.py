"""Tells in a line what a tool call was about and what came back."""

from __future__ import annotations

from hooks.capture import OWN_NAMES, OWN_TOOLS, asks_cairn
from hooks.patterns import Lazily
from hooks.transcripts.words import without_injected

# The parser keeps more than a line shows, so that redaction sees a secret whole before it is cut.
KEPT = 1_000
SHOWN = 200
_LOOKED_AT = 4_000
# What names a call best comes first.
_TARGETS = (
    "command",
    "file_path",
    "notebook_path",
    "pattern",
    "url",
    "query",
    "skill",
    "description",
    "path",
    "subject",
    "prompt",
)
_COLOURS = Lazily(r"\x1b\[[0-9;?]*[A-Za-z]|</?tool_use_error>")


def target_of(name: str, given: object) -> str:
    """What a call was about: its path, pattern, address, or the first line of its command."""
    if not isinstance(given, dict):
        return ""
    agent = given.get("subagent_type")
    if isinstance(agent, str) and agent.startswith(OWN_NAMES):
        return agent[:KEPT]
    named = (given.get(key) for key in (*_TARGETS, *given))
    text = next((value for value in named if isinstance(value, str) and value.strip()), "")
    first = text.strip()[:_LOOKED_AT].partition("\n")[0]
    if name == "Skill" and isinstance(given.get("args"), str):
        first += " " + given["args"][:_LOOKED_AT]
    return " ".join(first.split())[:KEPT]


def head_of(content: object) -> str:
    """The head of a tool's result in one line, without what hooks added to it."""
    text = without_injected(_text_of(content)[:_LOOKED_AT])
    return " ".join(_COLOURS.sub("", text).split())[:KEPT]


def is_own(name: str, target: str) -> bool:
    """True for a call that asks Cairn itself: its result is memory already, and must not be learned again."""
    if name.startswith(OWN_TOOLS):
        return True
    if name in ("Skill", "Agent", "Task"):
        return target.startswith(OWN_NAMES)
    return name == "Bash" and asks_cairn(target)


def one_line(name: str, target: str, head: str = "", failed: bool = False) -> str:
    """A call for people and agents to read, e.g. `[Bash] pytest -q → 3 failed`."""
    line = f"[{name}] {target[:SHOWN]}".rstrip()
    outcome = "" if is_own(name, target) else head[:SHOWN]
    if failed:
        outcome = f"failed: {outcome}" if outcome else "failed"
    return f"{line} → {outcome}" if outcome else line


def _text_of(content):
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    parts, length = [], 0
    for block in content:
        text = block.get("text") if isinstance(block, dict) else block
        if isinstance(text, str):
            parts.append(text)
            length += len(text)
        if length > _LOOKED_AT:
            break
    return "\n".join(parts)
