"""How many events a second are stored for good (202) while the workers distill them; batches of 50 over HTTP."""

import http.client
import json
import multiprocessing
import time
from collections.abc import Callable

import pytest

from tests.bench.percentiles import percentiles
from tests.events import turn_of
from tests.live import LiveStack

pytestmark = [pytest.mark.bench, pytest.mark.timeout(300)]
SECONDS = 10
BATCH = 50
TOOL = {
    "tool_name": "Bash",
    "tool_input": {"command": "make test", "description": "Run the suite"},
    "tool_response": {"stdout": "test_orders.py::test_refund PASSED\n" * 25, "stderr": ""},
}


@pytest.mark.parametrize("senders", [1, 2, 4])
def test_batches_are_stored(live_stack: LiveStack, senders: int, report: Callable[..., None]) -> None:
    tokens = [live_stack.token(name) for name in ("alice", "bob")]
    jobs = [(live_stack.port, tokens[number % 2], _batches(f"{senders}-{number}")) for number in range(senders)]
    with multiprocessing.get_context("spawn").Pool(senders) as pool:
        taken = [milliseconds for sent in pool.starmap(send, jobs) for milliseconds in sent]
    report(f"capture, {senders} senders", events_a_second=len(taken) * BATCH / SECONDS, **percentiles(taken))
    assert taken


def send(port: int, token: str, batches: list[str]) -> list[float]:
    """Send one batch after the other until the time is over; the milliseconds that each took."""
    server = http.client.HTTPConnection("127.0.0.1", port)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    taken, end = [], time.monotonic() + SECONDS
    for batch in batches:
        started = time.monotonic()
        if started > end:
            return taken
        server.request("POST", "/api/v1/events", batch, headers)
        answer = server.getresponse()
        told = answer.read()
        assert answer.status == 202, told
        taken.append(1000 * (time.monotonic() - started))
    raise AssertionError("there were too few batches for the time")


def _batches(sender: str) -> list[str]:
    """More than a server stores in the time: ten sessions, five turns of ten events a batch."""
    return [json.dumps({"events": _turns(sender, number)}) for number in range(100 * SECONDS)]


def _turns(sender: str, number: int) -> list[dict[str, object]]:
    where = {"session": f"{sender}-{number % 10}"}
    asked = [(f"Why does job {number} retry in case {n}?", f"Because gateway {n} answers {number}.") for n in range(5)]
    turns = [turn_of(*words, *[TOOL] * 8, turn=f"{sender}-{number}-{n}", **where) for n, words in enumerate(asked)]
    return [event for turn in turns for event in turn]
