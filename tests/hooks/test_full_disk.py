"""A data folder without room, or that takes no writing: the session goes on, is told so, and room heals it."""

import os
import subprocess
from pathlib import Path

import pytest

from hooks.config import Settings
from hooks.flush import BATCH_EVENTS, Flush
from tests.hooks.conftest import Machine, eventually
from tests.hooks.scripted_server import ScriptedServer
from tests.hooks.test_spool_and_flush import fill


@pytest.fixture
def disk(machine: Machine):
    """The machine's data folder as a disk of its own, of 2 MiB; where a test may not mount one, it is skipped."""
    options = ["-t", "tmpfs", "-o", "size=2m", "cairn-test", str(machine.data)]
    done = subprocess.run(["mount", *options], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"no disk can be mounted here: {done.stderr.strip()}")
    yield machine.data
    subprocess.run(["umount", "-l", str(machine.data)], check=True)


def fill_up(disk: Path) -> Path:
    """Takes all the room that is left; deleting the file gives it back."""
    ballast = disk / "ballast"
    handle = os.open(ballast, os.O_WRONLY | os.O_CREAT)
    try:
        while True:
            os.write(handle, b"x" * 4096)
    except OSError:
        os.close(handle)
    return ballast


def read_only(disk: Path) -> None:
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)


@pytest.mark.parametrize("spoil", [fill_up, read_only])
@pytest.mark.parametrize("known", [True, False])
def test_a_data_folder_that_takes_no_writing_is_told_beside_the_briefing(
    machine: Machine, server: ScriptedServer, disk: Path, spoil, known
) -> None:
    if known:
        machine.hook("SessionStart", source="startup")
        server.wait_for_events(1)
    spoil(disk)
    said = machine.hook("SessionStart", source="startup")
    assert "ERROR: nothing is captured" in said["systemMessage"]
    assert str(machine.spool) in said["systemMessage"]
    assert server.briefing["text"].splitlines()[1] in said["hookSpecificOutput"]["additionalContext"]


@pytest.mark.parametrize("spoil", [fill_up, read_only])
def test_other_hooks_end_well_and_recall_still_answers(machine: Machine, server: ScriptedServer, disk: Path, spoil):
    machine.hook("SessionStart", source="startup")
    spoil(disk)
    machine.bash()
    machine.hook("Stop", last_assistant_message="done")
    machine.raw("Stop", b"{broken")
    said = machine.hook("UserPromptSubmit", prompt="how many retries do we allow per payment?")
    assert server.hits[0]["snippet"] in said["hookSpecificOutput"]["additionalContext"]


def test_a_full_disk_keeps_no_flush_from_making_room(machine: Machine, server: ScriptedServer, disk: Path) -> None:
    machine.no_flush()
    settings = Settings(machine.url, machine.token)
    run = Flush(str(machine.spool), settings)
    fill(run.spool, BATCH_EVENTS + 10)
    fill_up(disk)
    assert run.run()
    assert run.halt is None
    assert len(server.events) == BATCH_EVENTS + 10
    assert not run.spool.has_work()


def test_an_event_that_does_not_fit_leaves_no_half_line_and_the_next_one_is_kept(
    machine: Machine, server: ScriptedServer, disk: Path
) -> None:
    machine.no_flush()
    machine.bash(command="make before")
    ballast = fill_up(disk)
    for number in range(20):
        machine.bash(command=f"make {number}", stdout="x" * 3000)
    assert machine.spool.joinpath("spool.jsonl").read_bytes().endswith(b"\n")
    ballast.unlink()
    machine.bash(command="make after")
    (machine.spool / "state.json").unlink()
    machine.hook("Stop", last_assistant_message="done")
    assert eventually(lambda: machine.lines() == [])
    assert {"make before", "make after"} <= {
        event["payload"]["tool_input"]["command"] for event in server.events.values() if event["event"] == "PostToolUse"
    }
    assert machine.dead_letters() == []


def test_a_torn_state_leaves_no_file_behind(machine: Machine, server: ScriptedServer, disk: Path) -> None:
    machine.no_flush()
    run = Flush(str(machine.spool), Settings(machine.url, machine.token))
    fill(run.spool, 3)
    fill_up(disk)
    run.run()
    assert [path.name for path in machine.spool.iterdir() if path.name.rpartition(".")[2].isdigit()] == []
