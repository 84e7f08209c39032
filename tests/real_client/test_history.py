"""The whole history, end to end: what was said reaches the server, survives compaction, and is quoted word for word."""

import json
import urllib.request

import pytest

from tests.real_client.conftest import HTTPS, api, context, eventually, tool_text

pytestmark = pytest.mark.e2e

ASKED = "Where does the parcel tracker keep its checkpoints, and may I move them?"
SAID = (
    "The parcel tracker keeps its checkpoints in spool/checkpoints.db. Moving them is safe only while the importer is "
    "stopped, since it holds an exclusive lock named parcel-import."
)
INJECTED = "The heliotrope service of the parcel tracker listens on port 7011."
LOOK = {"name": "Bash", "input": {"command": "echo parcel-import is held", "description": "look at the lock"}}


def remember(stack, username, content):
    """Saves a memory by hand."""
    request = urllib.request.Request(
        f"{stack.url}/api/v1/memories",
        data=json.dumps({"content": content, "type": "dependency"}).encode(),
        headers={"Authorization": f"Bearer {stack.token(username)}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=10) as reply:
        assert reply.status == 201


def said(stack, username, question, session):
    """What the history search finds of one session, matches and what stands around them, as (role, words)."""
    page = api(stack, username, "history", q=question, scope="global", threshold=0, max_results=50)
    hits = [hit for hit in page["results"] if hit["matched_message"]["session_id"] == session]
    return {(message["role"], message["content"]) for hit in hits for message in hit["context"]}


def session_of(report):
    return report["hook_events"][0]["stdin"]["session_id"]


def test_what_person_and_agent_said_is_found_by_the_team_and_nothing_that_was_injected(person, live_stack):
    remember(live_stack, "alice", INJECTED)
    alice = person("alice")
    report = alice.session({"replies": [{"text": "I look at the lock.", "tools": [LOOK]}, SAID]}, ASKED)
    assert report["ok"], report["turns"]
    assert "heliotrope" in context(report, "SessionStart"), "the memory was in the context"
    session = session_of(report)

    wanted = {("user", ASKED), ("assistant", "I look at the lock."), ("assistant", SAID)}
    question = "parcel tracker checkpoints lock"
    assert eventually(lambda: said(live_stack, "alice", question, session) == wanted, 20)
    turns = api(live_stack, "bob", f"sessions/{session}/turns")["results"]
    assert [(turn["preview"][:20], turn["tools"]) for turn in turns] == [(ASKED[:20], 1)]
    verbatim = api(live_stack, "bob", f"sessions/{session}/turns/{turns[0]['short']}")["results"]
    assert SAID in json.dumps(verbatim)
    assert "[Bash] echo parcel-import is held" in json.dumps(verbatim)
    assert "heliotrope" not in json.dumps(verbatim)
    assert "heliotrope" not in repr(said(live_stack, "alice", "heliotrope service port 7011 parcel tracker", session))
    assert said(live_stack, "mallory", question, session) == set()
    shown = person("bob", HTTPS).cairn("search", "--history", "parcel tracker checkpoints lock")
    assert SAID in shown.stdout, shown.stderr
    assert SAID in alice.cairn("transcript", session[:8], "-t", turns[0]["short"]).stdout


def test_after_a_compaction_the_session_knows_again_what_it_was_doing(person, live_stack):
    goal = "Make the invoice numbering of the ledger gapless, and keep the old numbers as they are."
    write = {"name": "Write", "input": {"file_path": "{{cwd}}/numbering.py", "content": "STEP = 1\n"}}
    settled = "Decision: invoice numbers come from one row that is locked FOR UPDATE, since a sequence leaves gaps."
    script = {
        "replies": [
            {"text": "I begin with the numbering.", "tools": [write]},
            settled,
            {"expect": {"contains": ["invoice numbering of the ledger", "numbering.py"]}, "text": "I go on."},
        ],
        "compact": "SCRIPTED-SUMMARY: they talked.",
    }
    report = person("alice").session(script, goal, "/compact", "please go on with it")
    assert report["ok"], report["expect_failed"]
    restored = context(report, "SessionStart")
    for word in ("invoice numbering of the ledger gapless", "numbering.py", "FOR UPDATE"):
        assert word in restored, restored
    eventually(lambda: said(live_stack, "alice", "I go on invoice", session_of(report)), 10)
    assert "SCRIPTED-SUMMARY" not in repr(said(live_stack, "alice", "scripted summary talked", session_of(report)))


def test_the_forked_skill_quotes_an_earlier_session_word_for_word(person, live_stack):
    told = "We chose zstd level 9 for the telemetry archive because level 12 doubled the nightly run to 74 minutes."
    asked = "Which compression does the telemetry archive use?"
    earlier = person("alice").session({"replies": [told]}, asked)
    assert earlier["ok"], earlier["turns"]
    assert eventually(lambda: said(live_stack, "bob", "telemetry archive zstd", session_of(earlier)), 20)

    search = {"name": "mcp__plugin_cairn_cairn__search_project_history", "input": {"query": "telemetry archive zstd"}}
    read = {
        "name": "mcp__plugin_cairn_cairn__get_transcript",
        "input": {"session_id": "{{session}}", "turn": "{{turn}}", "context": 0},
    }
    place = {"session": r'session="([0-9a-f]{8})"', "turn": r'turn="([0-9a-f-]{12})"'}
    fork = [
        {"expect": {"tools": [search["name"], read["name"]], "not_tools": ["Bash", "Write"]}, "tools": [search]},
        {"capture": place, "tools": [read]},
        {
            "capture": {"quote": r"(We chose zstd [^<\n]*minutes\.)"},
            "text": 'DIGEST: "{{quote}}" (session {{session}})',
        },
    ]
    script = {
        "lanes": [{"name": "fork", "when": {"first_user": "Find out what the team's memory says"}, "replies": fork}],
        "replies": [
            {"tools": [{"name": "Skill", "input": {"skill": "cairn:memory-recall", "args": "telemetry compression"}}]},
            {"expect": {"contains": [f'DIGEST: "{told}"']}, "text": "It is zstd level 9."},
        ],
    }
    bob = person("bob", HTTPS)
    report = bob.session(script, "How is the telemetry archive compressed?", options=("--permission-mode", "manual"))
    assert report["ok"], (report["expect_failed"], report["tool_results"])
    assert told in tool_text(report, "search_project_history")
    assert told in tool_text(report, "get_transcript")
    assert asked in tool_text(report, "get_transcript")
    assert f"(session {session_of(earlier)[:8]})" in tool_text(report, "Skill")
    question, later = "is the telemetry archive zstd level 9 compressed", session_of(report)
    answered = ("assistant", "It is zstd level 9.")
    assert eventually(lambda: answered in said(live_stack, "bob", question, later), 20)
    assert "DIGEST" not in repr(said(live_stack, "bob", question, later)), "what the memory said is not learned again"
