"""Reads one line of a transcript as Claude Code wrote it: who said what, which tools were called, what came back."""

from __future__ import annotations

from hooks.capture import OWN_NAMES
from hooks.patterns import Lazily
from hooks.transcripts.tools import head_of, target_of
from hooks.transcripts.words import spoken, typed

_OWN_PLUGIN = OWN_NAMES.rstrip(":")
# Agents that the client runs for itself; nothing in their files was said by or to anybody.
_CLIENTS_AGENTS = ("acompact", "aprompt_suggestion")
_KIND = Lazily(r"[A-Za-z][\w-]{0,39}\Z")
_TITLES = {"summary": "summary", "custom-title": "customTitle", "ai-title": "aiTitle"}


class Record:
    """What one line says. Texts are empty and lists too where the line has nothing of the kind.

    `text`: the words said. `asked`: what the line asks of the agent, where a turn may begin with it (the words, or a
    command without any). `opens`: a turn may begin here. `calls`: (call id, tool, target). `results`: (call id, head of
    the result, failed). `parent`: the line before in the conversation; of a title, the line that it belongs to.
    `skipped`: why nothing of the line is kept, e.g. `attachment`; empty for a line that counts.
    """

    __slots__ = (
        "agent_id",
        "asked",
        "at",
        "boundary",
        "branch",
        "calls",
        "cwd",
        "message_id",
        "model",
        "opens",
        "parent",
        "prompt_id",
        "results",
        "role",
        "session_id",
        "sidechain",
        "skipped",
        "text",
        "title",
        "uuid",
    )

    def __init__(self, skipped: str = "") -> None:
        self.uuid = self.parent = self.session_id = self.agent_id = self.at = self.cwd = self.branch = ""
        self.role = self.text = self.asked = self.prompt_id = self.title = self.model = self.message_id = ""
        self.sidechain = self.boundary = self.opens = False
        self.calls: list[tuple[str, str, str]] = []
        self.results: list[tuple[str, str, bool]] = []
        self.skipped = skipped


def parse(raw: bytes | str) -> Record:
    """One line of a transcript. Never raises: what cannot be read is a Record that says so in `skipped`."""
    import json

    text = raw.decode("utf-8", "replace") if isinstance(raw, bytes) else raw
    text = text.strip("\ufeff \t\r\n")
    if not text:
        return Record("blank")
    try:
        line = json.loads(text)
    except (ValueError, RecursionError):
        return Record("malformed")
    return _read(line) if isinstance(line, dict) else Record("not_an_object")


def named_by_content(record: Record) -> str:
    """A name for a line that has none of its own: the same whenever, and by whomever, the line is read."""
    import hashlib

    calls = [call_id for call_id, _, _ in record.calls]
    content = "\0".join((record.session_id, record.at, record.role, record.text, *calls))
    return "line-" + hashlib.sha256(content.encode("utf-8", "replace")).hexdigest()[:32]


def _read(line):
    record = _envelope(line)
    kind = _string(line, "type")
    if record.agent_id.startswith(_CLIENTS_AGENTS):
        record.skipped = "clients_agent"
    elif kind in ("user", "assistant"):
        _read_message(kind, line, record)
    elif kind == "attachment":
        _read_attachment(line, record)
    elif kind == "system":
        record.boundary = line.get("subtype") == "compact_boundary"
        record.skipped = "" if record.boundary else "system"
    elif kind in _TITLES:
        record.title = " ".join(_string(line, _TITLES[kind]).split())
        record.parent = _string(line, "leafUuid")
    else:
        record.skipped = _kind(kind)
    if not record.uuid and (record.text or record.calls or record.opens):
        record.uuid = named_by_content(record)
    return record


def _envelope(line):
    record = Record()
    record.uuid = _string(line, "uuid")
    record.parent = _string(line, "parentUuid")
    # The agents of a workflow write `<session>#agent-<id>`.
    record.session_id = _string(line, "sessionId").partition("#")[0]
    record.agent_id = _string(line, "agentId")
    record.sidechain = bool(line.get("isSidechain")) or bool(record.agent_id)
    record.at = _string(line, "timestamp")
    record.cwd = _string(line, "cwd")
    record.prompt_id = _string(line, "promptId")
    branch = _string(line, "gitBranch")
    record.branch = "" if branch == "HEAD" else branch
    return record


def _read_message(kind, line, record):
    message = line.get("message")
    message = message if isinstance(message, dict) else {"content": message}
    record.role = kind
    record.model = _string(message, "model")
    record.message_id = _string(message, "id")
    record.skipped = _why_nobody_said_it(line, message, record) or _take(line, message, record)
    if record.skipped and not record.opens:
        record.role = ""


def _take(line, message, record):
    """Take what the line holds; returns why nothing of it is kept, if so."""
    left = _read_blocks(_blocks(message.get("content")), record)
    if record.role == "user" and not record.sidechain:
        left = _open_turn(record, line, left)
    if record.text or record.calls or record.results:
        return ""
    return "command" if record.asked.startswith("/") else left


def _why_nobody_said_it(line, message, record):
    if line.get("isCompactSummary") is True:
        return "compact_summary"
    if line.get("isMeta") is True or line.get("isVisibleInTranscriptOnly") is True:
        return "meta"
    if line.get("isApiErrorMessage") is True:
        return "api_error"
    if record.model == "<synthetic>":
        return "synthetic"
    if message.get("role", record.role) != record.role:
        return "unknown_role"
    own = _string(line, "attributionAgent").startswith(OWN_NAMES) or line.get("attributionPlugin") == _OWN_PLUGIN
    return "own" if own and record.sidechain else ""


def _read_blocks(blocks, record):
    """Take what the blocks hold; returns the kind of the last one that holds nothing to keep."""
    said, left = [], "empty"
    for block in blocks:
        kind = block.get("type")
        if kind == "text":
            words = _words(_string(block, "text"), record)
            said += [words] if words else []
            left = left if words or not _string(block, "text").strip() else "injected"
        elif kind in ("tool_use", "server_tool_use", "mcp_tool_use"):
            name = _string(block, "name")
            record.calls.append((_string(block, "id"), name, target_of(name, block.get("input"))))
        elif isinstance(kind, str) and kind.endswith("tool_result"):
            failed = block.get("is_error") is True
            record.results.append((_string(block, "tool_use_id"), head_of(block.get("content")), failed))
        else:
            left = _kind(kind)
    record.text = "\n\n".join(said)
    return left


def _words(text, record):
    if record.role == "assistant":
        return spoken(text)
    asked, words = typed(text)
    record.asked = record.asked or asked
    return words


def _open_turn(record, line, left):
    """A turn begins with what a person asks in the main thread, and with a notice that wakes the agent.

    Returns the kind of what is not kept.
    """
    if not _by_person(line):
        record.text = record.asked = ""
        record.opens = bool(record.prompt_id) and not record.results
        return "injected"
    if record.results:
        record.asked = ""
    elif record.text or left in ("image", "document"):
        record.asked = record.text or f"[{left}]"
    record.opens = bool(record.asked)
    return left


def _read_attachment(line, record):
    """Attachments are context that the client injected; but what is typed while the agent works stands in one too."""
    given = line.get("attachment")
    given = given if isinstance(given, dict) else {}
    queued = given.get("type") == "queued_command" and given.get("commandMode") == "prompt"
    if queued and _by_person(given) and not given.get("isMeta"):
        words = (typed(_string(block, "text"))[1] for block in _blocks(given.get("prompt")))
        record.text = "\n\n".join(filter(None, words))
    record.role = "user" if record.text else ""
    record.skipped = "" if record.text else "attachment"


def _by_person(holder):
    """False for what a task, another agent or a schedule sends in a person's place."""
    origin = holder.get("origin")
    return not isinstance(origin, dict) or origin.get("kind", "human") == "human"


def _blocks(content):
    """Content in its one form: a list of objects."""
    items = content if isinstance(content, list) else [content]
    texts = ({"type": "text", "text": item} if isinstance(item, str) else item for item in items)
    return [item for item in texts if isinstance(item, dict)]


def _kind(kind):
    return kind if isinstance(kind, str) and _KIND.match(kind) else "unknown"


def _string(holder, key):
    value = holder.get(key)
    return value if isinstance(value, str) else ""
