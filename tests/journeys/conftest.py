"""A stack of its own for the stories of what breaks, and how long each story is told."""

import os
import random
import shutil
import string
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.journeys.developer import Developer, Outcome
from tests.live import LiveStack, new_home

# `make soak` tells each story with so many events, so many times.
SOAK_EVENTS = int(os.environ.get("CAIRN_SOAK_EVENTS") or 10_000)
SOAK_ROUNDS = int(os.environ.get("CAIRN_SOAK_ROUNDS") or 1)
SHORT = 400

Tell = Callable[[str, Developer, float], Outcome]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every story has a short version for `make e2e` and a long one for `make soak`, as often as asked for.

    One that is marked with `soak` itself has to wait for minutes, and has no short version.
    """
    if "events" in metafunc.fixturenames:
        slow = any(mark.name == "soak" for mark in metafunc.definition.iter_markers())
        short = [] if slow else [pytest.param(SHORT, id="short", marks=pytest.mark.e2e)]
        long = [
            pytest.param(SOAK_EVENTS, id=f"round-{number + 1}", marks=[pytest.mark.soak, pytest.mark.timeout(3600)])
            for number in range(SOAK_ROUNDS)
        ]
        metafunc.parametrize("events", [*short, *long])


@pytest.fixture(scope="session")
def stack() -> Iterator[LiveStack]:
    """A running server with the cast in it, for stories that break it."""
    home = new_home()
    running = LiveStack(home)
    try:
        running.start()
        running.populate()
        yield running
    finally:
        running.stop()
        shutil.rmtree(home.parent, ignore_errors=True)


@pytest.fixture
def developer(tmp_path: Path) -> Iterator[Callable[..., Developer]]:
    """Makes developers with sessions that no other story knows; nothing of theirs outlives the test."""
    made: list[Developer] = []

    def make(stack: LiveStack, **more: str) -> Developer:
        prefix = "".join(random.choices(string.ascii_lowercase, k=8))
        folder = tmp_path / prefix
        folder.mkdir()
        made.append(Developer(folder, stack, prefix, **more))
        return made[-1]

    yield make
    for one in made:
        one.end()


@pytest.fixture
def tell(capsys: pytest.CaptureFixture[str]) -> Tell:
    """Ends a story: prints what it came to, and insists that nothing was lost, doubled or overlooked."""

    def end(story: str, one: Developer, seconds: float) -> Outcome:
        outcome = one.outcome(seconds)
        with capsys.disabled():
            print(f"\n  {outcome.told(story)}", end="", flush=True)
        assert (outcome.lost, outcome.doubled, outcome.waiting, outcome.dead) == (set(), set(), set(), [])
        assert set(outcome.stored.statuses) <= {"recorded", "distilled", "rejected"}, outcome.stored.statuses
        assert set(one.asked()) <= set(outcome.stored.turns)
        assert {*outcome.stored.turns.values(), *outcome.stored.messages.values()} <= {1}
        assert outcome.stored.facts == outcome.stored.evidence == one.stated()
        return outcome

    return end
