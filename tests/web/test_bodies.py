"""Bodies that are sent slowly, never, or without end: what they cost others, and what their senders hear."""

import asyncio
import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import httpx2
import pytest

from tests.web.http2 import Http2
from tests.web.serving import served
from web import bodies
from web.bodies import Door, WholeBodies

_KIB = 1024


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """The real server process, as `make up` starts it."""
    with served() as port:
        yield port


@pytest.fixture(scope="module")
def port_of_any_version() -> Iterator[int]:
    """The application behind a server that speaks HTTP/2, too, as somebody else may run it."""
    options = ("--interface", "asgi", "--http", "auto", "--workers-kill-timeout", "5", "web.asgi:application")
    with served("granian", *options) as port:
        yield port


def _unsent(port: int, line: str, *headers: str) -> socket.socket:
    """A request whose body was announced and no longer get the digest."""
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


def test_http_2_is_not_spoken(port: int) -> None:
    client = Http2(port)
    client.begin("GET", "/healthz", ends=True)
    assert client.status(5) == "closed"
    client.close()


def test_over_http_2_bodies_that_never_end_keep_nobody_waiting(port_of_any_version: int) -> None:
    held = [Http2(port_of_any_version) for _ in range(12)]
    streams = [(each, each.begin(method, "/live")) for each in held for method in ("POST", "GET")]
    for each, stream in streams:
        each.send(stream, b"x")
    try:
        time.sleep(0.5)
        assert httpx2.get(f"http://127.0.0.1:{port_of_any_version}/live", timeout=5).status_code == 401
    finally:
        for each in held:
            each.close()


def test_over_http_2_a_body_without_a_length_is_bounded(port_of_any_version: int) -> None:
    client = Http2(port_of_any_version)
    stream = client.begin("GET", "/live")
    for _ in range(bodies.PAGES.largest // 16_384 + 1):
        client.send(stream, b"x" * 16_384)
    # Whoever is refused while they still send may hear that the connection ended instead of the answer.
    assert client.status(5) in (413, "reset", "closed")
    client.close()


def test_over_http_2_a_request_without_a_body_is_answered(port_of_any_version: int) -> None:
    client = Http2(port_of_any_version)
    client.begin("GET", "/healthz", ends=True)
    assert client.status(5) == 200
    client.begin("GET", "/live", ends=True)
    assert client.status(5) == 401
    client.close()


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "TRACE"])
def test_the_live_timeline_takes_no_turn_for_what_reads_nothing(port: int, method: str) -> None:
    response = httpx2.request(method, f"http://127.0.0.1:{port}/live", content=b"x", timeout=10)
    assert (response.status_code, response.headers["allow"]) == (405, "GET")


def _begun(port: int, size: int) -> socket.socket:
    """A form from another address that is all but whole."""
    sent = socket.create_connection(("127.0.0.1", port), timeout=20, source_address=("127.0.0.2", 0))
    head = f"POST /login HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: {size + 1}\r\n\r\n"
    with suppress(OSError):  # refused already
        sent.sendall(head.encode() + b"a" * size)
    return sent


def test_nobody_keeps_the_room_for_forms_full(port: int) -> None:
    held = [_begun(port, 262_000) for _ in range(46)]
    time.sleep(0.5)
    for step in range(17, -1, -1):
        held += [_begun(port, 1 << step) for _ in range(4)]
        time.sleep(0.05)
    try:
        signed = httpx2.post(f"http://127.0.0.1:{port}/login", data={"username": "bob", "password": "x"}, timeout=10)
        assert signed.status_code == 403, "only its token is missing"
    finally:
        for each in held:
            each.close()


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

    def __init__(self, *messages: dict[str, Any], headers: dict[bytes, bytes], name: str = "") -> None:
        self.messages = list(messages)
        told = list(headers.items())
        self.scope = {"type": "http", "method": "POST", "path": "/api/v1/events", "headers": told, "client": name}
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


def _layer(largest: int = _KIB, seconds: float = 5, held: int = 64 * _KIB, **limits: int) -> WholeBodies:
    door = Door(largest, seconds, held, **{"share": held, **limits})
    return WholeBodies(_echo, lambda scope: door, lambda scope: scope["client"])


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


def _beside(layer: WholeBodies, slow: list[_Client], asking: list[_Client]) -> list[int]:
    """What these are answered while those are on their way."""

    async def story() -> None:
        waiting = [asyncio.create_task(layer(each.scope, each.receive, each.send)) for each in slow]
        await asyncio.sleep(0.1)
        for each in asking:
            await layer(each.scope, each.receive, each.send)
        for task in waiting:
            task.cancel()

    asyncio.run(story())
    return [each.status for each in asking]


def _of(name: str, size: int, *, ends: bool = True) -> _Client:
    return _Client(_piece(b"x" * size, not ends), headers={b"content-length": str(size).encode()}, name=name)


def test_one_client_takes_no_more_than_its_share() -> None:
    layer = _layer(largest=32 * _KIB, share=16 * _KIB)
    slow = [_of("mallory", 1 << step, ends=False) for step in range(15) for _ in range(3)]
    assert _beside(layer, slow, [_of("mallory", 9 * _KIB), _of("bob", 9 * _KIB)]) == [503, 200]


def test_a_small_body_finds_room_where_the_door_is_full() -> None:
    layer = _layer(largest=64 * _KIB, share=16 * _KIB, small=2 * _KIB)
    slow = [_of(f"someone {number}", 1 << step, ends=False) for number in range(9) for step in range(14)]
    asking = [_of("bob", 3 * _KIB), _of("bob", 2 * _KIB), _of("someone 1", 2 * _KIB)]
    assert _beside(layer, slow, asking) == [503, 200, 503]


def test_a_request_without_a_body_is_handed_on_untouched() -> None:
    given: Callable[..., Any] | None = None

    async def app(scope: Any, receive: Any, send: Any) -> None:
        nonlocal given
        given = receive

    client = _Client(headers={b"content-length": b"0"})
    asyncio.run(
        WholeBodies(app, lambda scope: Door(1, 1, 1, 1), lambda scope: "")(client.scope, client.receive, client.send)
    )
    assert given == client.receive
