"""Reading by hand what was said: `cairn search`, `expand` and `transcript`, in the look of memsearch."""

import gzip
import json

import pytest

from tests.hooks.conftest import SESSION
from tests.hooks.conversation import Conversation
from tests.hooks.scripted_server import queries

ASKED = "Add a Redis caching layer to the API with a 5-minute TTL."
INDEX = """\
All turns (3):

  {0:.12}  09:00:00  Set up the project scaffolding for the...       [2 tools]
  {1:.12}  09:00:05  Can you add a health check endpoint?
  {2:.12}  09:00:07  Add a Redis caching layer to the API...         [1 tools]
"""
AROUND = f"""\
Showing 2 turns around {{2:.8}}:

>>> [09:00:05] {{1:.8}}
Can you add a health check endpoint?

**Assistant**: Sure, I'll add it.

>>> [09:00:07] {{2:.8}}
{ASKED}

**Assistant**: I'll add Redis caching middleware. Let me first check
your current dependencies.
  [Read] requirements.txt → redis==5.0
"""


@pytest.fixture
def conversation(machine):
    """Three turns, two of them with tools."""
    told = Conversation(machine.home / f"{SESSION}.jsonl", machine.project)
    told.ask("Set up the project scaffolding for the new API service")
    told.call("Bash", {"command": "make new"}, "made", "t1").call("Bash", {"command": "make test"}, "3 passed", "t2")
    told.ask("Can you add a health check endpoint?").answer("Sure, I'll add it.")
    told.ask(ASKED).answer("I'll add Redis caching middleware. Let me first check\nyour current dependencies.")
    return told.call("Read", {"file_path": "requirements.txt"}, "redis==5.0", "t3").bulk(2)


def turns_of(machine, path):
    listed = json.loads(machine.cairn("transcript", str(path), "-j").stdout)
    return [turn["turn"] for turn in listed["results"]]


def test_a_local_transcript_is_listed_turn_by_turn(machine, server, conversation):
    done = machine.cairn("transcript", str(conversation.path))
    assert done.stdout == INDEX.format(*turns_of(machine, conversation.path))
    assert server.requests == []


def test_the_turns_around_one_are_shown_word_for_word(machine, conversation):
    turns = turns_of(machine, conversation.path)
    done = machine.cairn("transcript", str(conversation.path), "-t", turns[2][:8], "-c", "1")
    assert done.stdout == AROUND.format(*turns)


def test_a_turn_is_found_by_the_uuid_of_what_was_said_in_it(machine, conversation):
    turns = turns_of(machine, conversation.path)
    for uuid in (conversation.uuids[7], conversation.uuids[8], conversation.uuids[-1]):
        done = machine.cairn("transcript", str(conversation.path), "-t", uuid[:12], "-c", "0", "-j")
        assert [turn["turn"] for turn in json.loads(done.stdout)["results"]] == [turns[2]], done.stderr


def test_json_holds_the_same(machine, conversation):
    done = machine.cairn("transcript", str(conversation.path), "-t", turns_of(machine, conversation.path)[1], "-j")
    before, wanted, after = json.loads(done.stdout)["results"]
    assert (before["wanted"], wanted["wanted"], after["wanted"]) == (False, True, False)
    assert wanted["prompt"] == "Can you add a health check endpoint?"
    assert wanted["items"] == [{"kind": "text", "text": "Sure, I'll add it."}]
    assert after["items"][-1] == {"kind": "tool", "text": "[Read] requirements.txt → redis==5.0"}


def test_a_packed_transcript_is_read_too(machine, conversation):
    packed = conversation.path.with_suffix(".jsonl.gz")
    packed.write_bytes(gzip.compress(conversation.path.read_bytes()))
    assert machine.cairn("transcript", str(packed)).stdout.startswith("All turns (3):")


def test_a_wrong_path_or_turn_is_said(machine, conversation):
    missing = machine.cairn("transcript", "/no/such.jsonl")
    assert (missing.returncode, "cannot be read" in missing.stderr) == (1, True)
    unknown = machine.cairn("transcript", str(conversation.path), "-t", "ffffffff")
    assert (unknown.returncode, "no turn ffffffff" in unknown.stderr) == (1, True)
    empty = machine.home / "empty.jsonl"
    empty.touch()
    assert machine.cairn("transcript", str(empty)).stdout == "No conversation turns found.\n"


def test_a_session_id_asks_the_server(machine, server):
    turn = {"turn": "8e45ce0d-9a00-4e3a-8d52-2f1f0f6f0c11", "short": "8e45ce0d-9a0", "at": "2026-02-10T09:15:03Z"}
    server.answers = {
        "/api/v1/sessions/abc123de/turns": {"results": [{**turn, "preview": ASKED, "tools": 8}]},
        "/api/v1/sessions/abc123de/turns/8e45ce0d": {
            "results": [
                {
                    **turn,
                    "prompt": ASKED,
                    "wanted": True,
                    "items": [
                        {"kind": "text", "role": "assistant", "text": "I'll add it."},
                        {"kind": "tool", "role": "assistant", "text": "[Read] requirements.txt"},
                        {"kind": "text", "role": "user", "text": "use port 6380"},
                        {"kind": "text", "role": "user", "text": "Look around.", "subagent": "a1b2"},
                        {"kind": "text", "role": "assistant", "text": "Looked.", "subagent": "a1b2"},
                    ],
                }
            ]
        },
    }
    listed = machine.cairn("transcript", "abc123de").stdout
    assert listed.startswith("All turns (1):\n\n  8e45ce0d-9a0  09:15:03  Add a Redis caching layer to the API...")
    shown = machine.cairn("transcript", "abc123de", "-t", "8e45ce0d", "-c", "1").stdout
    assert queries(server, "/api/v1/sessions/abc123de/turns/8e45ce0d") == [{"context": ["1"]}]
    assert "**Assistant**: I'll add it.\n  [Read] requirements.txt\n\n> use port 6380\n" in shown
    assert "**Assistant** (a1b2): Looked." in shown
    assert "**User** (a1b2): Look around." in shown
    assert json.loads(machine.cairn("transcript", "abc123de", "-j").stdout)["results"][0]["tools"] == 8


def test_a_session_that_is_not_there_is_said(machine):
    done = machine.cairn("transcript", "abc123de")
    assert (done.returncode, "[not_found]" in done.stderr) == (1, True)


@pytest.fixture
def said(server):
    """One message that the history search finds, with what stood around it."""
    matched = {
        "role": "assistant",
        "content": "To fix the authentication bug, rotate the key.",
        "timestamp": "2025-01-15T10:30:00Z",
        "project": "acme/checkout",
        "session_id": SESSION,
        "uuid": "6d6210b7-b841-4cd7-a97f-e3c8bb185d06",
    }
    around = [
        {"role": "user", "content": "How do I fix\nthis auth bug?", "is_match": False},
        {"role": "assistant", "content": matched["content"], "is_match": True},
    ]
    answer = {"results": [{"matched_message": matched, "score": 0.8542, "context": around}], "total_matches": 1}
    server.answers = {"/api/v1/history": answer}
    return answer


def test_the_history_is_searched_by_hand(machine, server, said):
    done = machine.cairn("search", "--history", "auth", "bug", "-k", "3")
    assert done.stdout == (
        "0.85  2025-01-15  assistant  7a552a6c 6d6210b7-b84\n"
        "    user       How do I fix this auth bug?\n"
        "  > assistant  To fix the authentication bug, rotate the key.\n\n"
    )
    machine.cairn("search", "--history", "-a", "auth")
    assert queries(server, "/api/v1/history") == [
        {"q": ["auth bug"], "max_results": ["3"], "project": ["git@github.com:acme/checkout.git"]},
        {"q": ["auth"], "max_results": ["5"], "scope": ["global"]},
    ]
    assert json.loads(machine.cairn("search", "--history", "auth", "-j").stdout) == said


def test_history_that_knows_nothing_is_no_error(machine, server):
    server.answers = {"/api/v1/history": {"results": []}}
    done = machine.cairn("search", "--history", "auth")
    assert (done.returncode, done.stdout) == (0, "")
    assert "no matching conversation in this project" in done.stderr


@pytest.fixture
def expanded(server):
    """A memory with a neighbour before and one after it."""
    anchor = {"session": SESSION, "turn": "def456ab", "transcript": "/home/a/.claude/projects/x/t.jsonl"}
    server.answers = {
        "/api/v1/memories": {
            "results": [
                {
                    "id": "7a3f9b21-e4c0-7d56-8000-000000000001",
                    "type": "decision",
                    "status": "active",
                    "projects": ["acme/checkout"],
                    "content": "Redis caching middleware has a 5-minute TTL.",
                    "occurred_at": "2026-02-10T09:15:03Z",
                    "anchor": anchor,
                    "neighbours": [
                        {"id": "1" * 36, "snippet": "Scaffolding is set up.", "occurred_at": "2026-02-10T08:50:00Z"},
                        {"id": "2" * 36, "snippet": "Cache keys hash params.", "occurred_at": "2026-02-10T09:32:00Z"},
                    ],
                }
            ]
        }
    }


def test_expand_shows_a_memory_in_its_section_of_the_day(machine, expanded):
    path = "/home/a/.claude/projects/x/t.jsonl"
    assert (
        machine.cairn("expand", "7a3f9b21").stdout
        == f"""\
Source: acme/checkout 2026-02-10 (memory 7a3f9b21-e4c0-7d56-8000-000000000001, decision active)
Heading: 09:15
Session: {SESSION}
Turn: def456ab
Transcript: {path}

### 08:50
<!-- session:{SESSION} transcript:{path} -->
- Scaffolding is set up. [1111111111111]

### 09:15
<!-- session:{SESSION} turn:def456ab transcript:{path} -->
- Redis caching middleware has a 5-minute TTL. [7a3f9b21-e4c0]

### 09:32
<!-- session:{SESSION} transcript:{path} -->
- Cache keys hash params. [2222222222222]
"""
    )


def test_expand_can_show_less(machine, expanded):
    lines = machine.cairn("expand", "7a3f9b21", "-n", "0").stdout.splitlines()
    assert [line for line in lines if line.startswith("###")] == ["### 09:15"]
    assert [line for line in lines if line.startswith("- ")] == [
        "- Redis caching middleware has a 5-minute TTL. [7a3f9b21-e4c0]"
    ]
    wider = machine.cairn("expand", "7a3f9b21", "-n", "3").stdout
    assert "Scaffolding" in wider
    assert "hash params" not in wider.replace("### 09:32", "")
