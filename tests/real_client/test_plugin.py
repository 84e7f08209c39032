"""The plugin in the real client, against a scripted server: it loads, fires, and is as quick as promised."""

import json
import subprocess

import pytest

from tests.hooks.scripted_server import TOKEN, ScriptedServer
from tests.real_client.conftest import PLUGIN, ROOT, context, slowness, tool_text

pytestmark = pytest.mark.e2e

BASH = {"name": "Bash", "input": {"command": "echo ok", "description": "say ok"}}
FAILING = {"name": "Bash", "input": {"command": "ls /no/such/folder", "description": "fail"}}
SEARCH = {"name": "mcp__plugin_cairn_cairn__search_memory", "input": {"query": "deploy"}}
PROMPT = "please find out why the deploy of the checkout fails"


@pytest.fixture
def server():
    """A scripted server that takes everything from alice."""
    scripted = ScriptedServer()
    yield scripted
    scripted.stop()


def run_client(developer, *arguments):
    return subprocess.run(
        [str(developer.claude), *arguments],
        env=developer.environment(),
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize("folder", [PLUGIN, ROOT], ids=["plugin", "marketplace"])
def test_the_manifest_passes_the_strict_validator(developer, folder):
    done = run_client(developer("alice"), "plugin", "validate", "--strict", str(folder))
    assert done.returncode == 0, done.stdout


def test_every_event_of_a_session_is_captured_and_answered(developer, server):
    alice = developer("alice")
    alice.log_in(server.url, TOKEN)
    script = {
        "lanes": [{"name": "explorer", "when": {"first_user": "LOOK AROUND"}, "replies": ["I looked around."]}],
        "replies": [
            {"text": "First a look.", "tools": [BASH, FAILING]},
            {
                "tools": [
                    {
                        "name": "Agent",
                        "input": {
                            "description": "look",
                            "prompt": "LOOK AROUND",
                            "subagent_type": "Explore",
                            "run_in_background": False,
                        },
                    }
                ]
            },
            "Deploys fail on Mondays because of the freeze.",
            "Went on.",
        ],
    }
    report = alice.session(script, PROMPT, "/compact", "go on with the deploy please")
    assert report["ok"], report["turns"]
    assert not any(turn["hook_problems"] for turn in report["turns"])
    assert server.briefing["text"].splitlines()[1] in context(report, "SessionStart")
    assert "team memory may bear on this" in context(report, "UserPromptSubmit")
    wanted = {
        "SessionStart",
        "UserPromptSubmit",
        "PostToolUse",
        "PostToolUseFailure",
        "PreCompact",
        "Stop",
        "SubagentStop",
        "SessionEnd",
    }
    assert {event["event"] for event in server.wait_for_events(14)} == wanted
    assert "SCRIPTED-SUMMARY" not in json.dumps(list(server.events.values()))


def test_claude_searches_without_a_permission_prompt_and_what_it_finds_is_not_captured(developer, server):
    alice = developer("alice")
    alice.log_in(server.url, TOKEN)
    options = ("--permission-mode", "manual")
    report = alice.session({"replies": [{"tools": [SEARCH]}, "Found it."]}, PROMPT, options=options)
    assert report["ok"]
    assert "git@github.com:acme/checkout.git" in tool_text(report, "search_memory")
    server.wait_for_events(4)
    assert not [event for event in server.events.values() if "search_memory" in json.dumps(event)]


def test_the_recall_skill_runs_in_a_subagent_that_can_only_read(developer, server):
    alice = developer("alice")
    alice.log_in(server.url, TOKEN)
    fork = [
        {
            "expect": {
                "tools": [SEARCH["name"]],
                "not_tools": ["Bash", "Write", "mcp__plugin_cairn_cairn__remember"],
            },
            "tools": [SEARCH],
        },
        "FORK-DIGEST: deploys happen on Tuesdays [11]",
    ]
    script = {
        "lanes": [{"name": "fork", "when": {"first_user": "Find out what the team's memory says"}, "replies": fork}],
        "replies": [
            {"tools": [{"name": "Skill", "input": {"skill": "cairn:memory-recall", "args": "deploy days"}}]},
            {"expect": {"contains": ["FORK-DIGEST"]}, "text": "Done."},
        ],
    }
    report = alice.session(script, PROMPT, options=("--permission-mode", "manual"))
    assert report["ok"], report["expect_failed"]
    server.wait_for_events(4)
    assert "FORK-DIGEST" not in json.dumps(list(server.events.values()))


def test_installed_from_the_marketplace_its_options_reach_hooks_and_tools(developer, server):
    alice = developer("alice")
    for arguments in (
        ("marketplace", "add", str(ROOT)),
        ("install", "cairn@cairn", "--config", f"url={server.url}", "--config", f"token={TOKEN}"),
    ):
        done = run_client(alice, "plugin", *arguments)
        assert done.returncode == 0, done.stdout + done.stderr
    report = alice.session({"replies": [{"tools": [SEARCH]}, "Found it."]}, PROMPT, options=("--installed",))
    assert report["ok"]
    assert server.briefing["text"].splitlines()[1] in context(report, "SessionStart")
    assert "checkout" in tool_text(report, "search_memory")
    assert len(server.wait_for_events(4)) == 4


def test_a_session_with_a_huge_tool_result_is_captured_small(developer, server):
    alice = developer("alice")
    alice.log_in(server.url, TOKEN)
    (alice.clone / "big.txt").write_text("x" * 3_000_000)
    edit = {
        "name": "Edit",
        "input": {"file_path": "{{cwd}}/big.txt", "old_string": "x" * 50, "new_string": "y"},
    }
    read = {"name": "Read", "input": {"file_path": "{{cwd}}/small.txt"}}
    (alice.clone / "small.txt").write_text("FILE-CONTENT\n")
    report = alice.session({"replies": [{"tools": [read, BASH, edit]}, "Done."]}, PROMPT)
    assert not any(turn["hook_problems"] for turn in report["turns"])
    server.wait_for_events(5)
    assert "FILE-CONTENT" not in json.dumps(list(server.events.values()))
    assert max(len(json.dumps(event)) for event in server.events.values()) < 20_000


def test_cairn_disable_keeps_a_session_out(developer, server):
    alice = developer("alice")
    alice.log_in(server.url, TOKEN)
    seen = len(server.requests)
    report = alice.session({"replies": [{"tools": [BASH]}, "Done."]}, PROMPT, options=("--env", "CAIRN_DISABLE=1"))
    assert report["ok"]
    assert len(server.requests) == seen
    assert alice.waiting() == 0


@pytest.mark.parametrize(("up", "start_limit"), [(True, 150), (False, 300)], ids=["up", "down"])
def test_hooks_are_as_quick_as_promised(developer, server, up, start_limit):
    alice = developer("alice")
    alice.log_in(server.url, TOKEN)
    if not up:
        server.stop()
    before = slowness()
    turn = [{"tools": [BASH]}, {"tools": [BASH]}, "Done."]
    report = alice.session({"replies": turn * 4}, *[f"{PROMPT} ({n})" for n in range(4)], options=("--no-recorder",))
    assert report["ok"]
    if not up:
        server.__init__(server.port)
    # The quickest of several, because other work on the machine only ever adds to what a hook takes.
    quickest = {event: min(times) for event, times in report["hook_ms"].items()}
    limit = max(before, slowness())
    assert quickest["UserPromptSubmit"] <= 40 * limit, quickest
    assert quickest["PostToolUse"] <= 40 * limit, quickest
    assert quickest["SessionStart"] <= start_limit * limit, quickest
