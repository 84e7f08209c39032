"""Watches the live timeline as a page does, down to what the server's protocol says when its browser is closed."""

from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from asgiref.sync import async_to_sync, sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.test import AsyncClient

from memory.access import Actor
from web import live

PATIENCE = 30.0


class Ended(Exception):
    """The server has ended the stream."""


class Watching:
    """A page's open stream, as the server's protocol sees it."""

    def __init__(self, exchange: ApplicationCommunicator) -> None:
        self._exchange = exchange
        self._events: list[str] = []

    async def chunk(self) -> str:
        """What comes next, comments and all."""
        message = await self._exchange.receive_output(PATIENCE)
        if not message.get("more_body"):
            raise Ended
        return message["body"].decode()

    async def event(self) -> str:
        """The next event."""
        while not self._events:
            parts = (await self.chunk()).split("\n\n")
            self._events += [part for part in parts if part and not part.startswith(":")]
        return self._events.pop(0)

    async def silence(self) -> bool:
        """Whether nothing comes for a while."""
        return await self._exchange.receive_nothing(0.3)


async def request(actor: Actor, query: str, headers: dict[str, str]) -> ApplicationCommunicator:
    """Ask for the stream with an actor's session; the answer is still to be read."""
    browser = AsyncClient()
    await sync_to_async(browser.force_login)(actor.user)
    cookie = f"{settings.SESSION_COOKIE_NAME}={browser.cookies[settings.SESSION_COOKIE_NAME].value}"
    named = {"host": "localhost", "cookie": cookie, **headers}
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "path": "/live",
        "query_string": query.encode(),
        "headers": [(name.lower().encode(), value.encode()) for name, value in named.items()],
    }
    exchange = ApplicationCommunicator(ASGIHandler(), scope)
    await exchange.send_input({"type": "http.request", "body": b""})
    return exchange


@asynccontextmanager
async def watching(actor: Actor, query: str = "", **headers: str) -> AsyncIterator[Watching]:
    """Open the stream as the actor's timeline does, and leave as a closed browser does."""
    exchange = await request(actor, query, headers)
    start = await exchange.receive_output(PATIENCE)
    assert start["status"] == 200
    assert (b"Content-Type", b"text/event-stream") in start["headers"]
    page = Watching(exchange)
    assert (await page.chunk()).startswith(": welcome")
    try:
        yield page
    finally:
        await exchange.send_input({"type": "http.disconnect"})
        await exchange.wait(PATIENCE)


def story(told: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a story in an event loop of its own, and stop listening at its end."""

    async def whole() -> None:
        try:
            await told()
        finally:
            await live.close()

    async_to_sync(whole)()
