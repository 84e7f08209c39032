"""A server of some migrations ago is stopped with work in flight, and this one goes on in its home."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from tests.journeys.conftest import Tell
from tests.journeys.developer import Developer, kill, pace, wait_for_load
from tests.live import ROOT, LiveStack, new_home

MIGRATIONS = "memory/migrations/"


def git(*arguments: str) -> bytes:
    """What git says of this checkout; without one, or without its history, the test is skipped."""
    try:
        return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"the history of this checkout cannot be read: {error}")


def migrations(commit: str) -> set[str]:
    """The names of a commit's migrations."""
    return set(git("ls-tree", "--name-only", commit, MIGRATIONS).decode().split())


def runs_here(commit: str) -> bool:
    """Whether all that a commit requires is installed, for it runs beside this checkout."""
    lock = git("show", f"{commit}:requirements.lock").decode().splitlines()
    try:
        for line in lock:
            if "==" in line and ";" not in line:
                version(line.partition("==")[0])
    except PackageNotFoundError:
        return False
    return True


def earlier_commit() -> str:
    """The newest commit that has some migrations less, or that of CAIRN_SOAK_FROM."""
    if given := os.environ.get("CAIRN_SOAK_FROM"):
        return given
    present = migrations("HEAD")
    for commit in git("log", "--format=%H", "-500").decode().split():
        if migrations(commit) < present and runs_here(commit):
            return commit
    pytest.skip("no earlier commit with fewer migrations runs with what is installed")


@pytest.fixture(scope="module")
def earlier_code(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of an earlier commit."""
    place = tmp_path_factory.mktemp("earlier")
    subprocess.run(["tar", "-x", "-C", str(place)], input=git("archive", earlier_commit()), check=True)
    return place


@pytest.fixture
def earlier_stack(earlier_code: Path) -> Iterator[LiveStack]:
    """A server of that commit, with the cast in it."""
    home = new_home()
    running = LiveStack(home, code=earlier_code)
    try:
        running.start()
        running.populate()
        yield running
    finally:
        running.stop()
        shutil.rmtree(home.parent, ignore_errors=True)


def test_an_upgrade_with_work_in_flight(
    earlier_stack: LiveStack, developer: Callable[..., Developer], tell: Tell, events: int
) -> None:
    one = developer(earlier_stack)
    one.work(events, a_second=pace(events))
    wait_for_load(one, events // 2)
    kill(earlier_stack.processes("worker@%h")[:1])
    while one.working() and not one.ledger.waiting():
        time.sleep(0.05)
    assert one.working(), "the server is stopped while events come in"
    earlier_stack.stop()
    earlier_stack.code = ROOT
    earlier_stack.start()
    began = time.monotonic()
    one.finish()
    one.heal()
    outcome = tell("an upgrade", one, time.monotonic() - began)
    assert outcome.stored.messages == one.said()
