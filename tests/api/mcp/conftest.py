"""A running MCP application, and tools called through it."""

import re
from collections.abc import Callable, Iterator

import pytest
from starlette.testclient import TestClient

from api.mcp import build_mcp_app
from memory.access import Actor
from tests.api.conftest import CENTS, PSYCOPG, WEBHOOKS


def rpc(web: TestClient, token: str, message: dict, version: str = "2025-11-25") -> dict:
    response = ask(web, token, message, version)
    assert response.status_code == 200, response.text
    return response.json()


def unframed(text: str) -> str:
    """An answer with plain tags around single texts, and none around lists. Every frame of it has the same name."""
    names = re.findall(r"</?(?:memory|memories|around|match|turns?|sessions)-([0-9a-f]{8})\b", text)
    assert len(set(names)) <= 1, text
    text = re.sub(r"</?(?:memories|around|turns|sessions)-[0-9a-f]{8}>\n?", "", text)
    return re.sub(r"<(/?(?:memory|match|turn))-[0-9a-f]{8}\b", r"<\1", text).removesuffix("\n")


def ask(web: TestClient, token: str, message: dict, version: str = "2025-11-25", **headers: str) -> object:
    sent = {
        "Authorization": f"Bearer {token}",
        "Accept": "application/json",
        "MCP-Protocol-Version": version,
        **headers,
    }
    return web.post("/mcp", json={"jsonrpc": "2.0", "id": 1, **message}, headers=sent)


@pytest.fixture
def web() -> Iterator[TestClient]:
    """The MCP application as an HTTP server that runs."""
    with TestClient(build_mcp_app(), base_url="http://127.0.0.1:8787") as client:
        yield client


@pytest.fixture
def call(web: TestClient, token_of: Callable[..., str], alice: Actor) -> Callable[..., str]:
    """Calls a tool as alice, unless told who; returns its text. `wrong=True` expects a tool error.

    Frames have no random names in it, and lists no frames, unless it is `raw`.
    """

    def called(
        tool: str,
        *,
        actor: Actor = alice,
        scopes: tuple[str, ...] = (),
        wrong: bool = False,
        raw: bool = False,
        **given: object,
    ) -> str:
        message = {"method": "tools/call", "params": {"name": tool, "arguments": given}}
        result = rpc(web, token_of(actor, *scopes), message)["result"]
        assert result["isError"] is wrong, result
        assert "structuredContent" not in result
        text = result["content"][0]["text"]
        return text if raw else unframed(text)

    return called


@pytest.fixture
def known(tell: Callable[..., dict], noise: dict) -> list[dict]:
    """Three memories of team acme, and one of another team."""
    told = [(CENTS, "decision"), (WEBHOOKS, "pattern"), (PSYCOPG, "dependency")]
    return [tell(content, type=kind) for content, kind in told]
