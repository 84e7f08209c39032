"""The supervisor: restarts what dies, gives up on what keeps dying, and leaves nothing running behind."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
import redis

from memory.errors import Refused, Unavailable
from tests.disks import fill_up, small_disk
from worker.stack.home import Home, claim_home
from worker.stack.logs import rotate_logs
from worker.stack.process import Service
from worker.stack.site import SUPERVISED, check_port, survey
from worker.stack.supervisor import Supervisor, end_leftovers
from worker.stack.valkey import embedded_valkey

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A claimed home."""
    return claim_home(tmp_path / "home")


def _service(home: Home, script: str, **changes: object) -> Service:
    command = (sys.executable, "-S", "-c", script)
    environment = {**os.environ, SUPERVISED: home.identity}
    return Service("thing", command, home.logs / "thing.log", home.path, environment, **changes)  # type: ignore[arg-type]


def _soon(holds: Callable[[], bool]) -> bool:
    until = time.monotonic() + 10
    while not holds() and time.monotonic() < until:
        time.sleep(0.02)
    return holds()


def _runs(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def _watch(supervisor: Supervisor) -> threading.Thread:
    thread = threading.Thread(target=supervisor.watch)
    thread.start()
    return thread


def test_a_process_that_dies_is_started_again(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    supervisor = Supervisor(home)
    script = "import os, time; open('pids', 'a').write(f'{os.getpid()}\\n'); time.sleep(60)"
    supervisor.start(_service(home, script))
    pids = home.path / "pids"
    assert _soon(lambda: pids.exists() and bool(pids.read_text()))
    watching = _watch(supervisor)
    os.kill(int(pids.read_text()), signal.SIGKILL)
    assert _soon(lambda: len(pids.read_text().split()) == 2)
    supervisor.stopping.set()
    watching.join()
    supervisor.stop()
    assert not psutil.pid_exists(int(pids.read_text().split()[1]))
    assert "thing ended (killed by SIGKILL), starting it again now." in capsys.readouterr().out


def test_a_process_that_keeps_dying_is_given_up_with_its_last_words(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    supervisor = Supervisor(home)
    monkeypatch.setattr("worker.stack.supervisor._FIRST_DELAY", 0.01)
    monkeypatch.setattr("worker.stack.supervisor._TICK", 0.05)
    supervisor.start(_service(home, "import sys; sys.exit('the disk is full')"))
    with pytest.raises(Unavailable, match=r"thing died 5 times .* the disk is full"):
        supervisor.watch()
    supervisor.stop()


def test_a_process_that_is_killed_again_and_again_long_after_its_start_is_not_given_up(
    home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    supervisor = Supervisor(home)
    monkeypatch.setattr("worker.stack.supervisor._SETTLED", 0.2)
    script = "import os, time; open('pids', 'a').write(f'{os.getpid()}\\n'); time.sleep(60)"
    supervisor.start(_service(home, script))
    pids = home.path / "pids"
    watching = _watch(supervisor)
    for death in range(7):
        assert _soon(lambda death=death: pids.exists() and pids.read_text().count("\n") == death + 1)
        time.sleep(0.5)
        os.kill(int(pids.read_text().split()[-1]), signal.SIGKILL)
    assert _soon(lambda: pids.read_text().count("\n") == 8)
    supervisor.stopping.set()
    watching.join()
    supervisor.stop()
    assert capsys.readouterr().out.count("starting it again now.") == 7


def test_what_a_killed_process_had_started_works_on_until_its_successor_does(home: Home) -> None:
    supervisor = Supervisor(home)
    script = (
        "import os, subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(60)'])\n"
        "open('pids', 'a').write(f'{os.getpid()} {child.pid}\\n')\n"
        "time.sleep(60)"
    )
    supervisor.start(_service(home, script, serves=lambda pid: (home.path / "serves").exists()))
    pids = home.path / "pids"
    assert _soon(lambda: pids.exists() and pids.read_text().endswith("\n"))
    parent, child = map(int, pids.read_text().split())
    watching = _watch(supervisor)
    os.kill(parent, signal.SIGKILL)
    assert _soon(lambda: pids.read_text().count("\n") == 2)
    time.sleep(0.5)
    assert _runs(child)
    # A successor that dies before it was seen to serve may have served all the same.
    successor, its_child = map(int, pids.read_text().split()[2:])
    os.kill(successor, signal.SIGKILL)
    assert _soon(lambda: pids.read_text().count("\n") == 3)
    assert _runs(child) and _runs(its_child)
    (home.path / "serves").touch()
    assert _soon(lambda: not _runs(child) and not _runs(its_child))
    assert all(_runs(int(pid)) for pid in pids.read_text().split()[4:])
    supervisor.stopping.set()
    watching.join()
    supervisor.stop()


def test_a_process_that_dies_before_it_is_ready_says_why(home: Home) -> None:
    supervisor = Supervisor(home)
    child = supervisor.start(_service(home, "import sys; sys.exit('no such model')", ready=lambda: False))
    with pytest.raises(Unavailable, match="no such model"):
        supervisor.wait_ready(child)
    supervisor.stop()


def test_stopping_ends_children_that_ignore_it_and_grandchildren_that_detached(home: Home) -> None:
    supervisor = Supervisor(home)
    script = (
        "import os, signal, subprocess, sys, time\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "sleep = [sys.executable, '-S', '-c', 'import time; time.sleep(60)']\n"
        "child = subprocess.Popen(sleep, start_new_session=True)\n"
        "open('pids', 'w').write(f'{os.getpid()} {child.pid}\\n')\n"
        "time.sleep(60)"
    )
    supervisor.start(_service(home, script, grace=0.3))
    pids = home.path / "pids"
    assert _soon(lambda: pids.exists() and pids.read_text().endswith("\n"))
    supervisor.stop()
    assert not any(_runs(int(pid)) for pid in pids.read_text().split())


def test_what_a_killed_supervisor_left_running_is_ended_and_nobody_else(home: Home, tmp_path: Path) -> None:
    sleep = [sys.executable, "-S", "-c", "import time; time.sleep(60)"]
    ours, others = (
        subprocess.Popen(sleep, env={**os.environ, SUPERVISED: identity}, start_new_session=True)
        for identity in (home.identity, claim_home(tmp_path / "another").identity)
    )
    assert end_leftovers(home) == 1
    assert ours.poll() is not None
    assert others.poll() is None
    others.kill()
    others.wait()


def test_a_command_gives_what_it_printed_and_fails_with_its_last_line(home: Home) -> None:
    supervisor = Supervisor(home)
    assert supervisor.run(_service(home, "print('done')")) == "done\n"
    with pytest.raises(Unavailable, match="thing failed: out of luck"):
        supervisor.run(_service(home, "import sys; sys.exit('out of luck')"))


def test_a_stop_interrupts_a_command(home: Home) -> None:
    supervisor = Supervisor(home)
    threading.Timer(0.2, supervisor.stopping.set).start()
    with pytest.raises(Unavailable):
        supervisor.run(_service(home, "import time; time.sleep(60)"))


def test_a_grown_log_is_rotated_under_the_process_that_writes_it(home: Home) -> None:
    log = home.logs / "thing.log"
    with log.open("ab") as appending:
        for round_ in (b"1", b"2", b"3", b"4", b"5"):
            appending.write(round_ * 100)
            appending.flush()
            rotate_logs(home.logs, max_bytes=50)
        appending.write(b"new")
    assert log.read_bytes() == b"new"
    older = [(home.logs / f"thing.log.{number}").read_bytes()[:1] for number in (1, 2, 3)]
    assert older == [b"5", b"4", b"3"]
    assert len(list(home.logs.iterdir())) == 4


def test_a_busy_port_is_refused_with_one_that_may_be_free() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        with pytest.raises(Refused, match=f"Port {port} is in use. Choose another: PORT={port + 1} make up"):
            check_port(port)
    check_port(port)


@pytest.mark.parametrize("port", ["0", "65536", "http", "-1", "8787 ", "９", "1e3"])
def test_a_port_that_is_none_is_refused(tmp_path: Path, port: str) -> None:
    with pytest.raises(Refused, match="must be a number"):
        survey({"CAIRN_HOME": str(tmp_path), "PORT": port})


def test_what_a_killed_stack_left_in_stack_json_is_not_taken_for_a_wish(home: Home) -> None:
    _leave_stack_file(home, home)
    script = (
        "import memory.settings, os; from worker.stack.site import given_environment as given;"
        "print(os.environ['PORT'], given().get('PORT'), given().get('DATABASE_URL'), given()['REDIS_URL'])"
    )
    (home.path / "redis").write_text("unix:///mine\n")
    environment = {"CAIRN_HOME": str(home.path), "REDIS_URL_FILE": str(home.path / "redis")}
    asked = subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert asked.stdout == "9001 None None unix:///mine\n", asked.stderr


def _leave_stack_file(home: Home, speaks_of: Home) -> None:
    old = {"DATABASE_URL": "postgresql:///old", "PORT": "9001", "REDIS_URL": "unix:///old"}
    home.stack_file.write_text(json.dumps(old | {"CAIRN_HOME": str(speaks_of.path)}))


def test_commands_by_hand_in_a_copied_home_do_not_reach_the_originals_database(home: Home, tmp_path: Path) -> None:
    copy = claim_home(tmp_path / "copy")
    script = "import memory.settings, os; print(os.environ.get('DATABASE_URL'))"
    for asked_in, speaks_of, answer in ((home, home, "postgresql:///old"), (copy, home, "None")):
        _leave_stack_file(asked_in, speaks_of)
        environment = {"CAIRN_HOME": str(asked_in.path)}
        asked = subprocess.run(
            [sys.executable, "-c", script], cwd=ROOT, env=environment, capture_output=True, text=True
        )
        assert asked.stdout == f"{answer}\n", asked.stderr


def test_the_queue_keeps_nothing_on_disk_and_answers_on_a_private_socket_alone(tmp_path: Path) -> None:
    with embedded_valkey(tmp_path / "home") as queue, redis.Redis.from_url(queue.url) as client:
        client.set("a", "1")
        assert client.get("a") == b"1"
        assert client.config_get("port", "save") == {"port": "0", "save": ""}
        assert queue.path.stat().st_mode & 0o077 == 0
    assert not queue.path.exists()


@pytest.fixture
def cramped(tmp_path: Path) -> Iterator[Home]:
    """A claimed home on a small disk of its own."""
    with small_disk(tmp_path, "4m") as disk:
        yield claim_home(disk / "home")


def test_a_process_that_dies_of_a_full_disk_is_not_given_up(
    cramped: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    supervisor = Supervisor(cramped)
    monkeypatch.setattr("worker.stack.supervisor._FIRST_DELAY", 0.01)
    monkeypatch.setattr("worker.stack.supervisor._TICK", 0.02)
    monkeypatch.setattr("worker.stack.supervisor._ROOM_DELAY", 0.05)
    write = "os.write(os.open('{}', os.O_WRONLY | os.O_CREAT | os.O_APPEND), b'x' * {})\n"
    script = f"import os, time\n{write.format('births', 1)}{write.format('new', 5000)}time.sleep(60)"
    births = cramped.path / "births"
    births.write_text("x")  # it has its block, so that appending works
    ballast = fill_up(cramped.path)
    supervisor.start(_service(cramped, script))
    watching = _watch(supervisor)
    assert _soon(lambda: births.stat().st_size > 10), "it dies more often than others may"
    assert watching.is_alive()
    ballast.unlink()
    assert _soon(lambda: (cramped.path / "new").exists() and (cramped.path / "new").stat().st_size == 5000)
    supervisor.stopping.set()
    watching.join()
    supervisor.stop()
    assert "the disk is full" in capsys.readouterr().out


def test_a_log_that_no_copy_of_fits_on_the_disk_stays_as_it_is(cramped: Home) -> None:
    log = cramped.logs / "thing.log"
    log.write_bytes(b"1" * 100_000)
    fill_up(cramped.path)
    rotate_logs(cramped.logs, max_bytes=50)
    assert [path.name for path in cramped.logs.iterdir()] == ["thing.log"]
    assert log.stat().st_size == 100_000
