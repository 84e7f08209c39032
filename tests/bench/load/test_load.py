"""What fifty developers feel of a server at once, alone and beside clients that hold open bodies.

`CAIRN_LOAD_SECONDS` (60) and `CAIRN_LOAD_USERS` (50) set how long and how many.
"""

import csv
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import psutil
import pytest

from tests.live import LiveStack

pytestmark = [pytest.mark.bench, pytest.mark.timeout(1200)]
ROOT = Path(__file__).resolve().parents[3]
SECONDS = int(os.environ.get("CAIRN_LOAD_SECONDS") or 60)
USERS = int(os.environ.get("CAIRN_LOAD_USERS") or 50)
SLOW_CLIENTS = int(os.environ.get("CAIRN_LOAD_SLOW") or 200)
KINDS = ("events", "search", "prompt recall", "briefing", "timeline", "live")
_HIRE = """
import json
from django.conf import settings
from django.test import Client
from memory import people
team = people.find_team("acme")
hired = []
for number in range({count}):
    person, _ = people.add_person(f"dev{{number:03}}", team=team, role="member")
    token = people.issue_token(person, team=team, scopes=["capture", "read", "write"])[1]
    browser = Client()
    browser.force_login(person)
    name = settings.SESSION_COOKIE_NAME
    hired.append({{"token": token, "cookie": f"{{name}}={{browser.cookies[name].value}}"}})
print(json.dumps(hired))
"""
_STORED = """
from memory import access
from memory.models import Observation
from memory.people import find_team
with access.scope(team=find_team("acme"), system=True):
    print(Observation.objects.count())
"""
Report = Callable[..., None]


@pytest.fixture(scope="module")
def people(live_stack: LiveStack, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a token and a session of each developer."""
    path = tmp_path_factory.mktemp("load") / "people.json"
    path.write_text(live_stack.manage("shell", "--verbosity", "0", "--command", _HIRE.format(count=USERS)))
    return path


def test_fifty_developers_at_once(live_stack: LiveStack, people: Path, tmp_path: Path, report: Report) -> None:
    megabytes, stored = _memory(live_stack), _stored(live_stack)
    alone = _drive(live_stack, people, tmp_path / "alone")
    report("load, server", **_server(live_stack, stored), pss_mb_at_start=megabytes, pss_mb_at_end=_memory(live_stack))
    for kind in KINDS:
        report(f"load, {kind}", **alone[kind])
    with _slow_clients(live_stack):
        beside = _drive(live_stack, people, tmp_path / "beside")
    for kind in KINDS:
        ratio = beside[kind]["p95_ms"] / alone[kind]["p95_ms"]
        report(f"load beside {SLOW_CLIENTS} slow clients, {kind}", **beside[kind], p95_ratio=ratio)
    report("load beside slow clients, server", pss_mb_at_end=_memory(live_stack))
    assert all(run[kind]["requests"] for run in (alone, beside) for kind in KINDS)
    assert not any(run[kind]["errors"] for run in (alone, beside) for kind in KINDS)


def _drive(stack: LiveStack, people: Path, results: Path) -> dict[str, dict[str, float]]:
    """Let locust work; requests, errors and milliseconds by kind."""
    options = ("--headless", "--only-summary", "--reset-stats", "--csv", str(results), "--exit-code-on-error", "0")
    how = ("--users", str(USERS), "--spawn-rate", "10", "--run-time", f"{SECONDS}s", "--stop-timeout", "10")
    command = [sys.executable, "-m", "locust", "-f", str(Path(__file__).with_name("locustfile.py")), *options, *how]
    environment = {**os.environ, "CAIRN_LOAD_PEOPLE": str(people)}
    log = results.with_suffix(".log")
    with log.open("wb") as output:
        done = subprocess.run([*command, "--host", stack.url], env=environment, stdout=output, stderr=output)
    assert done.returncode == 0, log.read_text()
    with results.with_name(f"{results.name}_stats.csv").open() as file:
        rows = {row["Name"]: row for row in csv.DictReader(file)}
    return {kind: _numbers(rows[kind]) for kind in KINDS}


def _numbers(row: dict[str, str]) -> dict[str, float]:
    return {
        "requests": float(row["Request Count"]),
        "errors": float(row["Failure Count"]),
        "p50_ms": float(row["50%"]),
        "p95_ms": float(row["95%"]),
    }


@contextmanager
def _slow_clients(stack: LiveStack) -> Iterator[None]:
    command = [sys.executable, "-m", "tests.bench.load.slow", str(stack.port), str(SLOW_CLIENTS)]
    process = subprocess.Popen(command, cwd=ROOT)
    try:
        time.sleep(5)
        yield
        assert process.poll() is None
    finally:
        process.kill()
        process.wait()


def _stored(stack: LiveStack) -> int:
    return int(stack.manage("shell", "--verbosity", "0", "--command", _STORED))


def _server(stack: LiveStack, before: int) -> dict[str, float]:
    """What the database has of it all at the end, and how far it is behind."""
    with urlopen(f"{stack.url}/metrics") as page:
        lines = page.read().decode().splitlines()
    told = {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[:6] == "cairn_")}
    return {
        "durable_events_a_second": (_stored(stack) - before) / SECONDS,
        "capture_lag_p95_s": told["cairn_capture_lag_seconds"],
        "oldest_turn_waits_s": told["cairn_queue_age_seconds"],
        "turns_waiting": told["cairn_turns_due"],
    }


def _memory(stack: LiveStack) -> float:
    """The megabytes of all processes of the stack, shared pages counted once (Linux), else less exactly."""
    total, below = 0, stack.processes("")
    for process in (below[0].parent(), *below):
        try:
            told = process.memory_full_info()
        except psutil.NoSuchProcess:
            continue
        total += getattr(told, "pss", told.uss)
    return total / 1024 / 1024
