"""How clients of both eras reach MCP, and who is kept out."""

import asyncio
from collections.abc import Callable

import httpx2
import pytest
from django.core.cache.backends.locmem import LocMemCache
from django.db import connection
from mcp.client import Client as McpClient
from mcp.client.streamable_http import streamable_http_client
from starlette.testclient import TestClient

from api.mcp import build_mcp_app
from api.mcp.server import INSTRUCTIONS
from api.throttles import PerToken
from memory.access import Actor
from tests.api.mcp.conftest import ask, rpc

# Tools run on threads of their own, which see only what is committed.
pytestmark = pytest.mark.django_db(transaction=True)

LEGACY = ["2025-03-26", "2025-06-18", "2025-11-25"]


class running:
    """The lifespan of an ASGI application, around a block."""

    def __init__(self, app: Callable) -> None:
        self.app = app

    async def __aenter__(self) -> None:
        self.inbox: asyncio.Queue = asyncio.Queue()
        self.outbox: asyncio.Queue = asyncio.Queue()
        self.task = asyncio.create_task(self.app({"type": "lifespan"}, self.inbox.get, self.outbox.put))
        await self._tell("lifespan.startup")

    async def __aexit__(self, *error: object) -> None:
        await self._tell("lifespan.shutdown")
        await self.task

    async def _tell(self, what: str) -> None:
        await self.inbox.put({"type": what})
        assert (await self.outbox.get())["type"] == f"{what}.complete"


@pytest.mark.parametrize("version", LEGACY)
def test_clients_of_the_initialize_era_are_answered_in_plain_json(
    web: TestClient, token_of: Callable[..., str], bob: Actor, version: str
) -> None:
    about = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    token = token_of(bob)
    begun = rpc(web, token, {"method": "initialize", "params": about}, version)["result"]
    assert begun["protocolVersion"] == version
    assert begun["serverInfo"]["name"] == "cairn"
    assert begun["instructions"] == INSTRUCTIONS
    listed = rpc(web, token, {"method": "tools/list"}, version)["result"]["tools"]
    assert "search_memory" in [tool["name"] for tool in listed]


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_the_official_client_searches_in_both_eras(
    token_of: Callable[..., str], bob: Actor, known: list[dict], mode: str
) -> None:
    headers = {"Authorization": f"Bearer {token_of(bob)}"}

    async def search() -> tuple[str, str]:
        app = build_mcp_app()
        transport = httpx2.ASGITransport(app)
        async with running(app), httpx2.AsyncClient(transport=transport, headers=headers) as http:
            stream = streamable_http_client("http://127.0.0.1:8787/mcp", http_client=http)
            async with McpClient(stream, mode=mode) as client:
                result = await client.call_tool("search_memory", {"query": "rounding a Decimal"})
                return str(client.protocol_version), result.content[0].text

    version, text = asyncio.run(search())
    assert version == ("2026-07-28" if mode == "auto" else "2025-11-25")
    assert "Refund.amount_cents" in text


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT"])
def test_there_is_no_stream_to_open_and_no_session_to_end(web: TestClient, method: str) -> None:
    response = web.request(method, "/mcp")
    assert response.status_code == 405
    assert response.headers["Allow"] == "POST"


@pytest.mark.parametrize(
    ("authorization", "code"),
    [("", "unauthenticated"), ("Basic YTpi", "unauthenticated"), ("Bearer cairn_unknown", "token_unknown")],
)
def test_nobody_gets_in_without_a_token_and_no_oauth_is_offered(web: TestClient, authorization: str, code: str) -> None:
    response = web.post("/mcp", json={}, headers={"Authorization": authorization})
    assert response.status_code == 401
    assert response.json()["code"] == code
    assert response.headers["WWW-Authenticate"] == "Bearer"
    assert "resource_metadata" not in response.text


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": ""}, 403),
        ({"Origin": "http://[111"}, 403),
        ({"Origin": "http://[1.2]"}, 403),
        ({"Origin": "http://127.0.0.1:99999999"}, 200),
        ({"Host": "[111"}, 421),
        ({"Host": "[::1"}, 421),
        ({"Host": "127.0.0.1:x"}, 421),
        ({"Origin": "http://127.0.0.1:8787"}, 200),
    ],
)
def test_pages_of_other_sites_are_kept_out(
    web: TestClient, token_of: Callable[..., str], bob: Actor, headers: dict[str, str], status: int
) -> None:
    assert ask(web, token_of(bob), {"method": "ping"}, **headers).status_code == status


def test_half_a_character_crashes_nothing(web: TestClient, token_of: Callable[..., str], bob: Actor) -> None:
    params = '{"name":"search_memory","arguments":{"query":"\\ud800"}}'
    body = f'{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}'
    headers = {
        "Authorization": f"Bearer {token_of(bob)}",
        "Accept": "application/json",
        "Content-Type": "application/json",
    }
    response = web.post("/mcp", content=body, headers=headers)
    assert response.status_code < 500
    assert "error" in response.json() or response.json()["result"]["isError"]


def test_connections_go_back_when_a_tool_is_done(call: Callable[..., str]) -> None:
    for _ in range(30):
        call("list_recent")
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        assert cursor.fetchone()[0] < 6


def test_mcp_has_the_rate_of_its_token(
    web: TestClient, token_of: Callable[..., str], bob: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PerToken, "rate", "2/min", raising=False)
    monkeypatch.setattr(PerToken, "cache", LocMemCache("throttle-mcp", {}))
    monkeypatch.setattr(PerToken, "timer", lambda self: 1_000_000.0)
    token = token_of(bob)
    answers = [ask(web, token, {"method": "tools/list"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert int(answers[2].headers["Retry-After"]) > 0
