"""Real transcripts of many origins: what of each is kept, counted by hand, and that no injected text ever is."""

import json
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from memory import access
from memory.access import Actor
from memory.capture.transcripts import record_transcript
from memory.models import CodingSession, Message, ToolCall
from tests.capture.transcript_samples import SHARED, beside, sample, samples

pytestmark = [pytest.mark.django_db, beside]

REAL = "claude-code-log/real_projects"
FIXTURES = "claude-code-log/fixtures"
HARNESS = "harness-2.1.328"
# The client's own books in the transcripts of 2.1.328.
BOOKS = frozenset(
    "queue-operation last-prompt mode permission-mode tools-used cost-state atis-latch agent-name worktree-state "
    "api-request api-request-shape api-request-blob file-history-snapshot".split()
)

# (messages of the person, of the agent, of subagents' threads; tool calls; what was skipped but for the client's
# books), read off the files with a script that shares nothing with the parser, and by eye where it surprised:
KEPT = {
    # an interruption is nobody's word; 152 calls in 18 turns
    "cctrace/main.jsonl.gz": (18, 75, 0, 152, {"thinking": 99, "injected": 1, "system": 16}),
    # begins with /init, which says nothing; its expansion is isMeta
    "claude-code-viewer/1af7fc5e-8455-4414-9ccd-011d40f70b2a.jsonl": (0, 3, 0, 12, {"command": 1, "meta": 1}),
    # /orchestrator with arguments is the person's word; five subagents stand inline, one after the other or mixed
    "claude-code-viewer/fe5e1c67-53e7-4862-81ae-d0e013e3270b.jsonl.gz": (2, 7, 93, 167, {"meta": 1}),
    # a document block in an isMeta line, retries as system lines
    "episodic-memory/long-conversation.jsonl.gz": (15, 33, 0, 98, {"meta": 1, "thinking": 12, "system": 5}),
    # ide_opened_file and ide_selection stand beside words, which stay
    f"{REAL}/-Users-dain-workspace-JSSoundRecorder/7acd37a8-2745-4b58-a8a9-46164b22ad9e.jsonl.gz": (
        (5, 13, 0, 71, {"command": 1, "meta": 1, "injected": 1, "thinking": 36})
    ),
    # /doctor, /status, /mcp with their outputs, three interruptions, a line of a megabyte
    f"{REAL}/-Users-dain-workspace-claude-code-log-sample/0d3a8e6f-290f-4105-a327-a2496e5e2a83.jsonl.gz": (
        (4, 9, 0, 14, {"injected": 9, "meta": 1, "thinking": 9, "system": 8})
    ),
    # agents in worktrees; /exit and its output
    f"{REAL}/-experiments-worktrees/ef958aa1-0e93-49f0-bb71-150f63befcd1.jsonl": (
        (2, 8, 0, 40, {"attachment": 49, "thinking": 14, "system": 6, "meta": 1, "injected": 2})
    ),
    f"{REAL}/-experiments-worktrees/ef958aa1-0e93-49f0-bb71-150f63befcd1/subagents/agent-a52886dc180afb356.jsonl": (
        (0, 0, 9, 17, {"meta": 1})
    ),
    # a string as message, a text among blocks, a line that is a string, a number, a list, an object without a type;
    # two different lines with one uuid are both kept
    f"{FIXTURES}/edge_cases.jsonl": (6, 2, 0, 3, {"injected": 2, "empty": 1, "not_an_object": 3, "unknown": 1}),
    # one subagent inline whose last line has lost its parent
    f"{FIXTURES}/sidechain.jsonl": (0, 0, 4, 3, {}),
    # images beside words and beside a selection
    f"{FIXTURES}/debug_image_message.jsonl.gz": (1, 0, 0, 0, {}),
    "inspect_scout/compaction_session.jsonl": (2, 2, 0, 0, {"compact_summary": 1}),
    "simonw/sample_session.jsonl": (2, 2, 0, 2, {}),
    # commands of plugins with arguments; their expansions are isMeta; a skill's answer is a system line
    f"{HARNESS}/slash-commands.6337b63f.slim.jsonl": (4, 3, 0, 0, {"meta": 4, "system": 4, "attachment": 15}),
    # twice compacted context: the summary, /compact and its output are nobody's word
    f"{HARNESS}/compact-manual.02896ab8.slim.jsonl": (
        (2, 2, 0, 0, {"compact_summary": 1, "meta": 1, "injected": 2, "system": 2, "attachment": 26})
    ),
    # a background task wakes the agent
    f"{HARNESS}/edit-read-thinking-background.413a1762.slim.jsonl": (
        (1, 2, 0, 7, {"thinking": 1, "injected": 1, "system": 2, "attachment": 13})
    ),
    f"{HARNESS}/api-error.f9297990.slim.jsonl": (1, 0, 0, 0, {"api_error": 1, "attachment": 11}),
}


@pytest.mark.parametrize("name", KEPT)
def test_what_is_kept_of_a_file_is_what_was_said_in_it(alice: Actor, name: str) -> None:
    person, agent, subagents, calls, skipped = KEPT[name]
    with access.acting(alice):
        receipt = record_transcript(sample(name), session_id="given", actor=alice)
        rows = list(Message.objects.values_list("role", "subagent"))
        assert CodingSession.objects.count() == len(receipt.sessions)
    counts = Counter("subagents" if subagent else role for role, subagent in rows)
    assert (counts["user"], counts["assistant"], counts["subagents"]) == (person, agent, subagents)
    assert (receipt.accepted, receipt.calls) == (len(rows), calls)
    assert {kind: number for kind, number in receipt.skipped.items() if kind not in BOOKS} == skipped


def test_every_sample_is_stored_once_and_nothing_injected_with_it(alice: Actor) -> None:
    def store() -> Counter[str]:
        counts: Counter[str] = Counter()
        for path in samples():
            receipt = record_transcript(sample(str(path.relative_to(SHARED))), session_id=path.name, actor=alice)
            counts.update(stored=receipt.accepted, duplicates=receipt.duplicates, calls=receipt.calls)
        return counts

    with access.acting(alice):
        first = store()
        assert first["stored"] == Message.objects.count() > 600 and first["calls"] == ToolCall.objects.count() > 700
        second = store()
        assert (second["stored"], second["calls"]) == (0, 0)
        assert second["duplicates"] == first["stored"] + first["duplicates"]
        told = list(Message.objects.values_list("role", "content"))
    of_the_client = re.compile(
        r"<(?:system-reminder|local-command|command-|task-notification|teammate-message|ide_|bash-)|Caveat: The mess"
        r"|\[Request interrupted|^This session is being continued|^Base directory for this skill"
    )
    for role, content in told:
        assert content.strip() and (role == "assistant" or not of_the_client.search(content)), content
    for text in injected():
        assert not any(text in content for _, content in told), text


def injected() -> Iterator[str]:
    """The beginnings of texts that the client injected: hook contexts, expansions of commands, summaries."""
    for path in samples():
        for raw in sample(str(path.relative_to(SHARED))):
            given = json.loads(raw)
            if not isinstance(given, dict):
                continue
            attachment = given.get("attachment") or {}
            if attachment.get("type") in ("hook_additional_context", "hook_success", "hook_system_message"):
                texts = attachment.get("content") or ""
                yield from (text[:60] for text in ([texts] if isinstance(texts, str) else texts) if len(text) > 5)
            elif given.get("isMeta") or given.get("isCompactSummary"):
                content = given["message"]["content"] if "message" in given else ""
                yield from [content[:60]] if isinstance(content, str) and content else []
