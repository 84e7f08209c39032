"""The one ASGI process: static files, MCP, live streams, and Django's pages and API behind one port."""

import os

from django.core.asgi import get_asgi_application
from django.core.wsgi import get_wsgi_application
from starlette.types import Message, Receive, Scope, Send

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory.settings")
# First: what follows imports models.
django = get_asgi_application()

from api.mcp import mcp_app  # noqa: E402
from web import live, shutdown  # noqa: E402
from web.assets import FoundFiles  # noqa: E402
from web.threads import InThreads  # noqa: E402

static = FoundFiles()
# Our middleware and views are synchronous: through the ASGI handler each of them hops between threads, here a
# request stays in one from end to end, which takes a third of the time.
in_a_thread = InThreads(get_wsgi_application(), workers=8)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Hand each request to the application that its path belongs to, and the lifespan to MCP."""
    if scope["type"] == "lifespan":
        await mcp_app(scope, _with_live(receive), send)
        return
    path = scope.get("path", "/")
    if path.startswith("/static/"):
        # Starlette takes the mount's prefix off the path by `root_path`.
        await static({**scope, "root_path": scope.get("root_path", "") + "/static"}, receive, send)
    elif path == "/mcp" or path.startswith("/mcp/"):
        await mcp_app(scope, receive, send)
    elif path == "/live":
        await live.open_in_turn(django, dict(scope), receive, send)  # type: ignore[arg-type]
    elif not _has_known_length(scope):
        await django(dict(scope), receive, send)  # type: ignore[arg-type]
    else:
        await in_a_thread(scope, _as_coroutine(receive), send)  # type: ignore[arg-type]


def _as_coroutine(receive: Receive) -> Receive:
    """The thread asks for the body with `run_coroutine_threadsafe`; the server's own `receive` gives a bare future."""

    async def received() -> Message:
        return await receive()

    return received


def _has_known_length(scope: Scope) -> bool:
    """WSGI takes a body without a length (chunked) for an empty one; only the ASGI handler reads it whole."""
    return all(name != b"transfer-encoding" for name, _ in scope.get("headers", ()))


def _with_live(receive: Receive) -> Receive:
    """Let the live timeline know of the server's start and end too."""

    async def heard() -> dict[str, object]:
        message = await receive()
        if message["type"] == "lifespan.startup":
            shutdown.end_on_signals()
        else:
            await live.close()
        return dict(message)

    return heard
