"""A developer's machine in a temporary folder, and a server that speaks the contract: no database."""

import json
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hooks import destinations
from hooks.config import Settings
from tests.hooks.scripted_server import TOKEN, ScriptedServer

PLUGIN = Path(__file__).resolve().parents[2] / "hooks"
SESSION = "7a552a6c-c127-4b8d-982a-653cad2e955d"


class Machine:
    """Home, plugin data folder and a clone of github.com/acme/checkout; runs hooks as Claude Code does."""

    def __init__(self, folder: Path, url: str) -> None:
        self.home = folder / "home"
        self.data = self.home / ".claude" / "plugins" / "data" / "cairn-inline"
        self.project = folder / "checkout"
        self.url = url
        self.token = TOKEN
        self.data.mkdir(parents=True)
        self.clone(self.project)

    def clone(self, folder: Path, remote: str = "git@github.com:acme/checkout.git") -> None:
        git = folder / ".git"
        git.mkdir(parents=True)
        (git / "HEAD").write_text("ref: refs/heads/main\n")
        (git / "config").write_text(f'[core]\n\tbare = false\n[remote "origin"]\n\turl = {remote}\n')

    def environment(self, **extra: str) -> dict[str, str]:
        given = {
            "PATH": f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin",
            "HOME": str(self.home),
            "CLAUDE_PLUGIN_DATA": str(self.data),
            "CLAUDE_PROJECT_DIR": str(self.project),
            "CAIRN_URL": self.url,
            "CAIRN_TOKEN": self.token,
            "TZ": "Europe/Berlin",
            **extra,
        }
        return {name: value for name, value in given.items() if value}

    def raw(self, event: str, stdin: bytes, **environment: str) -> subprocess.CompletedProcess:
        """Runs one hook with these bytes on stdin, through the launcher, as hooks.json does."""
        command = ["/bin/sh", str(PLUGIN / "launch.sh"), event]
        return subprocess.run(
            command, input=stdin, env=self.environment(**environment), capture_output=True, timeout=20
        )

    def hook(self, event: str, environment: dict[str, str] | None = None, **fields: object) -> dict:
        """Runs one hook and returns its output as JSON; it must always end well and quietly."""
        data = {
            "session_id": SESSION,
            "transcript_path": str(self.home / ".claude/projects/x/t.jsonl"),
            "cwd": str(self.project),
            "hook_event_name": event,
            **fields,
        }
        done = self.raw(event, json.dumps(data).encode(), **(environment or {}))
        assert done.returncode == 0, done.stderr
        assert not done.stderr
        return json.loads(done.stdout) if done.stdout else {}

    def bash(self, command: str = "make test", stdout: str = "3 passed", **more: object) -> dict:
        """A Bash call that succeeded."""
        return self.hook(
            "PostToolUse",
            tool_name="Bash",
            tool_input={"command": command, "description": "d"},
            tool_response={"stdout": stdout, "stderr": "", "interrupted": False},
            tool_use_id="toolu_1",
            **more,
        )

    def cairn(self, *arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess:
        """Runs the command line as a plain file, from the project's folder."""
        return subprocess.run(
            [sys.executable, str(PLUGIN / "cairn.py"), *arguments],
            input=stdin,
            env=self.environment(**environment),
            cwd=self.project,
            capture_output=True,
            text=True,
            timeout=30,
        )

    def lines(self) -> list[dict]:
        """The events that wait in the spool."""
        paths = [*sorted(self.data.glob("spools/*/segment-*.jsonl")), *self.data.glob("spools/*/spool.jsonl")]
        return [json.loads(line) for path in paths if path.exists() for line in path.read_text().splitlines()]

    def dead_letters(self) -> list[dict]:
        paths = sorted(self.data.glob("spools/*/dead.jsonl"))
        return [json.loads(line) for path in paths for line in path.read_text().splitlines()]

    def state(self) -> dict:
        path = self.spool / "state.json"
        return json.loads(path.read_text()) if path.exists() else {}

    def log(self) -> str:
        return "".join(path.read_text() for path in sorted(self.data.rglob("hook.log")))

    def on_disk(self) -> bytes:
        """Every byte that the plugin left anywhere on this machine."""
        return b"".join(path.read_bytes() for path in self.data.rglob("*") if path.is_file())

    @property
    def spool(self) -> Path:
        """The folder of the spool for the server and token in use."""
        return Path(destinations.folder_for(Settings(self.url, self.token), str(self.data)))

    def server_comes_back(self) -> ScriptedServer:
        """Starts the server that was down, at the same address."""
        return ScriptedServer(int(self.url.rpartition(":")[2]))

    def no_flush(self) -> None:
        """Holds the flush back, so that a test can look at the spool."""
        self.spool.mkdir(parents=True, exist_ok=True)
        (self.spool / "state.json").write_text(json.dumps({"failures": 1, "retry_at": time.time() + 600}))


@pytest.fixture
def server():
    """A scripted server that takes everything from alice."""
    scripted = ScriptedServer()
    yield scripted
    scripted.stop()


@pytest.fixture
def machine(tmp_path, server):
    """A machine whose plugin is set up for the server."""
    return Machine(tmp_path, server.url)


@pytest.fixture
def alone(tmp_path):
    """A machine whose server is down."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    return Machine(tmp_path, f"http://127.0.0.1:{port}")


@pytest.fixture
def returned(alone):
    """Starts the server of the machine that is alone, when the test calls it."""
    started = []

    def start():
        started.append(alone.server_comes_back())
        return started[0]

    yield start
    for server in started:
        server.stop()


def eventually(condition, seconds: float = 6.0) -> bool:
    """True as soon as the condition holds; the detached flush needs a moment."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return bool(condition())


def is_private(path: Path) -> bool:
    """True when nobody else may read a file or look into a folder."""
    return path.stat().st_mode & 0o077 == 0
