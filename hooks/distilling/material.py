"""Writes turns as a model reads them: the developer's words, tool calls with heads of their output, the answer.

The server reads a turn in the same form (memory/distill/prompting.py), so that it finds what is quoted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import datetime

PROMPT_CHARS, ANSWER_CHARS, TOOLS_CHARS = 3_000, 8_000, 8_000
HEAD_CHARS, FAILED_HEAD_CHARS = 400, 800
LEAST_CHARS = 120  # a turn with fewer, and without a tool call, is chatter
TARGETS = ("file_path", "notebook_path", "path", "pattern", "url", "query", "description")
LOOKING = frozenset({"Read", "Grep", "Glob", "LS", "NotebookRead", "WebSearch"})


class Material:
    """A turn's words: `prompt`, `answer`, its `tools` (a line each, with a head of the output), its day and project."""

    __slots__ = ("answer", "at", "key", "project", "prompt", "tools")

    def __init__(self, key: str, prompt: str, answer: str, tools: list[str], at: str, project: str) -> None:
        self.key, self.prompt, self.answer, self.tools = key, prompt.strip(), answer.strip(), tools
        self.at, self.project = at, project

    @property
    def text(self) -> str:
        """The turn in one text, each part cut to what a model's window holds."""
        parts = (
            ("Developer", cut(self.prompt, PROMPT_CHARS)),
            ("Tool calls", cut("\n".join(self.tools), TOOLS_CHARS)),
            ("Agent", cut(self.answer, ANSWER_CHARS)),
        )
        return "\n\n".join(f"## {name}\n{text}" for name, text in parts if text)

    @property
    def worth_a_call(self) -> bool:
        """False for chatter."""
        return bool(self.tools) or len(self.prompt) + len(self.answer) >= LEAST_CHARS

    def told(self, number: int) -> str:
        """The turn as part of a batch: its number, its day, and its text between marks that it cannot contain."""
        day = _day(self.at)
        when = f" on {day:%A, %Y-%m-%d}" if day else ""
        return f"Turn {number} took place{when}, in the project {self.project}.\n\n{fenced(self.text)}"


def of_events(key: str, events: list[dict]) -> Material:
    """The turn that these events (spool lines) tell of; paths are told from the project's root."""
    where = events[-1].get("project") if isinstance(events[-1].get("project"), dict) else {}
    root = str(where.get("top") or where.get("root") or "").rstrip("/")
    said = {event.get("event"): event.get("payload") or {} for event in events}
    prompt = _text(said.get("UserPromptSubmit", {}), "prompt")
    answers = [_text(said[name], "last_assistant_message") for name in ("SubagentStop", "Stop") if name in said]
    tools = [line for line in map(_tool, events) if line]
    return Material(
        key,
        relative(prompt, root),
        relative("\n\n".join(filter(None, answers)), root),
        [relative(line, root) for line in tools],
        str(events[-1].get("occurred_at", "")),
        project_name(where, root),
    )


def project_name(where: dict, root: str) -> str:
    """What a project is called: `acme/checkout`, else its folder's name."""
    remote = str(where.get("remote") or "").rstrip("/").removesuffix(".git").replace(":", "/")
    return "/".join(remote.split("/")[-2:]) if remote else root.rpartition("/")[2] or "unknown"


def relative(text: str, root: str) -> str:
    """`text` with every path below `root` told from there: where it lies on a disk is no fact, and names somebody."""
    return text.replace(root + "/", "") if len(root) > 1 else text


def cut(text: str, limit: int) -> str:
    """Head and tail; what a turn came to stands at its end."""
    text = text.strip()
    if len(text) <= limit:
        return text
    return f"{text[: limit // 2].rstrip()}\n[…]\n{text[-limit // 2 :].lstrip()}"


def fenced(text: str) -> str:
    """`text` between markers that it cannot contain, because they are made of its own digest."""
    mark = f"=== material {hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()[:16]} ==="
    return f"{mark}\n{text}\n{mark}"


def tool_line(name: str, about: str, output: str, failed: bool) -> str:
    """`[Bash] make test (failed)`, and below it the head of what came back."""
    line = f"[{name}] {' '.join(about.split())[:200]}{' (failed)' if failed else ''}"
    head = output.strip()[: FAILED_HEAD_CHARS if failed else HEAD_CHARS]
    return line + (f"\n{head}" if head else "")


def _tool(event: dict) -> str:
    """One tool call; empty for events of another kind, and for looking around."""
    payload, failed = event.get("payload") or {}, event.get("event") == "PostToolUseFailure"
    name = str(payload.get("tool_name") or "")
    if event.get("event") not in ("PostToolUse", "PostToolUseFailure") or (name in LOOKING and not failed):
        return ""
    given = payload.get("tool_input") if isinstance(payload.get("tool_input"), dict) else {}
    target = next((str(given[key]) for key in TARGETS if isinstance(given.get(key), str)), "")
    output = payload.get("error") if failed else payload.get("tool_response")
    return tool_line(name, str(given.get("command") or target), _flat(output), failed)


def _flat(output: object) -> str:
    """A tool's answer as text: its streams if it has them, else all its strings."""
    if isinstance(output, str):
        return output
    if isinstance(output, dict):
        streams = [output.get(key) for key in ("stdout", "stderr")]
        parts = [stream for stream in streams if isinstance(stream, str) and stream]
        return "\n".join(parts or _strings(output.values()))
    if isinstance(output, list):
        return "\n".join(_flat(item.get("text") if isinstance(item, dict) else item) for item in output)
    return ""


def _strings(values: Iterable[object]) -> list[str]:
    return [_flat(value) for value in values if isinstance(value, (str, list))]


def _text(payload: dict, key: str) -> str:
    value = payload.get(key)
    return value if isinstance(value, str) else ""


def _day(moment: str) -> datetime | None:
    try:
        return datetime.fromisoformat(moment.replace("Z", "+00:00"))
    except ValueError:
        return None
