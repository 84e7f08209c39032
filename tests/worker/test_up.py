"""`manage.py up` as people meet it: one real stack, killed, started again and stopped."""

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from worker.stack.home import folder_identity
from worker.stack.site import SUPERVISED

ROOT = Path(__file__).resolve().parents[2]
_OURS = ("CAIRN_", "DATABASE_URL", "REDIS_URL", "PORT", "SAMPLE", "PYTEST_")


class Stack:
    """A `manage.py up` in the background, on a free port."""

    def __init__(self, home: Path, port: int = 0, **wishes: str) -> None:
        self.home = home
        self.port = port or _free_port()
        kept = {name: value for name, value in os.environ.items() if not name.startswith(_OURS)}
        self.environment = kept | {"CAIRN_HOME": str(home), "PORT": str(self.port), "SAMPLE": "0"} | wishes
        # The real embedder has tests of its own.
        self.environment.setdefault("CAIRN_EMBEDDER", "hash")
        self.lines: list[str] = []

    def start(self) -> "Stack":
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "up"],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        return self

    def until_ready(self) -> "Stack":
        """Read its lines up to the last one."""
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))
            if line.startswith("Cairn is ready at"):
                return self
        raise AssertionError("\n".join(self.lines))

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal and give the exit status."""
        self.process.send_signal(number)
        return self.wait()

    def wait(self) -> int:
        """Read the rest, and give the exit status."""
        rest, _ = self.process.communicate(timeout=60)
        self.lines += rest.splitlines()
        return self.process.returncode

    def left(self) -> list[psutil.Process]:
        """Give the processes that belong to this home."""
        return [process for process in psutil.process_iter() if self._is_ours(process)]

    def _is_ours(self, process: psutil.Process) -> bool:
        try:
            if process.status() == psutil.STATUS_ZOMBIE:
                return False
            works_here = process.cwd().startswith(str(self.home))
            return works_here or process.environ().get(SUPERVISED) == folder_identity(self.home)
        except (psutil.Error, OSError):
            return False

    def ask(self, path: str) -> int:
        """Give the status of a GET, 0 when nobody answers."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        except OSError:
            return 0
        finally:
            connection.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture(scope="module")
def stack() -> Iterator[Stack]:
    """A stack at its first start; later tests may leave another process in its place."""
    with tempfile.TemporaryDirectory(prefix="cairn-up-", dir="/tmp", ignore_cleanup_errors=True) as place:
        Path(place).chmod(0o755)
        stack = Stack(Path(place) / "home").start().until_ready()
        yield stack
        if stack.process.poll() is None:
            stack.end()


def test_the_first_start_shows_login_token_and_plugin_and_ends_with_the_address(stack: Stack) -> None:
    text = "\n".join(stack.lines)
    assert re.search(r"Login: .* as admin  with the password  \S{12,}", text)
    token = re.search(r"^Token:  (cairn_\S{40,})$", text, re.MULTILINE)
    assert token
    marketplace, install = stack.lines[-3:-1]
    assert marketplace.strip() == f"claude plugin marketplace add {ROOT}"
    assert install.strip().startswith("claude plugin install cairn@cairn --config url=")
    assert token[1] in install
    assert stack.lines[-1] == f"Cairn is ready at http://127.0.0.1:{stack.port}"
    assert stack.ask("/readyz") == 200


def test_nobody_else_can_read_where_the_stack_is_and_how_to_enter(stack: Stack) -> None:
    for name in ("stack.json", "secrets.json"):
        assert (stack.home / name).stat().st_mode & 0o077 == 0
    assert (stack.home / "logs").stat().st_mode & 0o077 == 0


def test_commands_by_hand_find_the_running_stack(stack: Stack) -> None:
    environment = {name: value for name, value in stack.environment.items() if name != "PORT"}
    command = [sys.executable, "manage.py", "check", "--database", "default"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_backup_is_made_of_the_running_stack_and_a_restore_into_it_is_refused(stack: Stack) -> None:
    environment = {name: value for name, value in stack.environment.items() if name != "PORT"}

    def manage(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)

    done = manage("backup", str(stack.home.parent / "backups"))
    assert done.returncode == 0, done.stderr
    refused = manage("restore", done.stdout.strip())
    assert refused.returncode == 1 and "already runs for" in refused.stderr
    assert stack.ask("/readyz") == 200


def test_a_second_up_for_the_same_home_is_one_clear_line(stack: Stack) -> None:
    second = Stack(stack.home).start()
    assert second.wait() == 1
    assert second.lines == [
        f"Cairn already runs for {stack.home}: process {stack.process.pid}, http://127.0.0.1:{stack.port}."
    ]


def test_a_busy_port_is_one_clear_line_and_starts_nothing(stack: Stack) -> None:
    other = Stack(stack.home.parent / "other", stack.port).start()
    assert other.wait() == 1
    assert len(other.lines) == 1
    assert f"Port {stack.port} is in use" in other.lines[0]
    assert other.left() == []


def _web(stack: Stack) -> psutil.Process:
    """The parent of the web's processes."""
    served = [process for process in stack.left() if "web.server" in process.cmdline()]
    return next(process for process in served if process.ppid() == stack.process.pid)


def test_a_web_that_dies_comes_back(stack: Stack) -> None:
    parent = _web(stack)
    for process in (parent, *parent.children()):
        process.kill()
    until = time.monotonic() + 30
    while stack.ask("/readyz") != 200 and time.monotonic() < until:
        time.sleep(0.2)
    assert stack.ask("/healthz") == 200


@pytest.mark.skipif(sys.platform != "linux", reason="the processes share one listener there")
def test_the_web_answers_all_the_time_when_its_parent_is_killed(stack: Stack) -> None:
    parent = _web(stack)
    before = {process.pid for process in parent.children()}
    parent.kill()
    until = time.monotonic() + 60
    while any(psutil.pid_exists(pid) for pid in before) and time.monotonic() < until:
        # A connection may wait in the very listener that is being closed.
        assert stack.ask("/healthz") or stack.ask("/healthz") or stack.ask("/healthz")
        time.sleep(0.02)
    assert not any(psutil.pid_exists(pid) for pid in before)
    assert stack.ask("/healthz") == 200


def test_after_kill_9_of_the_supervisor_alone_the_next_start_takes_over(stack: Stack) -> None:
    orphans = stack.left()
    stack.process.kill()
    stack.wait()
    again = Stack(stack.home, stack.port).start().until_ready()
    stack.process = again.process
    assert not {process.pid for process in orphans} & {process.pid for process in again.left()}


def test_after_kill_9_of_everything_the_next_start_goes_on_and_sigterm_leaves_nothing(stack: Stack) -> None:
    stack.process.kill()
    for process in stack.left():
        process.kill()
    stack.wait()
    again = Stack(stack.home, stack.port).start().until_ready()
    stack.process = again.process
    text = "\n".join(again.lines)
    assert "changepassword admin" in text
    assert "with the password" not in text
    assert again.end() == 0
    assert again.left() == []
    remains = {path.name for path in stack.home.iterdir()}
    assert not remains & {"stack.json", "cairn.pid"}
    assert not list((stack.home / "run").glob("*.sock"))


def test_a_foreign_folder_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").touch()
    refused = Stack(tmp_path).start()
    assert refused.wait() == 1
    assert len(refused.lines) == 1
    assert "holiday.jpg" in refused.lines[0]


def test_a_database_that_does_not_answer_is_one_clear_line(tmp_path: Path) -> None:
    refused = Stack(tmp_path / "home", DATABASE_URL="postgresql://me:secret@127.0.0.1:9/none").start()
    assert refused.wait() == 1
    assert "DATABASE_URL does not work" in "\n".join(refused.lines)
    assert "secret" not in "\n".join(refused.lines)
