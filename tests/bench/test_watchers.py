"""How soon 200 open timelines of one server process show what somebody's session has just taught."""

import asyncio
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import quote
from urllib.request import urlopen

import pytest
from django.conf import settings
from django.db import connection, connections, transaction
from django.test import Client
from django.utils import timezone

from memory.access import Actor
from tests.bench.percentiles import percentiles
from tests.live import free_port
from tests.web.conftest import store

pytestmark = [pytest.mark.bench, pytest.mark.timeout(240), pytest.mark.django_db(transaction=True)]
ROOT = Path(__file__).resolve().parents[2]
WATCHERS = 200
ROUNDS = 25
LIMIT_MS = 250
PATIENCE = 60.0
# The tests go without one.
POOL = {"CAIRN_DATABASE_POOL": "1"}
# As various as pages are; all of them show what is told here.
NARROWINGS = ("", "type=decision&", "person=alice&", "project=acme/checkout&", "branch=fix/401-fallback&")


@pytest.fixture
def server(transactional_db: None) -> Iterator[int]:
    """The port of a server process as it runs in production, on the tests' database."""
    port = free_port()
    database = os.environ["DATABASE_URL"].replace("/cairn?", f"/{connection.settings_dict['NAME']}?")
    process = subprocess.Popen(
        [sys.executable, "-m", "web.server", "--port", str(port)],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": database, "CAIRN_URL": f"http://127.0.0.1:{port}", **POOL},
        stdout=subprocess.DEVNULL,
    )
    try:
        _wait_for(port, process)
        yield port
    finally:
        process.terminate()
        process.wait(20)


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        assert process.poll() is None, "the server did not start"
        try:
            with urlopen(f"http://127.0.0.1:{port}/healthz"):
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the server does not answer")


class Page:
    """One open timeline: its stream, and when each fact arrived."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._heard = b""

    @classmethod
    async def open(cls, port: int, cookie: str, query: str) -> "Page":
        """Connect and ask for the stream."""
        page = cls(*await asyncio.open_connection("127.0.0.1", port))
        page._writer.write(f"GET /live{query} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n\r\n".encode())
        return page

    async def hears(self, words: bytes) -> float:
        """The moment at which these words were there."""
        while words not in self._heard:
            piece = await asyncio.wait_for(self._reader.read(65_536), PATIENCE)
            assert piece, self._heard[-300:]
            self._heard += piece
        self._heard = b""
        return time.perf_counter()

    def close(self) -> None:
        """As a closed tab does."""
        self._writer.close()


def _cookie(actor: Actor) -> str:
    browser = Client()
    browser.force_login(actor.user)
    return f"{settings.SESSION_COOKIE_NAME}={browser.cookies[settings.SESSION_COOKIE_NAME].value}"


def _teach(alice: Actor, number: int) -> float:
    """The moment just before the commit."""
    with transaction.atomic():
        store(alice, f"Fact number {number:03} is new.", session=f"Session {number % 3}")
        return time.perf_counter()


async def _told(port: int, alice: Actor, cookies: list[str], database: ThreadPoolExecutor) -> list[float]:
    """Milliseconds from commit to event, of each fact at each page."""
    loop = asyncio.get_running_loop()
    since = quote(timezone.now().isoformat())
    queries = [f"?{NARROWINGS[n % len(NARROWINGS)]}since={since}" for n in range(WATCHERS)]
    await loop.run_in_executor(database, _teach, alice, 999)
    pages = await asyncio.gather(
        *(Page.open(port, cookies[n % len(cookies)], query) for n, query in enumerate(queries))
    )
    # Each has caught up, so all of them only wait now.
    await asyncio.gather(*(page.hears(b"number 999 is new") for page in pages))
    taken: list[float] = []
    for number in range(ROUNDS):
        hearing = [asyncio.create_task(page.hears(b"number %03d is new" % number)) for page in pages]
        committed = await loop.run_in_executor(database, _teach, alice, number)
        taken += [(moment - committed) * 1000 for moment in await asyncio.gather(*hearing)]
        await asyncio.sleep(random.uniform(0.05, 0.3))
    for page in pages:
        page.close()
    return taken


def test_two_hundred_pages_show_what_is_new_within_a_quarter_of_a_second(
    server: int, alice: Actor, bob: Actor, report: Callable[..., None]
) -> None:
    cookies = [_cookie(alice), _cookie(bob)]
    with ThreadPoolExecutor(1) as database:
        started = time.perf_counter()
        taken = asyncio.run(_told(server, alice, cookies, database))
        print(f"{len(taken)} events in {time.perf_counter() - started:.1f} s")
        database.submit(connections.close_all).result()
    numbers = percentiles(taken)
    report(f"live, {WATCHERS} watchers", **numbers, max_ms=max(taken), mean_ms=statistics.mean(taken))
    print(numbers, max(taken))
    assert len(taken) == WATCHERS * ROUNDS
    assert numbers["p95_ms"] < LIMIT_MS
