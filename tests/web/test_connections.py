"""Connections that ask nothing: many of them leave the server free for those that ask, and none stays for long."""

import resource
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack

import httpx2
import pytest

from tests.web.serving import served

MANY = 1500


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """The real server process."""
    with served() as port:
        yield port


@pytest.fixture
def room_for_many() -> Iterator[None]:
    """Files for this side of the connections."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(before[0], MANY + 500), before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.parametrize("said", [b"", b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"])
def test_many_idle_connections_leave_others_answered_at_once(port: int, room_for_many: None, said: bytes) -> None:
    with ExitStack() as held:
        for _ in range(MANY):
            connection = held.enter_context(socket.create_connection(("127.0.0.1", port), timeout=10))
            connection.sendall(said)
        began = time.monotonic()
        assert httpx2.get(f"http://127.0.0.1:{port}/healthz", timeout=10).status_code == 200
        assert time.monotonic() - began < 1


def test_who_asks_nothing_is_let_go(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=15) as idle:
        idle.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n")
        began = time.monotonic()
        while idle.recv(4096):
            pass
        assert 3 < time.monotonic() - began < 10
