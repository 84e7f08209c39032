"""Makes the line that leaves the machine of a transcript's line: the words and the calls in it, redacted, in the same
JSON shape as the client wrote them, so that the server reads it as it would read the file.
"""

from __future__ import annotations

import json

from hooks.scrubbing import LONGEST_PLACE, scrub, scrub_key
from hooks.transcripts.turn_reader import Chains, Record, is_own, parse

LONGEST_TEXT = 100_000
LONGEST_HEAD = 2_000
INJECTED = "<task-notification></task-notification>"


class Slimming:
    """The lines of one file, in order: what Cairn answered, and which subagent spoke, is known by the lines before."""

    def __init__(self) -> None:
        self._own: set[str] = set()
        self._chains = Chains()

    def slim(self, raw: bytes) -> bytes:
        """One line without its newline; empty when nothing of it is worth sending.

        Reading the result gives the same Record as reading `raw`, but for redaction and for what Cairn itself said.
        """
        record = parse(raw)
        # Subagents of older clients are told apart by lines that are not sent; their name goes in their place.
        record.agent_id = record.agent_id or self._chains.root_of(record)
        self._own.update(call_id for call_id, name, target in record.calls if is_own(name, target))
        if (record.skipped and not record.opens) or not (record.role or record.title or record.boundary):
            return b""
        return json.dumps(_line(record, self._own), ensure_ascii=False).encode("utf-8", "replace")


def _line(record: Record, own: set[str]) -> dict:
    line = {
        "uuid": scrub_key(record.uuid),
        "parentUuid": scrub_key(record.parent),
        "sessionId": scrub_key(record.session_id),
        "agentId": scrub_key(record.agent_id),
        "isSidechain": record.sidechain,
        "timestamp": record.at,
        "cwd": scrub(record.cwd, LONGEST_PLACE),
        "gitBranch": scrub(record.branch, LONGEST_PLACE),
        "promptId": scrub_key(record.prompt_id),
        **_said(record, own),
    }
    return {name: value for name, value in line.items() if value}


def _said(record: Record, own: set[str]) -> dict:
    if record.title:
        return {
            "type": "custom-title",
            "customTitle": scrub(record.title, LONGEST_HEAD),
            "leafUuid": scrub_key(record.parent),
        }
    if record.boundary:
        return {"type": "system", "subtype": "compact_boundary"}
    words = scrub(record.text, LONGEST_TEXT)
    if record.role == "user" and record.text and not (record.asked or record.results):
        # Typed while the agent was at work, which the client keeps as an attachment.
        return {"type": "attachment", "attachment": _queued(words)}
    message = {"id": scrub_key(record.message_id), "role": record.role, "model": record.model}
    said: dict = {"type": record.role, "message": {**message, "content": _blocks(record, words, own)}}
    if record.opens and (not record.asked or (record.text and not words)):
        said["origin"] = {"kind": "task-notification"}  # a turn begins here, without words that may be told
    return said


def _queued(words: str) -> dict:
    return {"type": "queued_command", "commandMode": "prompt", "prompt": words}


def _blocks(record: Record, words: str, own: set[str]) -> list[dict]:
    blocks = [{"type": "text", "text": words}] if words else []
    blocks += [_call(*call) for call in record.calls]
    blocks += [_result(call_id, "" if call_id in own else head, failed) for call_id, head, failed in record.results]
    if not record.skipped:
        return blocks
    if record.skipped == "command":
        return [{"type": "text", "text": f"<command-name>{scrub(record.asked, LONGEST_HEAD)}</command-name>"}]
    if record.skipped in ("injected", "empty"):
        return [{"type": "text", "text": INJECTED if record.skipped == "injected" else ""}]
    return [{"type": record.skipped}]


def _call(call_id: str, name: str, target: str) -> dict:
    cleaned = scrub(target, LONGEST_HEAD)
    key = "subagent_type" if name in ("Agent", "Task") and is_own(name, target) else "target"
    return {
        "type": "tool_use",
        "id": scrub_key(call_id),
        "name": scrub(name, LONGEST_HEAD),
        "input": {key: cleaned} if cleaned else {},
    }


def _result(call_id: str, head: str, failed: bool) -> dict:
    cleaned = scrub(head, LONGEST_HEAD)
    return {
        "type": "tool_result",
        "tool_use_id": scrub_key(call_id),
        "content": cleaned,
        **({"is_error": True} if failed else {}),
    }
