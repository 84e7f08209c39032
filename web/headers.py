"""Bounds a request's headers before anything reads them: some cost the square of their length, in the event loop.

The server in front takes 64 KB of a head. The standard library needs four seconds for a cookie of 60 KB of
backslashes, wherever it stands, and a second for a content type of 380 KB of semicolons.
"""

from http import HTTPStatus

from django.utils.http import parse_header_parameters
from starlette.types import ASGIApp, Receive, Scope, Send

from web.bodies import Refused, answer

# A session, a form's token and what else lies around on one host name; others on localhost lay theirs beside it.
MOST_OF_COOKIES = 8 * 1024
# What proxies commonly take of all headers together.
MOST = 32 * 1024
# Of a query string, in bytes: a question of 8,000 letters, or of 3,500 whose letters take nine bytes each.
MOST_OF_QUERY = 32 * 1024
# What Django decodes a query and a form by; Python knows codecs that take the square of a text, or always fail.
CHARSETS = {"", "utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1", "latin-1", "latin1"}


class BoundedHeaders:
    """An ASGI application that hands requests on to `app`, or answers 414, 415 or 431 in its place.

    That is where the query string or the headers are too large, and where the content type names a charset that is none
    of a few plain ones.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See the class; whatever has no headers is handed on as it is."""
        if refused := _refused(scope):
            await answer(scope, send, refused)
        else:
            await self.app(scope, receive, send)


def _refused(scope: Scope) -> Refused | None:
    headers = scope.get("headers", ())
    if detail := _too_large(headers):
        return Refused(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "headers_too_large", detail)
    if len(scope.get("query_string", b"")) > MOST_OF_QUERY:
        detail = f"At most {MOST_OF_QUERY // 1024} KiB of query string are accepted. Send a shorter one."
        return Refused(HTTPStatus.REQUEST_URI_TOO_LONG, "query_too_large", detail)
    types = [value.decode("latin-1") for name, value in headers if name.lower() == b"content-type"]
    # Several are one to whoever reads them, joined.
    if not all(map(_is_plain, [*types, ",".join(types)])):
        detail = "The charset must be utf-8. Leave it out, or send the request as utf-8."
        return Refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "unsupported_charset", detail)
    return None


def _is_plain(content_type: str) -> bool:
    """Whether Django reads a charset of ours from this, or none. A parameter in a charset of its own (`a*=`) is not."""
    if "*" in content_type.partition(";")[2]:
        return False
    if "charset" not in content_type.lower():
        return True
    try:
        return parse_header_parameters(content_type)[1].get("charset", "").lower() in CHARSETS
    except ValueError:
        return False


def _too_large(headers: list[tuple[bytes, bytes]]) -> str:
    """What is too large and what to do, or ""."""
    if sum(len(value) for name, value in headers if name.lower() == b"cookie") > MOST_OF_COOKIES:
        return f"At most {MOST_OF_COOKIES // 1024} KiB of cookies are taken; delete this host name's in the browser."
    if sum(len(name) + len(value) for name, value in headers) > MOST:
        return f"At most {MOST // 1024} KiB of headers are accepted. Send shorter ones."
    return ""
