"""Developers with the real Claude Code client, a clone each, and a scripted model (../shared/cc-harness)."""

import json
import os
import re
import statistics
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PLUGIN = ROOT / "hooks"
HARNESS = ROOT.parent / "shared" / "cc-harness"
SSH, HTTPS = "git@github.com:acme/checkout.git", "https://github.com/acme/checkout"
IDLE_START_MS = 20.0  # what the program of `slowness` takes on an idle machine


def client_binary() -> Path | None:
    """The native Claude Code binary, where the harness looks for it."""
    if given := os.environ.get("CLAUDE_BIN"):
        return Path(given)
    prefix = Path(os.environ.get("CC_PREFIX", Path.home() / ".cache" / "cc-harness"))
    return next(iter(sorted(prefix.glob("node_modules/@anthropic-ai/claude-code-*/claude"))), None)


@pytest.fixture(scope="session")
def claude() -> Path:
    """The real client; the test is skipped where it, or the harness that closes it in, is not there."""
    binary = client_binary()
    if binary is None or not binary.exists():
        pytest.skip("the Claude Code binary is not installed (see ../shared/cc-harness/README.md)")
    if not (HARNESS / "cc_check.py").exists():
        pytest.skip("../shared/cc-harness is not beside this checkout")
    return binary


def search_path() -> str:
    """A PATH with this Python and the system's programs, and nothing else of the caller's."""
    python = Path(getattr(sys, "_base_executable", sys.executable)).resolve().parent
    return f"{python}:/usr/local/bin:/usr/bin:/bin"


class Developer:
    """One person at one machine: a home of their own, a clone, and the plugin."""

    def __init__(self, folder: Path, claude: Path, remote: str = SSH) -> None:
        self.work = folder
        self.home = folder / "home"
        self.clone = folder / "checkout"
        self.claude = claude
        self.home.mkdir(parents=True)
        self._make_clone(remote)

    def _make_clone(self, remote: str) -> None:
        self.clone.mkdir()
        for arguments in (("init", "-q", "-b", "main"), ("remote", "add", "origin", remote)):
            subprocess.run(["git", *arguments], cwd=self.clone, check=True)

    def environment(self) -> dict[str, str]:
        return {"PATH": search_path(), "HOME": str(self.home), "LANG": "C.UTF-8"}

    def log_in(self, url: str, token: str) -> None:
        """Sets the plugin up as the README says."""
        done = self.cairn("login", "--url", url, "--token-stdin", stdin=token)
        assert done.returncode == 0, done.stderr

    def cairn(self, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """The command line, in the clone."""
        return subprocess.run(
            [sys.executable, str(PLUGIN / "cairn.py"), *arguments],
            input=stdin,
            env=self.environment(),
            cwd=self.clone,
            capture_output=True,
            text=True,
            timeout=60,
        )

    def session(self, script: dict, *prompts: str, options: tuple[str, ...] = ()) -> dict:
        """Runs one session of the real client and returns the harness's report."""
        scripted, report = self.work / "script.json", self.work / "report.json"
        scripted.write_text(json.dumps(script))
        command = [sys.executable, str(HARNESS / "cc_check.py"), "--script", str(scripted)]
        command += ["--plugin", str(PLUGIN)] if "--installed" not in options else []
        command += [
            "--work",
            str(self.work),
            "--project",
            str(self.clone),
            "--report",
            str(report),
            "--debug",
        ]
        command += [option for option in options if option != "--installed"]
        command += [part for prompt in prompts for part in ("--prompt", prompt)]
        environment = {**os.environ, "CLAUDE_BIN": str(self.claude), "CC_PATH": search_path()}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=180)
        assert report.exists(), done.stderr
        result = json.loads(report.read_text())
        result["hook_ms"] = self._hook_durations(Path(result["files"]["debug"]))
        return result

    def _hook_durations(self, debug_log: Path) -> dict[str, list[int]]:
        pattern = r"Hooks: (\w+)[^\n]*plugin cairn@\w+\) finished with status 0 \((\d+)ms\)"
        durations: dict[str, list[int]] = {}
        for event, milliseconds in re.findall(pattern, debug_log.read_text(errors="replace")):
            durations.setdefault(event, []).append(int(milliseconds))
        return durations

    def waiting(self) -> int:
        """How many events still wait on this machine."""
        return sum(
            path.read_bytes().count(b"\n")
            for pattern in ("spool.jsonl", "segment-*.jsonl")
            for path in self.home.glob(f".claude/plugins/data/*/spools/*/{pattern}")
        )


@pytest.fixture
def developer(tmp_path, claude):
    """Makes developers: `developer("alice")`, each with a clone of the same repository."""

    def make(name: str, remote: str = SSH) -> Developer:
        return Developer(tmp_path / name, claude, remote)

    return make


@pytest.fixture
def person(developer, live_stack):
    """Makes a developer who has logged in: `person("bob", remote)`."""

    def make(name, remote=None):
        made = developer(name, remote) if remote else developer(name)
        made.log_in(live_stack.url, live_stack.token(name))
        return made

    return make


def api(stack, username: str, path: str, **query: object) -> dict:
    """A read request as this person."""
    url = f"{stack.url}/api/v1/{path}?{urllib.parse.urlencode(query)}"
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {stack.token(username)}"})
    with urllib.request.urlopen(request, timeout=10) as reply:
        return json.load(reply)


def slowness() -> float:
    """How much slower than idle this machine starts a process now: a busy one must not fail the limits."""
    took = []
    for _ in range(7):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-I", "-S", "-c", "import json, socket"], check=True)
        took.append((time.perf_counter() - began) * 1000)
    return max(1.0, statistics.median(took) / IDLE_START_MS)


def context(report: dict, event: str) -> str:
    """What the hooks of one event put before the model."""
    return "\n".join(entry["text"] for entry in report["hook_context"] if entry["event"] == event)


def tool_text(report: dict, tool: str) -> str:
    """What a tool answered to the model."""
    return "\n".join(entry["text"] for entry in report["tool_results"] if entry["tool"].endswith(tool))


def eventually(condition, seconds: float):
    """The condition's first true value, or its last one."""
    end = time.monotonic() + seconds
    value = condition()
    while not value and time.monotonic() < end:
        time.sleep(0.1)
        value = condition()
    return value
