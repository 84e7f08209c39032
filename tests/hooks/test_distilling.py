"""Finished turns are distilled by a headless client, within a budget, and what comes back is checked."""

import json
import stat
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from hooks import capture, config, destinations
from hooks.distilling import budget, events, headless, journal, modes, prompt, work
from hooks.distilling.checking import checked
from hooks.distilling.material import Material, of_events
from memory.distill.prompting import turn_prompt
from memory.rules.material import TurnMaterial
from tests.hooks.conftest import SESSION
from tests.hooks.scripted_server import TOKEN

ANSWER = (
    "The export fails because the ledger locks its tables at 03:00 UTC; see settlement/cron.yaml and batch_rows=500. "
    "Besides, the refund page of the shop was looked at, which nobody asked for."
)
QUESTION = "Why does the export fail every night in production?"
FACT = {
    "content": "The export fails because the ledger locks its tables at 03:00 UTC (settlement/cron.yaml).",
    "type": "failure",
    "confidence": 0.9,
    "evidence": "the ledger locks its tables",
}
WHERE = {"root": "/home/alice/checkout", "remote": "git@github.com:acme/checkout.git", "branch": "main"}


def result(*facts, turns=1, **more):
    """What the client prints."""
    told = [{"turn": number, "facts": list(facts), "summary": []} for number in range(1, turns + 1)]
    usage = {"claude-haiku-5-5": {"inputTokens": 900, "outputTokens": 80, "cacheReadInputTokens": 20}}
    base = {"is_error": False, "subtype": "success", "structured_output": {"turns": told}, "modelUsage": usage}
    return {**base, "total_cost_usd": 0.0003, **more}


@pytest.fixture
def machine(monkeypatch, tmp_path, server):
    """A developer's machine whose client is a script that answers `machine.says` and notes how it was called."""

    class Machine:
        def __init__(self):
            self.says, self.folder = result(FACT), ""
            self.program = tmp_path / "claude"
            self.calls_file = tmp_path / "calls.jsonl"

        def answers(self, says, code=0, sleep=0):
            (tmp_path / "says.json").write_text(says if isinstance(says, str) else json.dumps(says))
            self.program.write_text(
                f"#!{sys.executable} -I\nimport json, os, sys, time\n"
                f"row = dict(argv=sys.argv[1:], stdin=sys.stdin.read(), env=dict(os.environ), cwd=os.getcwd())\n"
                f"open({str(self.calls_file)!r}, 'a').write(json.dumps(row) + chr(10))\ntime.sleep({sleep})\n"
                f"sys.stdout.write(open({str(tmp_path / 'says.json')!r}).read())\nsys.exit({code})\n"
            )
            self.program.chmod(self.program.stat().st_mode | stat.S_IXUSR)

        @property
        def calls(self):
            lines = self.calls_file.read_text().splitlines() if self.calls_file.exists() else []
            return [json.loads(line) for line in lines]

        def turn(self, key, answer=ANSWER, session=SESSION, prompt=QUESTION):
            steps = [
                {"hook_event_name": "UserPromptSubmit", "prompt": prompt},
                {"hook_event_name": "Stop", "last_assistant_message": answer},
            ]
            for step in steps:
                data = {"session_id": session, "prompt_id": key, **step}
                line = capture.event_line(data, WHERE, time.time_ns(), "claude")
                journal.note(self.folder, data, line)

        def work(self):
            work.Work(config.load(), self.folder).run()

        def told(self):
            """What the server got, by turn."""
            sent = [event for event in server.events.values() if event["event"] == "TurnDistilled"]
            return {event["payload"]["prompt_id"]: event for event in sent}

    monkeypatch.setattr(work, "LONGEST_WAIT_FOR_A_CORE", 0.0)
    made = Machine()
    for name, value in {
        "HOME": str(tmp_path / "home"), "CAIRN_URL": server.url, "CAIRN_TOKEN": TOKEN, "CAIRN_DISTILL": "claude",
        "CAIRN_DISTILL_IDLE": "0", "CLAUDE_PLUGIN_DATA": str(tmp_path / "data"), "CAIRN_CLAUDE": str(made.program),
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    made.answers(made.says)
    made.folder = destinations.open_spool(config.load(), config.data_folder()).folder
    return made


def test_a_finished_turn_is_distilled_sent_and_forgotten(machine):
    machine.turn("t1")
    machine.work()
    payload = machine.told()["t1"]["payload"]
    assert payload["facts"] == [{**FACT, "evidence": [FACT["evidence"]], "source": "assistant"}]
    assert payload["distiller"] == "claude:haiku" and payload["usage"]["input_tokens"] == 920
    assert not journal.is_waiting(machine.folder)
    assert machine.told()["t1"]["distill"] == "claude"


def test_the_inner_client_has_no_tools_no_session_of_ours_and_is_silenced(machine, monkeypatch):
    monkeypatch.setenv("CLAUDE_PLUGIN_ROOT", "/plugin")
    monkeypatch.setenv("CLAUDECODE", "1")
    machine.turn("t1")
    machine.work()
    (call,) = machine.calls
    argv = call["argv"]
    assert argv[argv.index("--tools") + 1] == "" and "--safe-mode" in argv and "--strict-mcp-config" in argv
    assert argv[argv.index("--model") + 1] == "haiku"
    assert call["env"]["CAIRN_DISABLE"] == "1"
    assert not {"CLAUDECODE", "CLAUDE_PLUGIN_ROOT", "CLAUDE_PLUGIN_DATA", "CAIRN_TOKEN"} & set(call["env"])
    assert list(Path(call["cwd"]).iterdir()) == []


def test_ten_turns_go_in_one_call_and_the_eleventh_in_another(machine):
    for number in range(11):
        machine.turn(f"t{number}")
    machine.answers(result(FACT, turns=10))
    machine.work()
    assert len(machine.calls) == 2
    assert len(machine.told()) == 11
    assert sum(event["payload"]["usage"].get("calls", 0) for event in machine.told().values()) == 2


def test_chatter_costs_no_call(machine):
    machine.turn("t1", answer="You're welcome!", prompt="thanks")
    machine.work()
    assert machine.calls == [] and machine.told()["t1"]["payload"]["facts"] == []


def test_a_turn_that_goes_on_is_not_distilled(machine):
    data = {
        "session_id": SESSION,
        "prompt_id": "t1",
        "hook_event_name": "UserPromptSubmit",
        "prompt": QUESTION,
    }
    journal.note(machine.folder, data, capture.event_line(data, WHERE, time.time_ns(), "claude"))
    machine.work()
    assert machine.calls == [] and journal.is_waiting(machine.folder)


@pytest.mark.parametrize(
    ("says", "code", "why"),
    [
        ("{broken", 1, "the client ended with 1 and no readable answer"),
        (result(structured_output={"nothing": 1}), 0, "invalid JSON, or an answer in another format"),
        (result(is_error=True, subtype="error_max_budget_usd"), 1, "the budget of one call is exceeded"),
        (result(is_error=True, stop_reason="refusal", result="no"), 1, "the model refused to answer"),
        (result(is_error=True, api_error_status=529, result="overloaded"), 1, "API error 529: overloaded"),
        (result(is_error=True, api_error_status=401, result="Invalid"), 1, "Claude Code is signed out"),
        (result(is_error=True, result="Not logged in · Please run /login"), 1, "Claude Code is signed out"),
        (result(is_error=True, api_error_status=429, result="limit"), 1, "Claude Code is over its limit"),
        (result(turns=0), 0, "invalid JSON, or an answer in another format"),
        (result({**FACT, "content": "It reads settlement/limits.ini."}), 0, "fabricated: settlement/limits.ini"),
        ("[" * 100_000, 0, "no readable answer"),
    ],
)
def test_each_failure_is_told_in_words(machine, says, code, why):
    machine.answers(says, code)
    machine.turn("t1")
    machine.work()
    payload = machine.told()["t1"]["payload"]
    assert why in payload["failure"] and "facts" not in payload
    assert not journal.is_waiting(machine.folder)


def test_a_client_that_hangs_is_stopped(machine, monkeypatch):
    monkeypatch.setenv("CAIRN_DISTILL_TIMEOUT", "1")
    machine.answers(result(FACT), sleep=60)
    machine.turn("t1")
    machine.work()
    assert machine.told()["t1"]["payload"]["failure"] == "no answer within 1 s"


def test_lasting_trouble_is_not_tried_again_at_each_turn(machine):
    machine.answers(result(is_error=True, api_error_status=401, result="Invalid"), 1)
    for number in range(3):
        machine.turn(f"t{number}")
        machine.work()
    assert len(machine.calls) == 1
    assert all("signed out" in event["payload"]["failure"] for event in machine.told().values())


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("CALLS", "0", "the daily budget of 0 calls is spent"),
        ("TOKENS", "100", "the daily budget of 100 tokens is spent"),
        ("DOLLARS", "0", "the daily budget of $0.00 is spent"),
    ],
)
def test_past_a_budget_nothing_is_called(machine, monkeypatch, name, value, why):
    monkeypatch.setenv(f"CAIRN_DISTILL_{name}", value)
    machine.turn("t1")
    machine.work()
    assert machine.calls == [] and machine.told()["t1"]["payload"]["failure"] == why


def test_what_was_spent_is_counted_for_the_day(machine):
    machine.turn("t1")
    machine.work()
    today = budget.Meter(machine.folder).today
    assert (today["calls"], today["turns"], today["facts"]) == (1, 1, 1)
    assert (today["input_tokens"], today["output_tokens"], today["microdollars"]) == (920, 80, 300)


def test_raw_off_only_facts_with_their_evidence_leave(machine, monkeypatch, server):
    monkeypatch.setenv("CAIRN_RAW", "off")
    machine.turn("t1")
    machine.work()
    assert {event["event"] for event in server.events.values()} == {"TurnDistilled"}
    event = machine.told()["t1"]
    assert event["project"] == {"remote": WHERE["remote"], "branch": "main"}
    assert event["payload"]["raw"] == "off" and event["payload"]["summary"] == []
    evidence = " ".join(event["payload"]["facts"][0]["evidence"])
    assert "03:00 UTC" in evidence and "settlement/cron.yaml" in evidence
    assert "refund page" not in json.dumps(event), "what no fact rests on stays here"
    assert "every night in production" not in json.dumps(list(server.events.values()))


def test_raw_off_a_failure_keeps_the_turn_for_another_try(machine, monkeypatch):
    monkeypatch.setenv("CAIRN_RAW", "off")
    machine.answers(result(is_error=True, api_error_status=529, result="overloaded"), 1)
    machine.turn("t1")
    machine.work()
    assert machine.told() == {} and journal.is_waiting(machine.folder)
    machine.answers(result(FACT))
    machine.work()
    assert machine.told()["t1"]["payload"]["facts"]


def test_killed_between_spool_and_journal_a_turn_counts_once(machine):
    place = events.Place("t1", SESSION, WHERE, "2026-03-19T10:00:00+00:00")
    first, second = (json.loads(events.line(place, {"facts": []})) for _ in range(2))
    assert first["id"] == second["id"]


def test_a_team_that_requires_it_is_followed_unless_the_person_chose(machine, monkeypatch):
    monkeypatch.setenv("CAIRN_DISTILL", "")
    assert modes.mode(config.load(), machine.folder) == "server"
    modes.note_policy(machine.folder, "require")
    assert modes.mode(config.load(), machine.folder) == "claude"
    monkeypatch.setenv("CAIRN_DISTILL", "server")
    assert modes.mode(config.load(), machine.folder) == "server"
    monkeypatch.setenv("CAIRN_DISTILL", "")
    modes.note_policy(machine.folder, "recommend")
    assert modes.mode(config.load(), machine.folder) == "server"


@pytest.mark.parametrize(
    "content",
    [
        "It reads settlement/other.yaml at 03:00 UTC.",
        "It fails at 04:00 UTC.",
        "batch_rows is 5000.",
        "The flag --force-lock is set.",
        "LedgerLockError is raised.",
        "Use `ledger.lock(timeout=5)`.",
    ],
)
def test_what_the_turn_does_not_say_is_refused(content):
    material = Material("t", "", ANSWER, [], "2026-03-19T10:00:00+00:00", "acme")
    found = checked({"facts": [{**FACT, "content": content}]}, material)
    assert found.facts == [] and found.refused[0].startswith("fabricated: ")


@pytest.mark.parametrize(
    "answer",
    [{}, {"facts": 7}, {"facts": [None, [], {"content": 1}]}, {"facts": [{"content": "x" * 10**6, "evidence": "y"}]},
     {"facts": [{"content": "`" * 5000, "evidence": ["(" * 5000, 5, None]}], "summary": [1, {}, "a" * 10**6]}],
)  # fmt: skip
def test_no_answer_breaks_the_check(answer):
    material = Material("t", "", ANSWER * 5000, [], "not a date", "acme")
    assert checked(answer, material).facts == []


def test_a_turn_is_told_from_the_projects_root(machine):
    data = {"hook_event_name": "PostToolUse", "session_id": SESSION, "prompt_id": "t1", "tool_name": "Bash",
            "tool_input": {"command": "cat /home/alice/checkout/a.py"},
            "tool_response": {"stdout": "boom"}}  # fmt: skip
    line = json.loads(capture.event_line(data, WHERE, time.time_ns()))
    assert of_events("t1", [line]).text == "## Tool calls\n[Bash] cat a.py\nboom"


def test_the_prompt_is_the_servers():
    asked = turn_prompt(TurnMaterial("", "", (), datetime(2026, 3, 19, tzinfo=UTC)), ()).system
    assert prompt.system_prompt().startswith(asked) and "- `decision`: a choice" in asked
    assert "turns" in json.loads(prompt.SCHEMA)["properties"]


def test_a_too_old_client_is_named_so():
    assert "too old" in headless.read(1, "", "error: unknown option '--safe-mode'").failure
