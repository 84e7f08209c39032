"""What of a session is kept, and in what shape it reaches the server."""

import json
import re
import uuid
from pathlib import Path

import pytest

from hooks import capture
from tests.hooks.conftest import SESSION, is_private

SAMPLES = Path(__file__).resolve().parents[3] / "shared" / "samples" / "hooks"
SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


def test_a_tool_call_reaches_the_server_as_the_contract_says(machine, server):
    machine.hook("Stop", last_assistant_message="Fixed the retry in payments.py.", prompt_id="p1")
    (event,) = server.wait_for_events(1)
    assert uuid.UUID(event["id"]).version == 7
    assert (event["event"], event["session_id"]) == ("Stop", SESSION)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d", event["occurred_at"])
    assert event["occurred_at"].endswith(("+01:00", "+02:00"))
    assert event["project"] == {
        "root": str(machine.project),
        "git_dir": str(machine.project / ".git"),
        "branch": "main",
        "remote": "git@github.com:acme/checkout.git",
    }
    assert event["payload"]["last_assistant_message"] == "Fixed the retry in payments.py."
    assert event["payload"]["prompt_id"] == "p1"


def test_spool_and_folder_are_closed_to_other_users(alone):
    alone.data.chmod(0o755)
    alone.bash()
    assert is_private(alone.data)
    assert is_private(alone.spool)
    assert is_private(alone.spool / "spool.jsonl")


def test_a_private_block_never_reaches_even_the_disk(alone):
    alone.hook("UserPromptSubmit", prompt="use the new gateway <private>codename bluebird</private> from now on")
    alone.bash(stdout="ok <private>bluebird\nsecond line</private> done")
    assert b"bluebird" not in alone.on_disk()
    assert "use the new gateway" in alone.lines()[0]["payload"]["prompt"]


def test_a_prompt_that_is_private_as_a_whole_leaves_nothing(alone):
    alone.hook("UserPromptSubmit", prompt="<private>all of this stays here</private>")
    assert alone.lines() == []


def test_a_secret_is_redacted_before_it_is_spooled(alone):
    alone.bash(command=f"curl -H 'Authorization: token {SECRET}' https://api.github.com", stdout=f"x {SECRET}")
    alone.hook("UserPromptSubmit", prompt=f"the token is {SECRET}, use it in the deploy job")
    assert SECRET.encode() not in alone.on_disk()
    assert "[REDACTED:" in alone.lines()[0]["payload"]["tool_input"]["command"]


def test_a_secret_that_lies_across_the_cut_does_not_leave_half_of_itself(alone):
    for shift in range(-30, 31, 10):
        alone.bash(stdout="x " * (1000 + shift // 2) + SECRET + " y" * 200_000)
    assert not re.search(rb"ghp_a1B2c3", alone.on_disk())


def test_an_event_of_three_mebibytes_becomes_a_small_honest_one(machine, server):
    body = "line of output\n" * 210_000
    machine.bash(command="cat big.log", stdout=f"FIRST {body} LAST")
    machine.hook("Stop", last_assistant_message="read it")
    events = {event["event"]: event for event in server.wait_for_events(2)}
    stdout = events["PostToolUse"]["payload"]["tool_response"]["stdout"]
    assert stdout.startswith("FIRST")
    assert stdout.endswith("LAST")
    assert "characters cut by Cairn" in stdout
    assert len(json.dumps(events["PostToolUse"])) < 10_000
    assert machine.dead_letters() == []


def test_an_event_with_very_many_fields_stays_below_the_servers_limit():
    wide = {f"key {n}": {f"inner {m}": "text " * 300 for m in range(40)} for n in range(40)}
    data = {"hook_event_name": "PostToolUse", "session_id": "s", "tool_name": "mcp__x__y", "tool_input": wide}
    line = capture.event_line(data, {"root": "/x"}, 1_700_000_000_000_000_000)
    assert len(line) < 200_000
    assert json.loads(line)["payload"]["tool_name"] == "mcp__x__y"


def test_file_contents_stay_on_the_machine(alone):
    alone.hook(
        "PostToolUse",
        tool_name="Read",
        tool_input={"file_path": "/p/a.py"},
        tool_response={"type": "text", "file": {"filePath": "/p/a.py", "content": "SOURCE", "numLines": 3}},
    )
    alone.hook(
        "PostToolUse",
        tool_name="Edit",
        tool_input={"file_path": "/p/a.py", "old_string": "x = 1", "new_string": "x = 3"},
        tool_response={
            "filePath": "/p/a.py",
            "originalFile": "SOURCE",
            "structuredPatch": [{"lines": ["SOURCE"]}],
        },
    )
    alone.hook(
        "PostToolUse",
        tool_name="Grep",
        tool_input={"pattern": "retry", "path": "/p"},
        tool_response={"mode": "content", "numFiles": 2, "content": "SOURCE"},
    )
    assert b"SOURCE" not in alone.on_disk()
    read, edit, grep = (line["payload"] for line in alone.lines())
    assert read["tool_response"]["file"] == {"filePath": "/p/a.py", "numLines": 3}
    assert edit["tool_input"]["new_string"] == "x = 3"
    assert grep["tool_input"]["pattern"] == "retry"


def test_nul_bytes_and_lone_surrogates_become_harmless(machine, server):
    raw = json.dumps({"hook_event_name": "Stop", "session_id": "s1", "last_assistant_message": "a\x00b \ud800 c"})
    assert machine.raw("Stop", raw.encode()).returncode == 0
    (event,) = server.wait_for_events(1)
    assert event["payload"]["last_assistant_message"] == "a\ufffdb \ufffd c"
    assert machine.dead_letters() == []


@pytest.mark.parametrize("stdin", [b'{"hook_event_name": "Stop", "prompt": "half', b"[1, 2]", b"\xff\xfe not json"])
def test_broken_json_on_stdin_is_logged_kept_as_a_dead_letter_and_not_felt(alone, stdin):
    done = alone.raw("Stop", stdin)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert "the hook's input is not" in alone.log()
    (letter,) = alone.dead_letters()
    assert letter["code"] == "broken_json"


def test_a_secret_in_broken_json_is_redacted_too(alone):
    alone.raw("Stop", f'{{"last_assistant_message": "token {SECRET}'.encode())
    assert SECRET.encode() not in alone.on_disk()


def test_an_empty_stdin_is_not_worth_a_dead_letter(alone):
    assert alone.raw("Stop", b"").returncode == 0
    assert alone.dead_letters() == []


@pytest.mark.parametrize(
    ("event", "fields"),
    [
        (
            "PostToolUse",
            {"tool_name": "mcp__plugin_cairn_cairn__search_memory", "tool_input": {"query": "x"}},
        ),
        ("PostToolUse", {"tool_name": "Skill", "tool_input": {"skill": "cairn:memory-recall"}}),
        ("PostToolUse", {"tool_name": "Agent", "tool_input": {"subagent_type": "cairn:recaller"}}),
        ("PostToolUse", {"tool_name": "Bash", "tool_input": {"command": "cairn search deploy"}}),
        (
            "PostToolUse",
            {"tool_name": "Bash", "tool_input": {"command": "python3 /x/hooks/cairn.py search a"}},
        ),
        ("PostToolUse", {"tool_name": "TodoWrite", "tool_input": {"todos": []}}),
        ("PostToolUse", {"tool_name": "ToolSearch", "tool_input": {"query": "select:x"}}),
        ("SubagentStop", {"agent_type": "", "last_assistant_message": "<summary>x</summary>"}),
        ("SubagentStop", {"agent_type": "cairn:recaller", "last_assistant_message": "FORK-DIGEST"}),
        (
            "UserPromptSubmit",
            {"prompt": "<task-notification> a background shell is done </task-notification>"},
        ),
        ("UserPromptSubmit", {"prompt": "<command-name>/model</command-name>"}),
        ("UserPromptSubmit", {"prompt": "<local-command-stdout>Set model</local-command-stdout>"}),
        ("UserPromptSubmit", {"prompt": "<system-reminder>be nice</system-reminder>"}),
        ("UserPromptSubmit", {"prompt": "/cairn:memory-recall deploy"}),
        ("Notification", {"message": "waiting"}),
    ],
)
def test_noise_and_what_cairn_caused_itself_is_never_captured(event, fields):
    assert not capture.worth_keeping({"hook_event_name": event, "session_id": "s", **fields})


def test_injected_texts_are_taken_out_of_what_people_and_claude_say(alone):
    alone.hook(
        "UserPromptSubmit",
        prompt="fix the retry <system-reminder>INJECTED</system-reminder> please",
    )
    frame = "cairn-memory-0a1b2c3d"
    alone.hook("Stop", last_assistant_message=f"Done. <{frame}>\nINJECTED\n</{frame}> All green.")
    assert b"INJECTED" not in alone.on_disk()
    assert alone.lines()[0]["payload"]["prompt"] == "fix the retry  please"


def test_a_failed_tool_call_keeps_its_error(alone):
    alone.hook(
        "PostToolUseFailure",
        tool_name="Bash",
        tool_input={"command": "make test"},
        error="Exit code 2\nImportError: no module named 'ledger'",
        is_interrupt=False,
    )
    assert "no module named 'ledger'" in alone.lines()[0]["payload"]["error"]


def test_cairn_disable_silences_everything(alone):
    off = {"CAIRN_DISABLE": "1"}
    assert alone.hook("SessionStart", environment=off, source="startup") == {}
    assert alone.hook("UserPromptSubmit", environment=off, prompt="why does the retry swallow it") == {}
    assert alone.hook("Stop", environment=off, last_assistant_message="x") == {}
    assert list(alone.data.iterdir()) == []


def test_without_a_token_nothing_is_captured_and_one_line_says_how_to_begin(alone):
    alone.token = ""
    first = alone.hook("SessionStart", source="startup")
    alone.bash()
    assert "not set up yet" in first["systemMessage"]
    assert "login" in first["systemMessage"]
    assert alone.lines() == []


def test_every_real_sample_is_either_left_out_or_becomes_a_line():
    if not SAMPLES.is_dir():
        pytest.skip("the samples of real hook input are not beside this checkout")
    kept = set()
    for path in sorted(SAMPLES.glob("[A-Z]*.json")):
        data = json.loads(path.read_text())
        if capture.worth_keeping(data):
            event = json.loads(capture.event_line(data, {"root": "/x"}, 1_700_000_000_000_000_000))
            assert event["session_id"] == data["session_id"]
            kept.add(event["event"])
    assert kept == capture.EVENTS
