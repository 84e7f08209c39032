"""Sends events as a busy team's plugins do, from a process of its own: `python -m tests.bench.scale.capturing`."""

import http.client
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

_BATCHES_A_SECOND = 10


@contextmanager
def capturing(port: int, token: str, events_a_second: int = 200) -> Iterator[None]:
    """While the block runs, that many events arrive; every batch must be accepted."""
    command = [sys.executable, "-m", "tests.bench.scale.capturing", str(port), token, str(events_a_second)]
    process = subprocess.Popen(command, cwd=Path(__file__).parents[3])
    time.sleep(2)
    try:
        yield
        assert process.poll() is None, "the events are not accepted"
    finally:
        process.terminate()
        process.wait(10)


def _send(port: int, token: str, events_a_second: int) -> None:
    from tests.events import turn_of

    client = http.client.HTTPConnection("127.0.0.1", port)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    tool = {"tool_name": "Bash", "tool_input": {"command": "make test"}, "tool_response": {"stdout": "ok"}}
    next_at = time.monotonic()
    for number in count():
        prompt, answer = f"Why does job {number} retry?", f"Because gateway {number} answers 429 after 3 attempts."
        tools = [tool] * (events_a_second // _BATCHES_A_SECOND - 2)
        events = turn_of(prompt, answer, *tools, session=f"busy-{number % 40}", turn=f"turn-{number}")
        client.request("POST", "/api/v1/events", json.dumps({"events": events}), headers)
        response = client.getresponse()
        body = response.read()
        assert response.status == 202, body
        next_at += 1 / _BATCHES_A_SECOND
        time.sleep(max(0.0, next_at - time.monotonic()))


if __name__ == "__main__":
    _send(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
