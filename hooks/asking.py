"""One request of the command line to the server, with errors that say what to do."""

from __future__ import annotations

import json

from hooks import client
from hooks.config import Settings

NOT_LOGGED_IN = "not logged in; run `cairn login`"


class Failed(Exception):
    """The command cannot go on; the text says why and what to do."""


def ask(settings: Settings, method: str, path: str, body: dict | None = None) -> dict:
    """The server's answer as an object. Raises Failed with advice for everything but success."""
    if not settings.token:
        raise Failed(settings.problem or NOT_LOGGED_IN)
    content = json.dumps(body).encode() if body is not None else b""
    try:
        reply = client.send(settings.url, method, path, token=settings.token, body=content)
    except client.Offline as offline:
        raise Failed(
            f"{offline.detail}; check that the server runs and the URL is right, or run `cairn doctor`"
        ) from offline
    if reply.status in (200, 201, 202):
        return reply.json()
    raise Failed(_advice(reply, settings.url))


def _advice(reply: client.Reply, url: str) -> str:
    answer = reply.json()
    if reply.status == 401:
        return "the server rejects the token; run `cairn login` with a new one from its Tokens page"
    if reply.status == 404 and not answer:
        return f"{url} is not a Cairn server (it answered 404); check the URL"
    detail = str(answer.get("detail") or answer.get("title") or f"the server answered {reply.status}")
    code, extra = answer.get("code"), answer.get("duplicate_of") or answer.get("reason")
    return f"{detail}{f' [{code}]' if code else ''}{f' ({extra})' if extra else ''}"
