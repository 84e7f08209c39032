"""The web in two processes at one port: one is killed, both stream, both count."""

import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx2
import psutil
import pytest
from django.conf import settings
from django.db import connection
from django.test import Client

from memory.access import Actor
from tests.live import free_port
from tests.web.conftest import store

pytestmark = pytest.mark.django_db(transaction=True)
ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0


@dataclass
class Web:
    """A server as `make up` starts it, on the tests' database."""

    port: int
    parent: psutil.Process

    def processes(self) -> list[psutil.Process]:
        """Those that serve."""
        return [child for child in self.parent.children() if child.status() != psutil.STATUS_ZOMBIE]

    def get(self, path: str, **headers: str) -> httpx2.Response:
        """Ask on a connection of its own, which either process may take."""
        return httpx2.get(f"http://127.0.0.1:{self.port}{path}", headers=headers, timeout=PATIENCE)

    def answers(self) -> bool:
        """Whether the port is served at all."""
        try:
            return self.get("/healthz").status_code == 200
        except httpx2.HTTPError:
            return False

    def serving(self, stream: httpx2.Response) -> int:
        """The process that has the other end of a stream's connection."""
        mine = stream.extensions["network_stream"].get_extra_info("client_addr")[1]
        for process in self.processes():
            if any(each.raddr and each.raddr.port == mine for each in process.net_connections("tcp")):
                return process.pid
        raise AssertionError("nobody serves the stream")


def soon(holds: Callable[[], bool]) -> bool:
    """Whether it holds before patience ends."""
    until = time.monotonic() + PATIENCE
    while not holds() and time.monotonic() < until:
        time.sleep(0.05)
    return holds()


@pytest.fixture
def web(transactional_db: None, tmp_path: Path) -> Iterator[Web]:
    """Two processes, and a rate that a test can use up."""
    port = free_port()
    environment = {
        **os.environ,
        "CAIRN_WEB_PROCESSES": "2",
        "CAIRN_RATE_LIMIT": "30/day",
        "CAIRN_DATABASE_POOL": "1",
        "DATABASE_URL": os.environ["DATABASE_URL"].replace("/cairn?", f"/{connection.settings_dict['NAME']}?"),
    }
    command = [sys.executable, "-m", "web.server", "--host", "127.0.0.1", "--port", str(port)]
    with (tmp_path / "web.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        web = Web(port, psutil.Process(process.pid))
        try:
            assert soon(lambda: process.poll() is None and web.answers() and len(web.processes()) == 2)
            yield web
        finally:
            process.terminate()
            process.wait(20)


def test_all_requests_are_answered_while_a_killed_process_is_replaced(web: Web) -> None:
    killed = web.processes()[0]
    killed.kill()
    killed.wait()
    statuses = [web.get("/healthz").status_code for _ in range(50)]
    assert set(statuses) == {200}
    assert soon(lambda: len(web.processes()) == 2)
    assert killed.pid not in {process.pid for process in web.processes()}


def test_a_stream_of_either_process_tells_what_is_new(web: Web, alice: Actor, bob: Actor) -> None:
    browser = Client()
    browser.force_login(bob.user)
    cookie = f"{settings.SESSION_COOKIE_NAME}={browser.cookies[settings.SESSION_COOKIE_NAME].value}"
    streams: dict[int, httpx2.Response] = {}
    with httpx2.Client(timeout=PATIENCE, limits=httpx2.Limits(max_connections=None)) as client:

        def open_another() -> bool:
            request = client.build_request("GET", f"http://127.0.0.1:{web.port}/live", headers={"Cookie": cookie})
            stream = client.send(request, stream=True)
            assert stream.status_code == 200
            streams[web.serving(stream)] = stream
            return len(streams) == 2

        assert soon(open_another)
        store(alice, "Checkout retries three times.")
        for stream in streams.values():
            assert any("Checkout retries three times." in line for line in stream.iter_lines())


def test_metrics_are_the_sum_of_both_processes(web: Web) -> None:
    before = _answered(web)
    asked = 20
    for _ in range(asked):
        web.get("/healthz")
    # Each scrape has been answered itself before the next one.
    assert [_answered(web) - before for _ in range(8)] == [asked + 1 + scrape for scrape in range(8)]


def _answered(web: Web) -> float:
    numbers: dict[str, float] = defaultdict(float)
    for line in web.get("/metrics").text.splitlines():
        if not line.startswith("#"):
            name, _, value = line.rpartition(" ")
            numbers[name.partition("{")[0]] += float(value)
    assert "cairn_turns_due" in numbers
    return numbers["django_http_responses_total_by_status_total"]


def test_a_tokens_rate_is_counted_over_both_processes(web: Web, alice: Actor, token_of: Callable[..., str]) -> None:
    header = f"Bearer {token_of(alice)}"
    statuses = [web.get("/api/v1/whoami", Authorization=header).status_code for _ in range(36)]
    assert statuses == [200] * 30 + [429] * 6
