"""The main job, end to end: one developer's session settles something, a team mate's session knows it."""

import json
import time

import pytest

from tests.real_client.conftest import HTTPS, api, context, eventually, tool_text

pytestmark = pytest.mark.e2e

SEARCH_TOOL = "mcp__plugin_cairn_cairn__search_memory"
QUESTION = "payment retry backoff gateway"
TEST = "import retry\nassert retry.attempts() == 3, f'attempts is {retry.attempts()}'\nprint('1 passed')\n"
RUN = {"name": "Bash", "input": {"command": "python3 test_retry.py", "description": "run the test"}}
FIX = {
    "name": "Write",
    "input": {"file_path": "{{cwd}}/retry.py", "content": "def attempts():\n    return 3\n"},
}
SETTLED = (
    "The root cause: `attempts()` in `retry.py` returned 30 instead of 3, so the payment gateway banned the client. "
    "Decision: the payment client retries at most 3 times with exponential backoff starting at 200 ms, because the "
    "gateway answers 429 after the fourth attempt."
)
LATER = (
    "Decision: the nightly settlement export of the checkout runs at 02:30 UTC in batches of 5000 rows, "
    "because the ledger database locks its tables at 03:00 UTC for the vacuum."
)


def found(stack, username, query, word):
    """The full text of memories that answer the query and hold the word."""
    hits = api(stack, username, "search", q=query)["results"]
    if not hits:
        return ""
    text = json.dumps(api(stack, username, "memories", ids=",".join(str(hit["id"]) for hit in hits)))
    return text if word in text else ""


def fix_the_retry(alice):
    """Alice's session: a failing test, a fix, a passing test, and a decision with its reason."""
    (alice.clone / "retry.py").write_text("def attempts():\n    return 30\n")
    (alice.clone / "test_retry.py").write_text(TEST)
    read = {"name": "Read", "input": {"file_path": "{{cwd}}/retry.py"}}
    script = {
        "replies": [
            {"text": "I run the test.", "tools": [RUN]},
            {"text": "I look at the code.", "tools": [read]},
            {"text": "That is too many.", "tools": [FIX]},
            {"text": "Once more.", "tools": [RUN]},
            SETTLED,
        ]
    }
    return alice.session(script, "The payment retry test fails in CI, please find out why and fix it.")


def ask(person_at_work, prompt="How often may the payment client retry against the gateway?"):
    """A session that searches the memory and reads what it finds before it answers."""
    search = {"name": SEARCH_TOOL, "input": {"query": QUESTION}}
    read = {"name": "mcp__plugin_cairn_cairn__get_memories", "input": {"ids": ["{{id}}"]}}
    script = {
        "replies": [
            {"text": "I search.", "tools": [search]},
            {"capture": {"id": "([0-9a-f]{8}-[0-9a-f]{4}) "}, "text": "I read.", "tools": [read]},
            "Answered.",
        ]
    }
    return person_at_work.session(script, prompt)


def test_what_one_developer_settles_a_team_mates_session_knows_and_no_other_team(person, live_stack):
    report = fix_the_retry(person("alice"))
    ended = time.monotonic()
    assert report["ok"], report["turns"]
    assert "1 passed" in tool_text(report, "Bash")
    assert eventually(lambda: found(live_stack, "alice", QUESTION, "200 ms"), 20)
    assert time.monotonic() - ended < 10, "from a hook's exit to a memory that search finds"

    bob = ask(person("bob", HTTPS))
    assert bob["ok"], bob["turns"]
    assert "gateway" in context(bob, "SessionStart")
    assert SEARCH_TOOL in bob["tools_offered"], "search is always loaded"
    assert "200 ms" in tool_text(bob, "get_memories")

    mallory = ask(person("mallory"))
    assert mallory["ok"], mallory["turns"]
    assert "gateway" not in context(mallory, "SessionStart")
    assert "200 ms" not in tool_text(mallory, "search_memory")
    assert "gateway" not in tool_text(mallory, "get_memories")
    assert "429" not in json.dumps(api(live_stack, "mallory", "search", q=QUESTION))


def test_with_the_server_down_work_goes_on_and_arrives_when_it_is_back(person, live_stack):
    alice = person("alice")
    live_stack.stop()
    try:
        report = alice.session(
            {"replies": [{"tools": [RUN]}, LATER]}, "When may the settlement export of the checkout run?"
        )
        assert report["ok"], report["turns"]
        assert not any(turn["hook_problems"] for turn in report["turns"])
        assert max(report["hook_ms"]["SessionStart"]) < 1500
        assert alice.waiting() >= 4
    finally:
        live_stack.start()
    sent = alice.cairn("flush")
    assert sent.returncode == 0, sent.stderr
    assert alice.waiting() == 0
    assert eventually(lambda: found(live_stack, "bob", "nightly settlement export", "02:30"), 20)


def test_what_claude_is_told_to_remember_is_found_by_a_team_mate(person, live_stack):
    fact = "The staging ledger of the checkout listens on port 7443 and needs TLS 1.3."
    save = {"name": "mcp__plugin_cairn_cairn__remember", "input": {"content": fact}}
    report = person("alice").session(
        {"replies": [{"text": "I save it.", "tools": [save]}, "Saved."]},
        "remember where the staging ledger is",
    )
    assert report["ok"], report["turns"]
    assert not any(entry["is_error"] for entry in report["tool_results"]), report["tool_results"]
    shown = person("bob", HTTPS).cairn("search", "staging ledger port")
    assert "7443" in shown.stdout, shown.stderr
    assert "7443" not in person("mallory").cairn("search", "-a", "staging ledger port").stdout


def test_a_secret_in_a_session_reaches_nobody(person, live_stack):
    secret = "ghp_" + "Zz9Yy8Xx7Ww6Vv5Uu4Tt3Ss2Rr1Qq0Pp9Oo8"
    told = f"Decision: the release job authenticates with the deploy token {secret} kept in the vault of acme."
    alice = person("alice")
    report = alice.session({"replies": [told]}, f"the release job needs the token {secret}, where do we keep it?")
    assert report["ok"], report["turns"]
    eventually(lambda: found(live_stack, "alice", "release job deploy token vault", "vault"), 10)
    everything = json.dumps(api(live_stack, "alice", "memories/recent", limit=50))
    assert secret not in everything
    left = [path.read_bytes() for path in alice.home.glob(".claude/plugins/data/**/*") if path.is_file()]
    assert left
    assert secret.encode() not in b"".join(left)


def test_the_doctor_is_content_after_a_session(person, live_stack):
    alice = person("alice")
    alice.session({"replies": ["Done."]}, "say that you are done, please")
    eventually(lambda: alice.waiting() == 0, 10)
    done = alice.cairn("doctor")
    assert done.returncode == 0, done.stdout
