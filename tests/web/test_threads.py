"""The threads that answer for the ASGI server: order, long answers, clients that go, and what a thread keeps."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextvars import ContextVar
from typing import Any

import pytest
from starlette.testclient import TestClient

from web import threads
from web.threads import InThreads

_PIECE = b"0123456789abcdef" * 1024
_SCOPE = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "http_version": "1.1", "headers": []}
_seen: ContextVar[int] = ContextVar("seen", default=0)


class _Body:
    """A WSGI answer that notes that it is closed, after it has waited for `before`."""

    def __init__(self, pieces: Iterable[bytes], before: threading.Event | None = None) -> None:
        self.pieces, self.before, self.closed = pieces, before, threading.Event()

    def __iter__(self) -> Iterator[bytes]:
        return iter(self.pieces)

    def close(self) -> None:
        if self.before is None or self.before.wait(5):
            self.closed.set()


def _application(answer: Callable[[], Iterable[bytes]]) -> InThreads:
    def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        start_response("200 OK", [("Content-Type", "text/plain")])
        return answer()

    return InThreads(application, workers=1)


def _ask(body: _Body, send: Callable[[Any], Awaitable[None]]) -> None:
    """Ask until the answer is closed, then leave, as a server does when a client has gone."""

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def ask() -> None:
        asked = asyncio.create_task(_application(lambda: body)(_SCOPE, receive, send))
        await asyncio.to_thread(body.closed.wait, 5)
        asked.cancel()

    asyncio.run(ask())


def test_a_long_answer_arrives_whole_and_in_order() -> None:
    pieces = [bytes([number]) + _PIECE for number in range(40)]
    assert TestClient(_application(lambda: pieces)).get("/").content == b"".join(pieces)


def test_an_answer_without_a_body_ends() -> None:
    answer = TestClient(_application(list)).get("/")
    assert (answer.status_code, answer.content) == (200, b"")


def test_what_follows_an_answer_does_not_hold_it_up() -> None:
    has_left = threading.Event()

    async def send(message: Any) -> None:
        if "body" in message and not message.get("more_body"):
            has_left.set()

    body = _Body([b"done"], before=has_left)
    _ask(body, send)
    assert body.closed.is_set()


def test_a_client_that_takes_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "_PATIENCE", 0.05)

    async def never(message: Any) -> None:
        await asyncio.sleep(60)

    body = _Body(_PIECE for _ in range(1000))
    _ask(body, never)
    assert body.closed.is_set()


def test_a_thread_keeps_its_context_between_requests() -> None:
    def count() -> Iterator[bytes]:
        _seen.set(_seen.get() + 1)
        yield str(_seen.get()).encode()

    client = TestClient(_application(count))
    assert [client.get("/").text for _ in range(3)] == ["1", "2", "3"]
