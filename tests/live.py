"""A whole running server for end-to-end tests: what `make up` starts, in a home and on a port of its own."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import psutil

ROOT = Path(__file__).resolve().parent.parent
_READY = "Cairn is ready at"
_PATIENCE = 300.0
# As the cast's teams of all other tests (conftest.py): most stories are about what becomes of what was captured.
_BELIEVING = """
from memory import access
from memory.models import Team
for team in access.team_ids():
    with access.scope(team=team):
        Team.objects.filter(pk=team).update(line=0.0)
"""


def free_port() -> int:
    """A port that nobody listens on right now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class LiveStack:
    """`manage.py up` with alice and bob in team acme and mallory in team other; it can be stopped and started."""

    people = {"alice": ("acme", "admin"), "bob": ("acme", "member"), "mallory": ("other", "admin")}

    def __init__(self, home: Path, *, sample: bool = False, code: Path = ROOT, **wishes: str) -> None:
        """A stack in `home` of the checkout `code`; `wishes` are settings of the server."""
        self.home = home
        self.code = code
        self.wishes = wishes
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.sample = sample
        self.output: list[str] = []
        self._tokens: dict[str, str] = {}
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start and wait for the last line; a failure shows what was printed."""
        self.output.clear()
        self._process = subprocess.Popen(
            [sys.executable, "manage.py", "up"],
            cwd=self.code,
            env=self.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        threading.Thread(target=self._read, args=(self._process,), daemon=True).start()
        deadline = time.monotonic() + _PATIENCE
        while not any(line.startswith(_READY) for line in self.output):
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError("the stack did not come up:\n" + "".join(self.output))
            time.sleep(0.05)

    def stop(self) -> None:
        """SIGTERM, as a service manager would, and wait until everything is gone."""
        if self._process and self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
            self._process.wait(30)

    def alive(self) -> bool:
        """Tell whether it still runs."""
        return self._process is not None and self._process.poll() is None

    def processes(self, *words: str) -> list[psutil.Process]:
        """Give its processes below the supervisor whose command line has one of the words; parents come first."""
        assert self._process
        found = psutil.Process(self._process.pid).children(recursive=True)
        return [process for process in found if any(word in _command_line(process) for word in words)]

    def manage(self, *arguments: str) -> str:
        """Run a management command beside the running stack; returns its last line."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=self.code,
            env=self.environment(),
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip().rpartition("\n")[2]

    def populate(self) -> None:
        """Teams and people of the cast, with a password each ("<name>-password")."""
        for team in ("acme", "other"):
            self.manage("add_team", team)
        self.manage("shell", "--command", _BELIEVING)
        for name, (team, role) in self.people.items():
            self.manage("add_person", name, "--team", team, "--role", role)

    def token(self, username: str) -> str:
        """A raw token of one of the cast, with what a developer's plugin needs."""
        if username not in self._tokens:
            team, _ = self.people[username]
            scopes = ("--scopes", "capture,read,write")
            self._tokens[username] = self.manage("issue_token", username, "--team", team, *scopes)
        return self._tokens[username]

    def environment(self) -> dict[str, str]:
        """The tests' own database and queue must not reach the stack."""
        hidden = ("DATABASE_URL", "REDIS_URL", "PYTEST_", "DJANGO_")
        kept = {name: value for name, value in os.environ.items() if not name.startswith((*hidden, "CAIRN_"))}
        sample = "1" if self.sample else "0"
        return {**kept, "CAIRN_HOME": str(self.home), "PORT": str(self.port), "SAMPLE": sample, **self.wishes}

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout
        for line in process.stdout:
            self.output.append(line)


def _command_line(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""


def new_home() -> Path:
    """A fresh home with a short path, for sockets."""
    return Path(tempfile.mkdtemp(prefix="cairn-live-")) / "home"
