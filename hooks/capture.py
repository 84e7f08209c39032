"""Decides which hook events are worth keeping, and makes the line that the spool stores."""

from __future__ import annotations

import os
import time

from hooks import quick_json as json
from hooks import trimming
from hooks.scrubbing import scrub_key, scrub_place

EVENTS = frozenset(
    {
        "SessionStart",
        "UserPromptSubmit",
        "PostToolUse",
        "PostToolUseFailure",
        "PreCompact",
        "Stop",
        "SubagentStop",
        "SessionEnd",
    }
)
# What these tools do says nothing about the project.
TRIVIAL_TOOLS = frozenset(
    {
        "TodoWrite",
        "TodoRead",
        "ToolSearch",
        "KillShell",
        "EnterPlanMode",
        "TaskList",
        "TaskGet",
        "ListMcpResourcesTool",
    }
)
OWN_TOOLS = ("mcp__plugin_cairn_", "mcp__cairn__")
OWN_NAMES = "cairn:"
# Texts of the client that arrive through the prompt hook without anybody having typed them.
NOT_TYPED = ("<task-notification>", "<command-", "<local-command-", "<system-reminder>")
LARGEST_LINE = 200_000


def worth_keeping(data: dict) -> bool:
    """False for noise, and for everything that Cairn itself caused: a memory must not feed on itself."""
    event = data.get("hook_event_name")
    if event not in EVENTS:
        return False
    if str(data.get("agent_type", "")).startswith(OWN_NAMES):
        return False
    if event == "UserPromptSubmit":
        return typed_prompt(str(data.get("prompt", "")))
    if event == "SubagentStop":
        return bool(data.get("agent_type"))  # compaction ends a nameless subagent with the summary as its answer
    if event in ("PostToolUse", "PostToolUseFailure"):
        return _tool_worth_keeping(str(data.get("tool_name", "")), data.get("tool_input"))
    return True


def typed_prompt(prompt: str) -> bool:
    """True for what a person (or their script) asked, false for the client's notices and our commands."""
    prompt = prompt.lstrip()
    return bool(prompt) and not prompt.startswith((*NOT_TYPED, "/" + OWN_NAMES))


def event_line(data: dict, project: dict[str, str], moment_ns: int, distill: str = "") -> bytes:
    """One line for the spool: the contract's event object. Empty when a prompt held only private text.

    `distill` tells the server who makes the facts of this session, where that is not the server.
    """
    payload = trimming.trim(data)
    if data["hook_event_name"] == "UserPromptSubmit" and not str(payload.get("prompt", "")).strip():
        return b""
    event: dict[str, object] = {
        "id": new_id(moment_ns),
        "event": data["hook_event_name"],
        "session_id": scrub_key(str(data.get("session_id", ""))),
        "occurred_at": timestamp(moment_ns),
        "project": scrub_place(project),
    }
    agent = os.environ.get("CAIRN_AGENT_ID", "")
    if agent:
        event["agent_id"] = scrub_key(agent)
    if distill in ("claude", "off"):
        event["distill"] = distill
    event["payload"] = payload
    line = json.dumps(event).encode()
    # A sign outside the first plane takes twelve bytes of JSON: of such texts even pages may be too much.
    for limit in (trimming.TEXT, trimming.BRIEF, trimming.BRIEF // 5):
        if len(line) <= LARGEST_LINE:
            break
        event["payload"] = trimming.essence(payload, limit)
        line = json.dumps(event).encode()
    return line


def new_id(moment_ns: int) -> str:
    """A UUID of version 7: unique, and in the order of time."""
    value = (moment_ns // 1_000_000) << 80 | int.from_bytes(os.urandom(10), "big")
    value = value & ~(0xF << 76) | 0x7 << 76
    value = value & ~(0x3 << 62) | 0x2 << 62
    text = f"{value:032x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def timestamp(moment_ns: int) -> str:
    """ISO 8601 with the developer's own offset, e.g. 2026-03-19T10:30:00.123+01:00."""
    seconds, rest = divmod(moment_ns, 1_000_000_000)
    local = time.localtime(seconds)
    zone = time.strftime("%z", local) or "+0000"
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', local)}.{rest // 1_000_000:03d}{zone[:3]}:{zone[3:5]}"


def _tool_worth_keeping(tool: str, tool_input: object) -> bool:
    if tool in TRIVIAL_TOOLS or tool.startswith(OWN_TOOLS):
        return False
    given = tool_input if isinstance(tool_input, dict) else {}
    if tool == "Skill":
        return not str(given.get("skill", "")).startswith(OWN_NAMES)
    if tool in ("Agent", "Task"):
        return not str(given.get("subagent_type", "")).startswith(OWN_NAMES)
    if tool == "Bash":
        return not asks_cairn(str(given.get("command", "")))
    return True


def asks_cairn(command: str) -> bool:
    """True for `cairn search …` and the like, whose output is memory already."""
    words = command.split()
    return bool(words) and (os.path.basename(words[0]) == "cairn" or any(w.endswith("/cairn.py") for w in words[:3]))
