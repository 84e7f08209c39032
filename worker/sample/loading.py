"""Sends the sample through the same door as every plugin, and waits until it has become memories."""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from hooks import client
from memory.errors import Refused, Unavailable
from worker.sample.cast import REMOTE
from worker.sample.events import SESSIONS, events_of

PATIENCE = 30.0
_PAUSE = 0.4


@dataclass(frozen=True)
class Loaded:
    """What the server said: new events, events that it had, turns that still wait."""

    accepted: int
    duplicates: int
    waiting: int


def load(url: str, tokens: list[str], *, now: datetime, progress: Callable[[int], None]) -> Loaded:
    """Send every session, then wait up to half a minute until all is distilled; `progress` hears what waits.

    The story's developers take turns with the tokens, so that two tokens make two authors. Raises Refused or
    Unavailable with what the server said.
    """
    accepted = duplicates = 0
    for session, token in zip(SESSIONS, _repeated(tokens), strict=False):
        answer = _ask(url, "POST", "/api/v1/events", token, {"events": events_of(session, now)})
        if answer["rejected"]:
            raise Refused("rejected", f"The server refused an event: {answer['rejected'][0]['detail']}")
        accepted += int(answer["accepted"])
        duplicates += int(answer["duplicates"])
    return Loaded(accepted, duplicates, _await(url, tokens[0], progress))


def _repeated(tokens: list[str]) -> Iterator[str]:
    while True:
        yield from tokens


def _await(url: str, token: str, progress: Callable[[int], None]) -> int:
    end = time.monotonic() + PATIENCE
    while (waiting := int(_ask(url, "GET", "/api/v1/status", token)["due"])) and time.monotonic() < end:
        progress(waiting)
        time.sleep(_PAUSE)
    return waiting


def count(url: str, token: str) -> int:
    """How many memories of the sample the team knows. Raises as `load` does."""
    path = "/api/v1/memories/recent" + client.query(project=REMOTE, limit=100)
    return len(_ask(url, "GET", path, token)["results"])


def _ask(url: str, method: str, path: str, token: str, body: dict[str, object] | None = None) -> dict:
    try:
        sent = json.dumps(body).encode() if body is not None else b""
        reply = client.send(url, method, path, token=token, body=sent)
    except client.Offline as offline:
        raise Unavailable(f"No server to load the sample into: {offline.detail}.") from None
    if reply.status >= 400:
        detail = reply.json().get("detail") or f"it answered {reply.status}"
        raise Refused("refused", f"{url} did not take the sample: {detail}")
    return reply.json()
