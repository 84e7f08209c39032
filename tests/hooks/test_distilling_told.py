"""What the command line says of one's own Claude: the switch, the day's usage, and what keeps it from working."""

import stat
import sys

import pytest

from hooks import cairn, config
from hooks.distilling import headless, modes, told
from tests.hooks.test_distilling import machine  # noqa: F401


def client(machine, *, options=headless.NEEDED, signed_in="true"):  # noqa: F811
    """A client that answers what the doctor asks."""
    answers = {
        "--version": "2.1.328 (Claude Code)",
        "--help": " ".join(options),
        "auth": f'{{"loggedIn": {signed_in}}}',
    }
    machine.program.write_text(f"#!{sys.executable} -I\nimport sys\nprint({answers!r}[sys.argv[1]])\n")
    machine.program.chmod(machine.program.stat().st_mode | stat.S_IXUSR)


def bad():
    return {check["name"]: check["detail"] for check in told.checks(config.load()) if not check["ok"]}


def test_the_doctor_is_content_with_a_client_that_can_do_it(machine):  # noqa: F811
    client(machine)
    assert bad() == {}


def test_the_doctor_names_what_is_wrong(machine, monkeypatch):  # noqa: F811
    client(machine, options=headless.NEEDED[1:])
    assert "lacks --safe-mode; update it" in bad()["distilling client"]
    client(machine, signed_in="false")
    assert "signed out" in bad()["distilling sign-in"]
    monkeypatch.setenv("CAIRN_DISTILL_CALLS", "0")
    assert "daily budget of 0 calls is spent" in bad()["distilling budget"]
    monkeypatch.setenv("CAIRN_CLAUDE", "/nowhere/claude")
    assert "not found" in bad()["distilling client"]


@pytest.mark.parametrize(("wanted", "named"), [("require", True), ("recommend", False)])
def test_the_doctor_names_a_team_that_requires_it(machine, monkeypatch, wanted, named):  # noqa: F811
    monkeypatch.setenv("CAIRN_DISTILL", "server")
    modes.note_policy(machine.folder, wanted)
    assert ("distill" in bad()) is named


def test_the_switch_keeps_the_login_and_says_what_holds(machine, monkeypatch, capsys):  # noqa: F811
    monkeypatch.setenv("CAIRN_DISTILL", "")
    config.save_client_file("http://127.0.0.1:1", "cairn_x", "acme")
    assert cairn.main(["distill", "claude", "--dollars", "0.5"]) == 0
    said = capsys.readouterr().out
    assert "distill = claude" in said and "$0.00 of $0.50 today" in said
    assert config.saved()["token"] == "cairn_x" and config.load().distill == "claude"
    assert cairn.main(["distill", "server"]) == 0
    assert config.load().distill == "server"


def test_status_shows_what_the_day_has_cost(machine, capsys):  # noqa: F811
    machine.turn("t1")
    machine.work()
    assert cairn.main(["status"]) == 0
    assert "1 of 200 calls, 1,000 of 2,000,000 tokens" in capsys.readouterr().out
