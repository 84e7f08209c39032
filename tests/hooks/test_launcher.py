"""The few lines of shell that find Python, and that never get in the person's way."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from tests.hooks.conftest import PLUGIN


def launch(machine, event, stdin=b"{}", **environment):
    return subprocess.run(
        ["/bin/sh", str(PLUGIN / "launch.sh"), event],
        input=stdin,
        env=machine.environment(**environment),
        capture_output=True,
        timeout=20,
    )


def test_the_path_of_python_is_found_once_and_remembered(alone):
    alone.bash()
    memo = alone.data / "python"
    found = Path(memo.read_text().strip())
    assert found.is_absolute()
    assert "shims" not in str(found)
    assert alone.raw("Stop", b'{"hook_event_name": "Stop", "session_id": "s"}', PATH="/nowhere").returncode == 0
    assert len(alone.lines()) == 2


def test_a_python_that_has_gone_is_looked_for_again(alone):
    (alone.data / "python").write_text("/opt/python3.11-that-was-removed\n")
    alone.bash()
    assert len(alone.lines()) == 1
    assert Path((alone.data / "python").read_text().strip()).exists()


def test_a_pipe_in_place_of_the_remembered_path_holds_nobody_up(alone):
    os.mkfifo(alone.data / "python")
    alone.bash()
    assert len(alone.lines()) == 1


def test_without_python_a_session_still_works_and_says_why_nothing_is_captured(alone, tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    done = launch(alone, "SessionStart", PATH=str(empty))
    assert done.returncode == 0
    assert "no Python 3.11" in json.loads(done.stdout)["systemMessage"]
    quiet = launch(alone, "PostToolUse", PATH=str(empty))
    assert (quiet.returncode, quiet.stdout) == (0, b"")


def test_an_old_python_is_passed_over(alone, tmp_path):
    old = tmp_path / "old"
    old.mkdir()
    (old / "python3").write_text("#!/bin/sh\nexit 1\n")
    (old / "python3").chmod(0o755)
    (old / "python3.11").symlink_to(sys.executable)
    launch(alone, "Stop", b'{"hook_event_name": "Stop", "session_id": "s"}', PATH=str(old))
    assert len(alone.lines()) == 1


def test_a_virtual_environment_of_the_project_is_not_what_gets_remembered(alone):
    alone.bash()
    assert (alone.data / "python").read_text().strip() == str(getattr(sys, "_base_executable", sys.executable))


def test_a_project_folder_cannot_slip_in_modules_of_its_own(alone):
    (alone.project / "json.py").write_text("raise SystemExit('hijacked')")
    (alone.project / "hooks.py").write_text("raise SystemExit('hijacked')")
    data = {"hook_event_name": "Stop", "session_id": "s", "cwd": str(alone.project)}
    done = subprocess.run(
        ["/bin/sh", str(PLUGIN / "launch.sh"), "Stop"],
        input=json.dumps(data).encode(),
        env=alone.environment(PYTHONPATH=str(alone.project)),
        cwd=alone.project,
        capture_output=True,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(alone.lines()) == 1


def test_a_data_folder_that_cannot_be_written_is_not_felt(alone):
    alone.data.rmdir()
    alone.data.parent.rmdir()
    alone.data.parent.write_text("a file where a folder should be")
    done = launch(alone, "Stop", b'{"hook_event_name": "Stop", "session_id": "s"}')
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_hook_of_the_hot_path_is_quick(machine):
    machine.bash()
    took = []
    for _ in range(9):
        began = time.perf_counter()
        machine.bash()
        took.append(time.perf_counter() - began)
    assert sorted(took)[4] < 0.2, "far above the 20 ms it takes on an idle machine"
