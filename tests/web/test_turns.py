"""How many requests of one client are worked on at a time, and whose a request is."""

import asyncio
from collections import Counter
from typing import Any

import pytest
from django.conf import settings
from starlette.types import Receive, Scope, Send

from api import familiar
from web import asgi
from web.turns import InTurns, client


def asked(client: str = "192.0.2.1", **headers: str) -> dict[str, Any]:
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    return {"type": "http", "path": "/api/v1/whoami", "method": "GET", "client": (client, 1), "headers": raw}


class Slow:
    """An application that works until it is let go."""

    def __init__(self) -> None:
        self.working: Counter[str] = Counter()
        self.go = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.working[scope["client"][0]] += 1
        await self.go.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})


async def _statuses(app: InTurns, requests: list[dict[str, Any]], slow: Slow, told: list[Counter[str]]) -> list[int]:
    statuses: list[int] = []

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    async def receive() -> Any:
        return {"type": "http.disconnect"}

    tasks = [asyncio.create_task(app(scope, receive, send)) for scope in requests]
    for _ in range(5):
        await asyncio.sleep(0)
    told.append(Counter(slow.working))
    slow.go.set()
    await asyncio.gather(*tasks)
    return statuses


def test_one_client_takes_its_share_and_others_are_served_beside_it() -> None:
    async def run() -> None:
        slow, told = Slow(), list[Counter[str]]()
        app = InTurns(slow, share=2, most=5)
        statuses = await _statuses(app, [asked("192.0.2.1")] * 8 + [asked("192.0.2.2")], slow, told)
        assert told == [Counter({"192.0.2.1": 2, "192.0.2.2": 1})]
        assert sorted(statuses) == [200] * 6 + [503] * 3
        assert not app._clients, "nobody is remembered who asks nothing"

    asyncio.run(run())


def test_one_client_leaves_places_in_a_common_line_to_others() -> None:
    async def run() -> None:
        slow, told = Slow(), list[Counter[str]]()
        app = InTurns(InTurns(slow, share=1, most=12, client_of=lambda scope: "everybody"), share=1, most=4)
        statuses = await _statuses(app, [asked("192.0.2.1")] * 20 + [asked("192.0.2.2")], slow, told)
        assert sorted(statuses) == [200] * 5 + [503] * 16
        assert slow.working["192.0.2.2"] == 1

    asyncio.run(run())


@pytest.mark.django_db
def test_all_tokens_and_sessions_of_a_person_are_one_client() -> None:
    familiar.note("cairn_laptop", 7)
    familiar.note("cairn_ci", 7)
    familiar.note("abcdef", 7)
    cookie = f"theme=dark; {settings.SESSION_COOKIE_NAME}=abcdef"
    assert {
        client(asked(authorization="Bearer cairn_laptop")),
        client(asked(authorization="bearer cairn_ci")),
        client(asked(cookie=cookie)),
    } == {7}
    assert client(asked("192.0.2.9", authorization="Bearer cairn_made-up", cookie="x")) == "192.0.2.9"
    assert client(asked("2001:db8::1")) == client(asked("2001:db8::2")), "one network is one client"


def test_pages_api_and_mcp_share_one_persons_turns_which_leave_connections_to_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def run() -> None:
        slow, told = Slow(), list[Counter[str]]()
        monkeypatch.setattr(asgi, "mcp_app", slow)
        monkeypatch.setattr(asgi, "in_a_thread", slow)
        doors = [{**asked(), "path": path} for path in ("/", "/api/v1/search", "/mcp", "/search") * 4]
        await _statuses(asgi.application, doors, slow, told)  # type: ignore[arg-type]
        assert told == [Counter({"192.0.2.1": asgi._connections // 2})]

    asyncio.run(run())
