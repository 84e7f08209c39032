"""Bodies that are sent slowly, never, or without end: what they cost others, and what their senders hear."""

import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.live import free_port
from web import bodies
from web.bodies import Door, WholeBodies

ROOT = Path(__file__).resolve().parents[2]
_KIB = 1024


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """The real server process, as `make up` starts it."""
    port = free_port()
    with tempfile.TemporaryFile() as log:
        command = [sys.executable, "-m", "web.server", "--host", "127.0.0.1", "--port", str(port)]
        environment = {**os.environ, "CAIRN_WEB_PROCESSES": "1"}
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        try:
            deadline = time.monotonic() + 60
            while not _answers(port):
                assert process.poll() is None and time.monotonic() < deadline, "the server did not come up"
                time.sleep(0.1)
            yield port
        finally:
            process.terminate()
            process.wait(20)


def _answers(port: int) -> bool:
    try:
        return httpx2.get(f"http://127.0.0.1:{port}/healthz", timeout=5).text == "ok\n"
    except httpx2.HTTPError:
        return False


def _unsent(port: int, line: str, *headers: str) -> socket.socket:
    """A request whose body was announced and does not come."""
    sent = socket.create_connection(("127.0.0.1", port), timeout=40)
    lines = (line, f"Host: 127.0.0.1:{port}", *headers)
    sent.sendall("".join(f"{each}\r\n" for each in lines).encode() + b"\r\n")
    return sent


@pytest.mark.parametrize(
    "line, header",
    [
        ("POST /login HTTP/1.1", "Content-Length: 100"),
        ("POST /login HTTP/1.1", "Transfer-Encoding: chunked"),
        ("POST /api/v1/events HTTP/1.1", "Content-Length: 100"),
        ("POST /mcp HTTP/1.1", "Content-Length: 100"),
        ("GET /live HTTP/1.1", "Content-Length: 100"),
    ],
)
def test_bodies_that_never_come_keep_nobody_waiting(port: int, line: str, header: str) -> None:
    held = [_unsent(port, line, header, "Authorization: Bearer cairn_none") for _ in range(40)]
    try:
        assert httpx2.get(f"http://127.0.0.1:{port}/healthz", timeout=5).text == "ok\n"
        # A stream's beginning is a turn of its own: nobody signed in here, but it is answered.
        assert httpx2.get(f"http://127.0.0.1:{port}/live", timeout=5).status_code in (302, 401, 403)
    finally:
        for each in held:
            each.close()


def test_chunks_without_end_are_cut_off(port: int) -> None:
    sent = _unsent(port, "POST /login HTTP/1.1", "Transfer-Encoding: chunked", "Content-Type: text/plain")
    piece = b"10000\r\n" + b"x" * 65536 + b"\r\n"
    taken, answered = 0, b""
    # The line is cut while more is sent, perhaps before the answer is read.
    with sent:
        with suppress(OSError):
            for _ in range(400):
                sent.sendall(piece)
                taken += len(piece)
        with suppress(OSError):
            answered = sent.recv(400)
    assert taken < 400 * len(piece)
    assert answered == b"" or answered.startswith(b"HTTP/1.1 413")


def test_a_body_in_chunks_arrives(port: int) -> None:
    response = httpx2.post(f"http://127.0.0.1:{port}/api/v1/events", content=iter([b'{"eve', b'nts": []}']), timeout=10)
    assert response.status_code == 401
    assert response.json()["code"] == "unauthenticated"


def test_too_much_is_said_politely(port: int) -> None:
    page = httpx2.post(f"http://127.0.0.1:{port}/login", content=b"x" * (bodies.PAGES.largest + 1), timeout=10)
    assert (page.status_code, page.text[:9]) == (413, "A request")
    response = httpx2.post(f"http://127.0.0.1:{port}/api/v1/events", content=b"x" * (5 * bodies.MIB), timeout=10)
    assert (response.status_code, response.json()["code"]) == (413, "too_large")


class _Client:
    """A client of the layer alone: what it sends, and what it hears."""

    def __init__(self, *messages: dict[str, Any], headers: dict[bytes, bytes], path: str = "/api/v1/events") -> None:
        self.messages = list(messages)
        self.scope = {"type": "http", "method": "POST", "path": path, "headers": list(headers.items())}
        self.heard: list[Any] = []

    async def receive(self) -> Any:
        if not self.messages:
            await asyncio.Event().wait()
        return self.messages.pop(0)

    async def send(self, message: Any) -> None:
        self.heard.append(message)

    @property
    def status(self) -> int:
        return int(self.heard[0]["status"])


def _piece(body: bytes, more: bool = False) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


async def _echo(scope: Any, receive: Any, send: Any) -> None:
    body = (await receive())["body"]
    await send({"type": "http.response.start", "status": 200, "headers": scope["headers"]})
    await send({"type": "http.response.body", "body": body})


def _layer(largest: int = _KIB, seconds: float = 5, held: int = 64 * _KIB) -> WholeBodies:
    return WholeBodies(_echo, lambda scope: Door(largest, seconds, held))


def _ask(layer: WholeBodies, client: _Client) -> None:
    asyncio.run(layer(client.scope, client.receive, client.send))


@pytest.mark.parametrize("length", [b"-1", b"1.5", b"", b"\xb2"])
def test_a_length_that_is_none_is_a_problem(length: bytes) -> None:
    client = _Client(_piece(b"{}"), headers={b"content-length": length})
    _ask(_layer(), client)
    problem = json.loads(client.heard[1]["body"])
    assert (client.status, problem["code"]) == (400, "malformed")
    assert "number of bytes" in problem["detail"]


def test_pieces_become_one_body_with_its_length() -> None:
    client = _Client(_piece(b"one ", True), _piece(b"two"), headers={b"transfer-encoding": b"chunked"})
    _ask(_layer(), client)
    assert client.heard[1]["body"] == b"one two"
    assert client.heard[0]["headers"] == [(b"content-length", b"7")]


@pytest.mark.parametrize("length", [b"-1", b"1e3", b"", b"0x10"])
def test_a_length_that_is_no_number_is_refused(length: bytes) -> None:
    client = _Client(_piece(b"one"), headers={b"content-length": length})
    _ask(_layer(), client)
    assert client.status == 400


@pytest.mark.parametrize("length", [b"1025", b"9" * 5000])
def test_a_length_beyond_the_limit_is_refused_unread(length: bytes) -> None:
    client = _Client(headers={b"content-length": length})
    _ask(_layer(), client)
    assert client.status == 413


def test_more_than_was_told_is_refused() -> None:
    client = _Client(_piece(b"x" * 1000, True), _piece(b"x" * 1000), headers={b"content-length": b"10"})
    _ask(_layer(), client)
    assert client.status == 413


@pytest.mark.parametrize("patience, seconds", [(0.05, 5.0), (5.0, 0.05)])
def test_who_sends_nothing_is_let_go(monkeypatch: pytest.MonkeyPatch, patience: float, seconds: float) -> None:
    monkeypatch.setattr(bodies, "PATIENCE", patience)
    client = _Client(_piece(b"one", True), headers={b"content-length": b"10"})
    _ask(_layer(seconds=seconds), client)
    assert client.status == 408


def test_who_leaves_is_answered_nothing_and_frees_the_room() -> None:
    layer = _layer(largest=40 * _KIB)
    for _ in range(5):
        leaves = {"type": "http.disconnect"}
        gone = _Client(_piece(b"x" * 30 * _KIB, True), leaves, headers={b"content-length": b"40000"})
        _ask(layer, gone)
        assert gone.heard == []


def test_many_who_send_slowly_leave_room_for_small_ones() -> None:
    layer = _layer(largest=60 * _KIB, seconds=20)

    async def story() -> tuple[list[_Client], _Client]:
        headers = {b"content-length": b"60000"}
        slow = [_Client(*[_piece(b"x" * _KIB, True)] * 58, headers=headers) for _ in range(8)]
        waiting = [asyncio.create_task(layer(each.scope, each.receive, each.send)) for each in slow]
        await asyncio.sleep(0.1)
        small = _Client(_piece(b"small"), headers={b"content-length": b"5"})
        await layer(small.scope, small.receive, small.send)
        for each in waiting:
            each.cancel()
        return slow, small

    slow, small = asyncio.run(story())
    assert small.status == 200
    assert {each.status for each in slow} == {503}
    assert all((b"retry-after", b"5") in each.heard[0]["headers"] for each in slow)


def test_a_request_without_a_body_is_handed_on_untouched() -> None:
    given: Callable[..., Any] | None = None

    async def app(scope: Any, receive: Any, send: Any) -> None:
        nonlocal given
        given = receive

    client = _Client(headers={b"content-length": b"0"})
    asyncio.run(WholeBodies(app, lambda scope: Door(1, 1, 1))(client.scope, client.receive, client.send))
    assert given == client.receive
