"""The disk is full, the server's or the developer's: what does not fit is told, what was kept is stored once."""

import shutil
import time
from collections.abc import Callable, Iterator

import pytest

from tests.disks import fill_up, small_disk
from tests.journeys.conftest import Tell
from tests.journeys.developer import EVENTS_A_TURN, Developer, kill, pace, wait_for_load
from tests.journeys.feeder import TURNS_A_SESSION
from tests.live import LiveStack, new_home

Make = Callable[..., Developer]
A_SESSION = round(EVENTS_A_TURN * TURNS_A_SESSION)


def test_a_developers_disk_is_full_again_and_again(stack: LiveStack, developer: Make, tell: Tell, events: int) -> None:
    """In the middle of sessions, for a session whose end is not kept is distilled ten minutes later."""
    one = developer(stack)
    with small_disk(one.machine.data, "8m") as disk:
        # Slow enough for the disk to have room again before a session ends.
        one.work(events, a_second=pace(events) / 4 + 30)
        sessions = events // A_SESSION
        for session in range(0, sessions, max(1, sessions // 8)):
            wait_for_load(one, session * A_SESSION + A_SESSION // 4)
            ballast = fill_up(disk)
            while one.done() < session * A_SESSION + A_SESSION // 2:
                fill_up(disk)
            ballast.unlink()
        one.finish()
        outcome = tell("a developer's disk is full", one, one.heal())
    assert outcome.turned_away > 0
    assert set(outcome.stored.messages) <= set(one.said())


@pytest.fixture
def cramped_stack() -> Iterator[LiveStack]:
    """A server on a small disk."""
    home = new_home()
    with small_disk(home.parent, "400m"):
        running = LiveStack(home, CAIRN_EMBEDDER="hash")
        try:
            running.start()
            running.populate()
            yield running
        finally:
            running.stop()
    shutil.rmtree(home.parent, ignore_errors=True)


def test_the_servers_disk_is_full_under_load(
    cramped_stack: LiveStack, developer: Make, tell: Tell, events: int
) -> None:
    one = developer(cramped_stack)
    one.work(events, a_second=pace(events))
    wait_for_load(one, events // 4)
    ballast = fill_up(cramped_stack.home.parent)
    # They cannot even start again without room.
    kill(cramped_stack.processes("bin/postgres -D", "valkey-server", "beat"))
    while one.working():
        fill_up(cramped_stack.home.parent)
        time.sleep(0.5)
    one.finish()
    assert one.machine.lines(), "what the server has no room for is still here"
    assert cramped_stack.alive(), "".join(cramped_stack.output)
    ballast.unlink()
    outcome = tell("the server's disk is full", one, one.heal())
    assert outcome.stored.messages == one.said()
