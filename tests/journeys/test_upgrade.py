"""A server of an earlier schema is stopped with work in flight, and this one goes on in its home."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.dumps import schema
from tests.journeys.conftest import Tell
from tests.journeys.developer import Developer, kill, pace, wait_for_load
from tests.live import ROOT, LiveStack, new_home
from worker.stack.cluster import prepare_cluster
from worker.stack.home import Home

MIGRATIONS = "memory/migrations/"


def git(*arguments: str) -> bytes:
    """What git says of this checkout; without one, or without its history, the test is skipped."""
    try:
        return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"the history of this checkout cannot be read: {error}")


def migrations(commit: str) -> list[str]:
    """The names of a commit's migrations, in their order."""
    names = git("ls-tree", "--name-only", commit, MIGRATIONS).decode().split()
    return sorted(name for name in names if "/0" in name)


def earlier_commit() -> str:
    """The newest commit that has other migrations than today, or that of CAIRN_SOAK_FROM."""
    if given := os.environ.get("CAIRN_SOAK_FROM"):
        return given
    present = migrations("HEAD")
    for commit in git("log", "--format=%H", "-500").decode().split():
        if migrations(commit) != present:
            return commit
    pytest.skip("the history has no commit with other migrations")


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
        try:
            running.start()
        except AssertionError as error:
            pytest.skip(f"the earlier commit does not run with what is installed: {error}")
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
    began = time.monotonic()
    earlier_stack.start()
    one.finish()
    one.heal()
    outcome = tell("an upgrade", one, time.monotonic() - began)
    assert outcome.stored.messages == one.said()
    upgraded = prepare_cluster(Home(earlier_stack.home)).superuser_url
    assert schema(upgraded) == schema(os.environ["CAIRN_TEST_SUPERUSER_URL"]), "as that of a new home"
