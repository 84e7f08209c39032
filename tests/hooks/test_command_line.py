"""The `cairn` command, as a file of the plugin."""

import json
import os
import subprocess

import pytest

from tests.hooks.conftest import PLUGIN, is_private
from tests.hooks.scripted_server import TOKEN, queries


@pytest.fixture
def fresh(machine):
    """A machine on which nobody has logged in."""
    machine.server_url, machine.url, machine.token = machine.url, "", ""
    return machine


def test_login_tries_the_token_and_saves_it_for_this_person_alone(fresh):
    done = fresh.cairn("login", "--url", fresh.server_url, "--token-stdin", stdin=TOKEN + "\n")
    assert done.returncode == 0, done.stderr
    assert "alice (team acme)" in done.stdout
    path = fresh.home / ".config" / "cairn" / "client.json"
    assert json.loads(path.read_text()) == {"url": fresh.server_url, "token": TOKEN, "team": "acme"}
    assert is_private(path)
    assert TOKEN not in done.stdout


def test_hooks_use_what_login_saved(fresh, server):
    fresh.cairn("login", "--url", fresh.server_url, "--token-stdin", stdin=TOKEN)
    fresh.hook("Stop", last_assistant_message="x")
    assert len(server.wait_for_events(1)) == 1


def test_login_with_a_wrong_token_saves_nothing_and_says_what_to_do(fresh):
    done = fresh.cairn("login", "--url", fresh.server_url, "--token-stdin", stdin="cairn_wrong\n")
    assert done.returncode == 1
    assert "rejects the token" in done.stderr
    assert not (fresh.home / ".config").exists()


@pytest.mark.parametrize("url", ["http://127.0.0.1:1", "cairn.example.com", "http://127.0.0.1:x"])
def test_login_with_a_wrong_url_says_which(fresh, url):
    done = fresh.cairn("login", "--url", url, "--token-stdin", stdin=TOKEN)
    assert done.returncode == 1
    assert done.stderr.startswith("cairn: ")
    assert "Traceback" not in done.stderr


def test_login_ends_the_wait_after_failures(machine):
    machine.no_flush()
    machine.cairn("login", "--url", machine.url, "--token-stdin", stdin=TOKEN)
    assert machine.state() == {}


def test_search_asks_about_this_folders_project(machine, server):
    done = machine.cairn("search", "when", "do", "deploys", "happen", "-k", "3")
    assert done.returncode == 0
    assert "11  0.80 decision 2026-03-18  Deploys happen on Tuesdays." in done.stdout
    (asked,) = queries(server, "/api/v1/search")
    assert asked == {
        "q": ["when do deploys happen"],
        "project": ["git@github.com:acme/checkout.git"],
        "limit": ["3"],
        "said": ["1"],
    }


def test_search_prints_what_was_learned_beside_a_hit_under_it(machine, server):
    beside = {"id": "12", "type": "pattern", "snippet": "Never on\x1b[2J Fridays."}
    server.hits = [{**server.hits[0], "siblings": [beside]}]
    lines = machine.cairn("search", "deploys").stdout.splitlines()
    assert lines[1:] == ["  also learned there: 1", "  + 12  pattern  Never on Fridays."]


def test_search_prints_json_for_programs(machine):
    assert json.loads(machine.cairn("search", "deploys", "-j").stdout)["results"][0]["id"] == "11"


def test_search_over_all_projects(machine, server):
    machine.cairn("search", "-a", "deploys")
    assert "project" not in queries(server, "/api/v1/search")[0]


def test_finding_nothing_is_no_error(machine, server):
    server.hits = []
    done = machine.cairn("search", "deploys")
    assert (done.returncode, done.stdout) == (0, "")
    assert "nothing found in this project" in done.stderr


def test_expand_shows_the_full_memory(machine):
    done = machine.cairn("expand", "11")
    assert "Deploys happen on Tuesdays." in done.stdout
    assert "Deploys" in machine.cairn("expand", "11", "-n", "0").stdout.splitlines()[-1]
    assert json.loads(machine.cairn("expand", "11", "-j").stdout)["results"][0]["id"] == "11"


def test_remember_saves_for_this_project(machine, server):
    done = machine.cairn("remember", "Deploys", "happen", "on", "Tuesdays", "-t", "pattern")
    assert done.returncode == 0, done.stderr
    _, _, _, body = server.requests[-1]
    assert json.loads(body) == {
        "content": "Deploys happen on Tuesdays",
        "type": "pattern",
        "projects": ["git@github.com:acme/checkout.git"],
    }


def test_what_is_told_from_the_shell_of_claude_may_be_its_word(machine, server):
    done = machine.cairn("remember", "Deploys happen on Tuesdays", CLAUDECODE="1")
    assert done.returncode == 0, done.stderr
    assert json.loads(server.requests[-1][3])["relayed"] is True


def test_a_refusal_of_the_server_is_shown_with_its_reason(machine, server):
    server.override = (422, {"code": "rejected", "detail": "Nothing factual in it.", "reason": "noise"}, {})
    done = machine.cairn("remember", "lgtm")
    assert done.returncode == 1
    assert done.stderr.strip() == "cairn: Nothing factual in it. [rejected] (noise)"


def test_timeline_lists_the_latest(machine):
    assert "Deploys happen on Tuesdays." in machine.cairn("timeline").stdout


def test_status_says_who_one_is(machine):
    done = machine.cairn("status")
    assert "alice (team acme)" in done.stdout
    assert json.loads(machine.cairn("status", "-j").stdout)["whoami"]["scopes"] == [
        "capture",
        "read",
        "write",
    ]


def test_status_tells_what_a_model_has_cost_where_one_distills(machine, server):
    budget = {
        "provider": "openai",
        "calls": 12,
        "calls_limit": 500,
        "tokens": 3400,
        "tokens_limit": None,
        "failures": 1,
    }
    server.answers["/api/v1/status"] = {"due": 2, "budget": budget}
    done = machine.cairn("status")
    assert "  model budget today: openai, 12 of 500 calls (1 failed), 3,400 tokens\n" in done.stdout, done.stderr
    assert "  due: 2\n" in done.stdout and "{" not in done.stdout
    budget |= {"tokens_limit": 100_000, "failures": 0}
    assert "12 of 500 calls, 3,400 of 100,000 tokens\n" in machine.cairn("status").stdout
    budget["provider"] = "rules"
    assert "budget" not in machine.cairn("status").stdout
    assert json.loads(machine.cairn("status", "-j").stdout)["server"]["budget"]["provider"] == "rules"


def test_a_contradicted_hit_is_marked(machine, server):
    server.hits[0]["contradicted"] = True
    assert "2026-03-18  [contradicted] Deploys happen on Tuesdays." in machine.cairn("search", "deploys").stdout


def test_commands_without_a_login_say_how(fresh):
    for command in (["status"], ["search", "x"], ["flush"], ["remember", "x"]):
        done = fresh.cairn(*command)
        assert (done.returncode, done.stdout) == (1, "")
        assert "cairn login" in done.stderr


def test_flush_reports_what_was_sent_and_what_waits(alone, returned):
    alone.no_flush()
    alone.bash()
    down = alone.cairn("flush")
    assert down.returncode == 1
    assert "1 events still wait" in down.stderr
    returned()
    up = alone.cairn("flush")
    assert up.returncode == 0
    assert "1 events sent, 0 rejected" in up.stdout


def test_the_command_line_finds_the_plugins_spool_without_being_told(alone, returned):
    alone.no_flush()
    alone.bash()
    server = returned()
    assert alone.cairn("flush", CLAUDE_PLUGIN_DATA="").returncode == 0
    assert len(server.events) == 1


def test_doctor_is_content_when_all_is_well(machine, server):
    machine.hook("Stop", last_assistant_message="x")
    server.wait_for_events(1)
    done = machine.cairn("doctor")
    assert done.returncode == 0, done.stdout
    assert "Everything works." in done.stdout
    report = json.loads(machine.cairn("doctor", "--json").stdout)
    assert report["ok"] is True
    names = {check["name"] for check in report["checks"]}
    assert names >= {"python", "switch", "settings", "server", "clock", "scopes", "capture", "spool"}


def test_doctor_shows_a_refused_token(machine):
    machine.token = "cairn_wrong"
    done = machine.cairn("doctor")
    assert done.returncode == 1
    assert "rejects the token" in done.stdout


def test_doctor_shows_a_server_that_is_down_and_what_waits(alone):
    alone.no_flush()
    alone.bash()
    done = alone.cairn("doctor")
    assert done.returncode == 1
    assert "connection refused" in done.stdout
    assert "1 events wait" in done.stdout


def test_doctor_shows_a_clock_that_is_wrong(machine, server):
    server.clock_ahead = 600
    done = machine.cairn("doctor")
    assert done.returncode == 1
    assert "s behind the server; set this machine's clock" in done.stdout


def test_doctor_shows_dead_letters_with_their_reasons(machine):
    machine.raw("Stop", b"{broken")
    done = machine.cairn("doctor")
    assert done.returncode == 1
    assert "1 events could not be sent" in done.stdout
    assert "broken_json: the hook's input is not JSON" in done.stdout
    report = json.loads(machine.cairn("doctor", "-j").stdout)
    assert report["folders"][0]["dead_letters"][0]["code"] == "broken_json"


def test_doctor_says_that_capture_is_switched_off(machine):
    assert "CAIRN_DISABLE is set" in machine.cairn("doctor", CAIRN_DISABLE="1").stdout


def test_claude_can_call_it_by_name(machine):
    done = subprocess.run(
        ["cairn", "search", "deploys"],
        env=machine.environment() | {"PATH": f"{PLUGIN / 'bin'}:{os.environ['PATH']}"},
        cwd=machine.project,
        capture_output=True,
        text=True,
    )
    assert "Deploys happen on Tuesdays." in done.stdout, done.stderr


def test_a_wrong_call_shows_the_usage(machine):
    assert machine.cairn("search").returncode == 2
    assert machine.cairn("dance").returncode == 2
    assert "Your team's memory" in machine.cairn("--help").stdout
