"""Leaves room for others: however many requests one client sends at once, only so many are worked on."""

import asyncio
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from django.conf import settings
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from api.failures import caller
from api.familiar import whose
from web.bodies import answer_busy


@dataclass
class _Client:
    """The turns that a client may take at a time, and how many of its requests are here."""

    turns: asyncio.Semaphore
    requests: int = 0


class InTurns:
    """An ASGI application that lets `app` work on at most `share` requests of one client at a time.

    The others wait, which costs a coroutine each; more than `most` are answered 503. `client_of` says whose a request
    is: by default the person's whose token or session it bears, else that address'.
    """

    def __init__(
        self, app: ASGIApp, share: int, most: int, client_of: Callable[[Scope], Hashable] | None = None
    ) -> None:
        self.app, self._share, self._most = app, share, most
        self._client_of = client_of or client
        self._clients: dict[Hashable, _Client] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See the class; HTTP only."""
        name = self._client_of(scope)
        known = self._clients.setdefault(name, _Client(asyncio.Semaphore(self._share)))
        if known.requests >= self._most:
            await answer_busy(scope, send)
            return
        known.requests += 1
        try:
            async with known.turns:
                await self.app(scope, receive, send)
        finally:
            known.requests -= 1
            if not known.requests:
                self._clients.pop(name, None)


def client(scope: Scope) -> Hashable:
    """The id of the person whom a request is of, as far as that is known; else where it comes from."""
    peer = (scope.get("client") or ("",))[0]
    forwarded = ", ".join(Headers(scope=scope).getlist("x-forwarded-for"))
    return person(scope) or caller(peer, forwarded)


def person(scope: Scope) -> int | None:
    """The id of the person whose token or session a request bears, if it was good lately."""
    headers = Headers(scope=scope)
    return whose(bearer(headers)) or whose(_session(headers))


def bearer(headers: Headers) -> str:
    """The token of an Authorization header, "" without one."""
    return headers.get("authorization", "").partition(" ")[2].strip()


def _session(headers: Headers) -> str:
    # SimpleCookie costs the square of a value that is quoted; the keys of our sessions never are.
    pairs = (part.partition("=") for part in headers.get("cookie", "").split(";"))
    return next((value.strip() for name, _, value in pairs if name.strip() == settings.SESSION_COOKIE_NAME), "")
