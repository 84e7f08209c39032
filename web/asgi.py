"""The ASGI application: static files, MCP, live streams, and Django's pages and API behind one port."""

import os

from django.core.asgi import get_asgi_application
from django.core.wsgi import get_wsgi_application
from starlette.types import Receive, Scope, Send

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory.settings")
# First: what follows imports models.
django = get_asgi_application()

from api.mcp import mcp_app  # noqa: E402
from api.mcp.gate import wrong_host  # noqa: E402
from web import live, shutdown  # noqa: E402
from web.assets import FoundFiles  # noqa: E402
from web.bodies import FORMS, PAGES, PROGRAMS, STRANGERS, Door, WholeBodies, answer_only_get  # noqa: E402
from web.headers import BoundedHeaders  # noqa: E402
from web.threads import InThreads  # noqa: E402
from web.turns import InTurns, client, person  # noqa: E402

static = FoundFiles()
# Our middleware and views are synchronous: through the ASGI handler each of them hops between threads, here a
# request stays in one from end to end, which takes a third of the time.
pages = get_wsgi_application()
_workers = 8 if int(os.environ.get("GRANIAN_WORKERS") or 1) == 1 else 6
in_a_thread = InThreads(pages, workers=_workers)


async def _working(scope: Scope, receive: Receive, send: Send) -> None:
    answer = mcp_app if _is_mcp(_path(scope)) else in_a_thread
    await answer(scope, receive, send)


# One person's pages, API and MCP together take half of the database's connections, so that others always find one.
_connections = int(os.environ.get("CAIRN_DATABASE_POOL_SIZE") or 8)
work = InTurns(_working, share=max(1, _connections // 2), most=200)
# A download holds its thread until the last of it has left; slow ones must not hold those of the pages.
downloads = InTurns(InThreads(pages, workers=2), share=1, most=20)
# To check a password takes a third of a second of a core, for anybody who asks: one at a time, few waiting, and beside
# all other work. One client waits with few of its own, so that the few places are left to others.
passwords = InTurns(InThreads(pages, workers=1), share=1, most=12, client_of=lambda scope: "everybody")
sign_ins = InTurns(passwords, share=1, most=4)


async def _by_path(scope: Scope, receive: Receive, send: Send) -> None:
    """Hand each request to the application that its path belongs to, and the lifespan to MCP."""
    if scope["type"] == "lifespan":
        await mcp_app(scope, _with_live(receive), send)
    elif _path(scope).startswith("/static/"):
        # Starlette takes the mount's prefix off the path by `root_path`.
        answer = wrong_host(scope) or static
        await answer({**scope, "root_path": scope.get("root_path", "") + "/static"}, receive, send)
    else:
        await with_bodies(scope, receive, send)


application = BoundedHeaders(_by_path)


async def _with_body(scope: Scope, receive: Receive, send: Send) -> None:
    """The applications that work for a request, which is there as a whole."""
    path = _path(scope)
    if path == "/live" and scope["method"] != "GET":
        await answer_only_get(scope, send)
    elif path == "/live":
        await live.open_in_turn(django, dict(scope), receive, send, client(scope))  # type: ignore[arg-type]
    else:
        await _pool(path, scope["method"])(scope, receive, send)


def _pool(path: str, method: str) -> InTurns:
    if method != "POST":
        return work
    if path == "/team/export":
        return downloads
    return sign_ins if path == "/login" or path.startswith(("/join/", "/account/")) else work


def _path(scope: Scope) -> str:
    return str(scope.get("path", "/"))


def _is_mcp(path: str) -> bool:
    return path == "/mcp" or path.startswith("/mcp/")


def _door(scope: Scope) -> Door:
    path, known = _path(scope), person(scope)
    if path.startswith("/api/") or _is_mcp(path):
        return PROGRAMS if known else STRANGERS
    return PAGES if known else FORMS


with_bodies = WholeBodies(_with_body, _door, client)


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
