"""Processes are killed, networks go silent, clocks are wrong: every event ends up stored once, and nobody helps."""

import os
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hooks import state
from tests.journeys.conftest import Tell
from tests.journeys.developer import Developer, flush, frozen, kill, pace, wait_for_load
from tests.journeys.gate import Gate
from tests.live import LiveStack

# A word of each process's command line; the first process that has it was started by the supervisor.
SERVICES = {
    "worker": "worker@%h",
    "embedder": "worker.embedder",
    "web": "web.server",
    "Postgres": "bin/postgres -D",
    "Valkey": "valkey-server",
}
# All of Postgres and of the workers, children too.
FREEZABLE = SERVICES | {"Postgres": "postgres", "everything": ""}
Make = Callable[..., Developer]


def test_each_process_is_killed_under_load(stack: LiveStack, developer: Make, tell: Tell, events: int) -> None:
    one = developer(stack)
    one.work(events, a_second=pace(events))
    for number, word in enumerate(random.sample(list(SERVICES.values()), len(SERVICES)), 1):
        wait_for_load(one, events * number // (len(SERVICES) + 1))
        assert one.working(), "a process is killed while events come in"
        kill(stack.processes(word)[:1])
    began = time.monotonic()
    one.finish()
    one.heal()
    outcome = tell("each process killed", one, time.monotonic() - began)
    assert outcome.stored.messages == one.said()


@pytest.mark.soak
def test_a_child_of_each_process_is_killed_under_load(
    stack: LiveStack, developer: Make, tell: Tell, events: int
) -> None:
    """What the kernel does when memory runs out: the largest process goes, its parent stays.

    The turn that a killed child had begun is due again when its lease of two minutes is over.
    """
    one = developer(stack)
    one.work(events, a_second=pace(events))
    for number, word in enumerate(("worker@%h", "web.server", "postgres: cairn_app"), 1):
        wait_for_load(one, events * number // 4)
        assert one.working()
        kill(stack.processes(word)[-1:])
    began = time.monotonic()
    one.finish()
    one.heal()
    outcome = tell("a child of each killed", one, time.monotonic() - began)
    assert outcome.stored.messages == one.said()


def test_all_processes_are_killed_at_once_under_load(
    stack: LiveStack, developer: Make, tell: Tell, events: int
) -> None:
    one = developer(stack)
    one.work(events, a_second=pace(events))
    wait_for_load(one, events // 2)
    assert one.working()
    kill(stack.processes(""))
    began = time.monotonic()
    one.finish()
    one.heal()
    outcome = tell("all killed at once", one, time.monotonic() - began)
    assert outcome.stored.messages == one.said()


def test_processes_freeze_under_load_and_go_on(stack: LiveStack, developer: Make, tell: Tell, events: int) -> None:
    """As on a machine that swaps or sleeps: a frozen process still has its connections, locks and claims."""
    one = developer(stack)
    one.work(events, a_second=pace(events) / 2)
    for number, word in enumerate(random.sample(list(FREEZABLE), len(FREEZABLE)), 1):
        wait_for_load(one, events * number // (len(FREEZABLE) + 1))
        assert one.working(), "a process freezes while events come in"
        with frozen(stack.processes(FREEZABLE[word])):
            time.sleep(2)
    began = time.monotonic()
    one.finish()
    one.heal()
    outcome = tell("each process frozen", one, time.monotonic() - began)
    assert outcome.stored.messages == one.said()


def test_a_server_accepts_and_never_answers(stack: LiveStack, developer: Make, tell: Tell, events: int) -> None:
    """First it takes nothing; then it takes what comes and its answers are lost, so all of that is sent again."""
    gate = Gate(stack.port)
    one = developer(stack, url=gate.url)
    try:
        one.work(events, a_second=pace(events))
        for place, mode in enumerate(("silent", "deaf", "silent"), 1):
            wait_for_load(one, events * place // 4)
            assert one.working()
            gate.turn(mode)
        one.finish()
        assert one.machine.lines(), "what the server never answered for is still here"
        gate.turn("open")
        seconds = one.heal()
        outcome = tell("never an answer", one, seconds)
        assert outcome.stored.messages == one.said()
    finally:
        gate.close()


def test_many_flushes_of_one_spool_at_once(
    stack: LiveStack, developer: Make, tell: Tell, events: int, tmp_path: Path
) -> None:
    """On one machine the lock lets one through; a copy of the whole home knows no such lock."""
    one = developer(stack)
    one.machine.spool.mkdir(parents=True)
    lock = state.take_flush_lock(str(one.machine.spool))
    assert lock is not None
    one.work(events)
    one.finish()
    os.close(lock)
    assert len(one.machine.lines()) == one.done()
    twin = one.copy_spool(tmp_path)
    flushes = [flush(machine) for _ in range(4) for machine in (one.machine, twin)]
    assert [process.wait(600) for process in flushes] == [0] * len(flushes)
    assert twin.lines() == []
    outcome = tell("many flushes at once", one, one.heal())
    assert outcome.stored.messages == one.said()


def test_a_developers_clock_jumps(stack: LiveStack, developer: Make, tell: Tell, events: int) -> None:
    one = developer(stack)
    hours = (0, 3, -5, 24 * 400, -24 * 4000, 0, 24 * 3650)
    one.work(events, a_second=pace(events), clocks=hours)
    one.finish()
    outcome = tell("clocks jump", one, one.heal())
    assert outcome.stored.ahead == 0
    assert outcome.stored.messages == one.said()
