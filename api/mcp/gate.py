"""Checks before MCP: host, origin, POST only, and a valid token."""

from typing import Any
from urllib.parse import urlsplit

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection
from django.http.request import split_domain_port, validate_host
from rest_framework.exceptions import APIException, Throttled
from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from api.authentication import actor_behind
from api.failures import caller
from api.problems import CONTENT_TYPE, problem, problem_response
from api.throttles import PerToken
from memory.access import Actor

_ACTOR = "cairn.actor"


class Gate:
    """Lets a request through to `app` with its actor in the scope, or answers with a problem.

    It names no OAuth server anywhere: a client that finds one may drop the token that it was given.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One ASGI request; the lifespan passes as it is."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        refusal = refused(scope) or await sync_to_async(_admit, thread_sensitive=False)(scope)
        if refusal:
            await refusal(scope, receive, send)
            return
        await self.app({**scope, "path": scope["path"].rstrip("/")}, receive, send)


def actor_of(request: Any) -> Actor:
    """Return the actor that the gate admitted."""
    actor: Actor = request.scope[_ACTOR]
    return actor


def wrong_host(scope: Scope) -> JSONResponse | None:
    """The answer to a request for a foreign host (DNS rebinding); None for one of ours."""
    if _ours(Headers(scope=scope).get("host", "")):
        return None
    return _answer(421, "wrong_host", "This server does not accept this host name. See CAIRN_ALLOWED_HOSTS.")


def refused(scope: Scope) -> JSONResponse | None:
    """Why a request is turned away unseen: a foreign host or origin, or a useless method."""
    headers = Headers(scope=scope)
    if wrong := wrong_host(scope):
        return wrong
    if any(not _ours(_place(origin)) for origin in headers.getlist("origin")):
        return _answer(403, "foreign_origin", "Requests from other sites are not allowed.")
    if scope["method"] != "POST":
        detail = "MCP is stateless here. POST each message; there are no streams and no sessions."
        return _answer(405, "method_not_allowed", detail, {"Allow": "POST"})
    return None


def _place(origin: str) -> str:
    """The host and port of an origin; "" where it names none that can be read."""
    try:
        return urlsplit(origin).netloc
    except ValueError:  # a bracket that is never closed, or what stands in it is no address
        return ""


def _ours(host: str) -> bool:
    domain, _ = split_domain_port(host)
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)


def _admit(scope: Scope) -> JSONResponse | None:
    """Put the token's actor into the scope, or say what is wrong with it."""
    headers = Headers(scope=scope)
    scheme, _, raw = headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        detail = "Send a token as `Authorization: Bearer cairn_…`. A team admin creates tokens."
        return _answer(401, "unauthenticated", detail, {"WWW-Authenticate": "Bearer"})
    try:
        peer = (scope.get("client") or ("",))[0]
        actor = actor_behind(raw.strip(), caller(peer, ", ".join(headers.getlist("x-forwarded-for"))))
        if seconds := PerToken.seconds_to_wait(actor):
            raise Throttled(seconds)
        scope[_ACTOR] = actor
    except Exception as error:
        return _failure(error)
    finally:
        # The thread is not a request's: hand its connection back to the pool.
        connection.close()
    return None


def _failure(error: Exception) -> JSONResponse:
    if isinstance(error, APIException):
        error.auth_header = "Bearer"  # type: ignore[attr-defined]
    response = problem_response(error, {"view": "the gate of MCP"})
    return JSONResponse(response.data, response.status_code, dict(response.headers), CONTENT_TYPE)


def _answer(status: int, code: str, detail: str, headers: dict[str, str] | None = None) -> JSONResponse:
    return JSONResponse(problem(status, code, detail), status, headers, CONTENT_TYPE)
