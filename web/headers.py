"""Bounds a request's headers before anything reads them: some cost the square of their length, in the event loop.

The server in front takes some 400 KB of headers. The standard library needs four seconds for a cookie of 60 KB of
backslashes, wherever it stands, and a second for a content type of 380 KB of semicolons.
"""

from starlette.types import ASGIApp, Receive, Scope, Send

from web.bodies import answer_large_headers

# A session, a form's token and what else lies around on one host name; others on localhost lay theirs beside it.
MOST_OF_COOKIES = 8 * 1024
# What proxies commonly take of all headers together.
MOST = 32 * 1024


class BoundedHeaders:
    """An ASGI application that hands requests on to `app`, or answers 431 where their headers are too large."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See the class; whatever has no headers is handed on as it is."""
        if detail := _too_large(scope.get("headers", ())):
            await answer_large_headers(scope, send, detail)
        else:
            await self.app(scope, receive, send)


def _too_large(headers: list[tuple[bytes, bytes]]) -> str:
    """What is too large and what to do, or ""."""
    if sum(len(value) for name, value in headers if name.lower() == b"cookie") > MOST_OF_COOKIES:
        return f"At most {MOST_OF_COOKIES // 1024} KiB of cookies are taken; delete this host name's in the browser."
    if sum(len(name) + len(value) for name, value in headers) > MOST:
        return f"At most {MOST // 1024} KiB of headers are taken; send shorter ones."
    return ""
