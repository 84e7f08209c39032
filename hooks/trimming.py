"""Cuts a hook's JSON down to what a memory is made of: commands, paths, errors, words; not file contents."""

from __future__ import annotations

from hooks import quick_json as json
from hooks.redaction import KEYS
from hooks.scrubbing import LONGEST_PLACE, cut, scrub, scrub_key

SPEECH = 16_000
OUTPUT = 4_000
TEXT = 2_000
BRIEF = 500
DEEPEST = 6
LONGEST_LIST = 40

READERS = frozenset({"Read", "Grep", "Glob", "LS", "NotebookRead"})
WRITERS = frozenset({"Edit", "MultiEdit", "Write", "NotebookEdit"})
# Identifiers and places of the client itself, needed whole; they hold no text of a person.
VERBATIM = frozenset(
    {
        "session_id",
        "transcript_path",
        "agent_transcript_path",
        "prompt_id",
        "agent_id",
        "agent_type",
        "tool_use_id",
        "tool_name",
        "hook_event_name",
        "permission_mode",
        "source",
        "trigger",
        "reason",
    }
)
SPOKEN = frozenset({"prompt", "last_assistant_message", "custom_instructions"})
# Of a file tool's answer only the numbers and names are worth their bytes.
FILE_FACTS = frozenset({"type", "filePath", "numLines", "totalLines", "startLine", "numFiles", "mode", "userModified"})
BINARY = frozenset({"base64", "data", "blob"})


def trim(data: dict) -> dict:
    """The payload that is spooled for a hook's stdin: same names, cleaned and shortened values."""
    tool = str(data.get("tool_name", ""))
    payload = {}
    for name, value in data.items():
        if name in VERBATIM:
            payload[name] = _verbatim(name, value) if isinstance(value, str) else shrink(value, BRIEF)
        elif name == "tool_input":
            payload[name] = _tool_input(tool, value)
        elif name == "tool_response":
            payload[name] = _tool_response(tool, value)
        elif name == "cairn_repeats" and isinstance(value, list):
            payload[name] = [shrink(text, SPEECH) for text in value]  # all of it: none may pass for the agent's own
        else:
            payload[name] = shrink(value, _limit(name))
    return payload


def _verbatim(name: str, value: str) -> str:
    return scrub_key(value, LONGEST_PLACE) if name in KEYS else scrub(value, LONGEST_PLACE)


def shrink(value: object, limit: int, depth: int = 0) -> object:
    """Any JSON value with every string scrubbed and cut, long lists shortened, deep nesting dropped."""
    if isinstance(value, str):
        return scrub(value, limit)
    if isinstance(value, dict):
        return _shrink_object(value, limit, depth) if depth < DEEPEST else "[cut by Cairn]"
    if isinstance(value, list):
        if depth >= DEEPEST:
            return "[cut by Cairn]"
        kept = [shrink(item, limit, depth + 1) for item in value[:LONGEST_LIST]]
        return [*kept, f"[… {len(value) - LONGEST_LIST} more …]"] if len(value) > LONGEST_LIST else kept
    return value


def essence(payload: dict, limit: int = TEXT) -> dict:
    """What is left of a payload that is still too large: the client's own fields, a page of every other.

    With a `limit` below that of a page the client's own are cut, too.
    """
    fields = [(name, value) for name, value in payload.items() if len(name) <= BRIEF][:LONGEST_LIST]
    return {name: value if name in VERBATIM and limit == TEXT else _page(value, limit) for name, value in fields}


def _page(value: object, limit: int) -> object:
    if isinstance(value, (str, dict, list)):
        return cut(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False), limit)
    return value


def _shrink_object(value: dict, limit: int, depth: int) -> dict:
    small: dict[str, object] = {}
    for name in list(value)[:LONGEST_LIST]:
        item = value[name]
        if name in BINARY and isinstance(item, str) and len(item) > BRIEF:
            small[name] = f"[… {len(item):,} characters cut by Cairn …]"
        elif name != "originalFile":
            small[scrub(str(name), BRIEF)] = shrink(item, limit, depth + 1)
    return small


def _limit(name: str) -> int:
    if name in SPOKEN:
        return SPEECH
    return OUTPUT if name == "error" else TEXT


def _tool_input(tool: str, value: object) -> object:
    if tool in READERS:
        return shrink(value, BRIEF)
    if tool == "Bash":
        return shrink(value, OUTPUT)
    return shrink(value, TEXT)


def _tool_response(tool: str, value: object) -> object:
    if tool in READERS or tool in WRITERS:
        return _facts(value)
    return shrink(value, OUTPUT)


def _facts(value: object, *, outer: bool = True) -> object:
    if not isinstance(value, dict):
        return "[cut by Cairn]" if value else value
    found = {name: shrink(item, BRIEF) for name, item in value.items() if name in FILE_FACTS}
    if outer and isinstance(value.get("file"), dict):
        found["file"] = _facts(value["file"], outer=False)
    if isinstance(value.get("filenames"), list):
        found["filenames"] = shrink(value["filenames"], BRIEF)
    return found
