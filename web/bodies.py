"""Takes in a request's body before anything else works for it, within limits of size and time that its door sets.

A thread, a turn at the live timeline or a database connection is only taken for a request that is there as a whole;
whoever sends slowly, or says that a body comes and sends none, costs a coroutine and the bytes that came.
"""

import asyncio
import json
import os
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from http import HTTPStatus

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.problems import CONTENT_TYPE, RETRY_SECONDS, problem

MIB = 1024 * 1024


@dataclass(frozen=True)
class Door:
    """How large a body may be, within how many seconds it must be there, and what the door holds; in bytes.

    No client holds more than `share` of what is `held`, and no request more than what it leaves free, so many that are
    on their way together shrink each other's. Within its client's share a body of up to `small` always finds room.
    """

    largest: int
    seconds: float
    held: int
    share: int
    small: int = 0


# This process' share of what the server holds.
_SHARE = MIB // int(os.environ.get("GRANIAN_WORKERS") or 1)
_SMALL = MIB // 64
# Programs send events by the batch (the contract's 2 MiB, with room to say politely that a body is larger); people
# send forms. Who was known lately has room of their own: anybody can send bytes under a made-up token, or sign in.
PROGRAMS = Door(4 * MIB, 30, 40 * _SHARE, share=20 * _SHARE, small=_SMALL)
STRANGERS = Door(4 * MIB, 30, 24 * _SHARE, share=6 * _SHARE)
PAGES = Door(MIB // 4, 15, 12 * _SHARE, share=2 * _SHARE, small=_SMALL)
FORMS = Door(MIB // 4, 15, 12 * _SHARE, share=_SHARE)
# Seconds between two pieces of a body.
PATIENCE = 10.0


class Refused(Exception):
    """The request is not taken: the status, the problem's code and what to do."""

    def __init__(self, status: HTTPStatus, code: str, detail: str) -> None:
        super().__init__(detail)
        self.status, self.code, self.detail = status, code, detail


class _Gone(Exception):
    """The client left before its body was whole."""


class WholeBodies:
    """An ASGI application that hands requests on to `app` with their whole body, or answers 408, 413 or 503 itself.

    `door_of` names the limits of a request, `client_of` who shares them. Behind it a body always has a length, also one
    that was sent in chunks.
    """

    def __init__(self, app: ASGIApp, door_of: Callable[[Scope], Door], client_of: Callable[[Scope], Hashable]) -> None:
        self.app, self.door_of, self.client_of = app, door_of, client_of
        # Bytes in use, at each door in all and by each client.
        self._used: Counter[Hashable] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See the class; whatever is no HTTP request is handed on as it is."""
        if scope["type"] != "http" or not _may_have_body(scope):
            await self.app(scope, receive, send)
            return
        door = self.door_of(scope)
        room = _Room(door, self.client_of(scope), self._used)
        try:
            body = await _read(scope, receive, door, room.take)
            await self.app(_with_length(scope, len(body)), _replayed(body, receive), send)
        except Refused as refused:
            await answer(scope, send, refused)
        except _Gone:
            pass
        finally:
            room.leave()


class _Room:
    """What one request takes of a door, out of its client's share; `used` counts for all."""

    def __init__(self, door: Door, client: Hashable, used: Counter[Hashable]) -> None:
        self._door, self._used, self._taken = door, used, 0
        self._counted = (door, (door, client))

    def take(self, count: int) -> None:
        """Take so many bytes more. Raises Refused where they are not free."""
        taken = self._taken + count
        used, own = (self._used[each] + count for each in self._counted)
        is_small = taken <= self._door.small
        if own > self._door.share or (taken > self._door.held - used and not is_small):
            detail = "The server is busy with other large requests. Retry shortly."
            raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, "busy", detail)
        self._add(count)

    def leave(self) -> None:
        """Give all of it back."""
        self._add(-self._taken)

    def _add(self, count: int) -> None:
        self._taken += count
        for each in self._counted:
            self._used[each] += count
            if not self._used[each]:
                del self._used[each]


def _may_have_body(scope: Scope) -> bool:
    # From HTTP/2 on a body is announced by nothing: it comes, or the request ends with its headers.
    if not scope.get("http_version", "1.1").startswith("1"):
        return True
    names = dict(scope.get("headers", ()))
    return b"transfer-encoding" in names or names.get(b"content-length", b"0").strip() != b"0"


async def _read(scope: Scope, receive: Receive, door: Door, take: Callable[[int], None]) -> bytes:
    """The whole body. Raises Refused where it is too large or too slow, or no room is left, and _Gone."""
    length = dict(scope["headers"]).get(b"content-length", b"0").strip()
    if not length.isdigit():
        raise Refused(HTTPStatus.BAD_REQUEST, "malformed", "Content-Length must be a number of bytes.")
    # No more than nineteen digits: Python refuses to read thousands.
    if len(length) > 18 or int(length) > door.largest:
        raise _too_large(door)
    pieces: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(door.seconds):
            while True:
                message = await asyncio.wait_for(receive(), PATIENCE)
                if message["type"] == "http.disconnect":
                    raise _Gone
                piece = message.get("body", b"")
                size += len(piece)
                if size > door.largest:
                    raise _too_large(door)
                take(len(piece))
                pieces.append(piece)
                if not message.get("more_body"):
                    return b"".join(pieces)
    except TimeoutError:
        detail = f"The body did not arrive within {door.seconds:g} seconds. Send it again in smaller parts."
        raise Refused(HTTPStatus.REQUEST_TIMEOUT, "timeout", detail) from None


def _too_large(door: Door) -> Refused:
    detail = f"A request to this address can have at most {door.largest // 1024:,} KiB. Send it in smaller parts."
    return Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too_large", detail)


def _with_length(scope: Scope, length: int) -> Scope:
    """The request as if its body had come in one piece; WSGI takes one without a length for an empty one."""
    told = (b"content-length", b"transfer-encoding")
    headers = [(name, value) for name, value in scope["headers"] if name not in told]
    return {**scope, "headers": [*headers, (b"content-length", str(length).encode())]}


def _replayed(body: bytes, receive: Receive) -> Callable[[], Awaitable[Message]]:
    """Gives `body` once, and then what the client does: leave."""
    given = False

    async def replayed() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replayed


async def answer_only_get(scope: Scope, send: Send) -> None:
    """Answer 405: this address is only read."""
    refused = Refused(HTTPStatus.METHOD_NOT_ALLOWED, "method_not_allowed", "This address accepts only GET.")
    await answer(scope, send, refused)


async def answer_busy(scope: Scope, send: Send) -> None:
    """Answer 503: as much as fits is being worked on already."""
    detail = "Too many requests of this kind are running. Retry shortly."
    await answer(scope, send, Refused(HTTPStatus.SERVICE_UNAVAILABLE, "busy", detail))


async def answer(scope: Scope, send: Send, refused: Refused) -> None:
    """Answer with what was refused and why: a problem to programs, a line of text to others."""
    if scope["path"].startswith("/api/"):
        kind, text = CONTENT_TYPE, json.dumps(problem(refused.status, refused.code, refused.detail))
    else:
        kind, text = "text/plain; charset=utf-8", f"{refused.detail}\n"
    headers = [(b"content-type", kind.encode()), (b"connection", b"close"), (b"x-content-type-options", b"nosniff")]
    if refused.status == HTTPStatus.SERVICE_UNAVAILABLE:
        headers.append((b"retry-after", str(RETRY_SECONDS).encode()))
    if refused.status == HTTPStatus.METHOD_NOT_ALLOWED:
        headers.append((b"allow", b"GET"))
    await send({"type": "http.response.start", "status": refused.status.value, "headers": headers})
    await send({"type": "http.response.body", "body": text.encode()})
