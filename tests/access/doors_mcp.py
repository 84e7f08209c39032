"""The tools, from the MCP server's registry: a reader needs `read`, and what is marked as a writer `write`.

A tool is asked through the gate, on the test's own thread, so that it sees a world that is not committed.
"""

from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from asgiref.sync import async_to_sync, sync_to_async
from mcp.server.mcpserver.exceptions import ToolError

from api.mcp.gate import Gate
from api.mcp.server import MemoryServer, registered
from tests.access.refs import Refs
from tests.access.samples_mcp import MCP, Arguments
from tests.access.step import Step, differs, numbered
from tests.access.visitors import Answer, Visitor, bearer, captured, undone

_SERVER = MemoryServer(name="cairn", tools=registered())


def declared() -> dict[str, bool]:
    """Every tool, and whether it says that it only reads."""
    return {tool.name: bool(tool.annotations and tool.annotations.read_only_hint) for tool in registered()}


def steps() -> list[Step]:
    """Every tool with each of its samples."""
    return [
        Step("tool", name, "read" if reads else "write", reads, _ask(tool, sample), names_rows=differs(sample))
        for tool, reads in declared().items()
        for name, sample in numbered(tool, MCP.get(tool, []))
    ]


def _ask(tool: str, sample: Arguments):
    def ask(visitor: Visitor, refs: Refs, cookies: dict[str, str]) -> Answer:
        return call(visitor, tool, sample(refs))

    return ask


def call(visitor: Visitor, tool: str, arguments: dict[str, Any]) -> Answer:
    """One call with a visitor's token, undone afterwards."""
    with undone(), captured() as asked, _on_this_thread():
        status, headers, body = async_to_sync(_exchange)(bearer(visitor), tool, arguments)
    return Answer(status, headers, body, asked)


def _on_this_thread() -> ExitStack:
    """Tools run on threads of their own and give their connection back; here there is but one."""
    here = lambda function, **how: sync_to_async(function)  # noqa: E731
    stays = SimpleNamespace(close=lambda: None)
    stack = ExitStack()
    for module in ("api.mcp.gate", "api.mcp.server"):
        stack.enter_context(patch(f"{module}.sync_to_async", here))
        stack.enter_context(patch(f"{module}.connection", stays))
    return stack


async def _exchange(headers: dict[str, str], tool: str, arguments: dict[str, Any]) -> tuple[int, dict[str, str], str]:
    """One call as (status, headers, text): a refusal of the gate as it is, of a tool as 403, 404, or 400."""
    sent: list[dict[str, Any]] = []

    async def desk(scope: Any, receive: Any, send: Any) -> None:
        request = SimpleNamespace(scope=scope)
        context: Any = SimpleNamespace(request_context=SimpleNamespace(request=request))
        try:
            result = await _SERVER.call_tool(tool, arguments, context)
            sent.append({"status": 200, "body": str(result).encode()})
        except ToolError as error:
            sent.append({"status": 400, "body": str(error).encode()})

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    named = [(name.lower().encode(), value.encode()) for name, value in {"host": "localhost", **headers}.items()]
    scope = {"type": "http", "method": "POST", "path": "/mcp", "headers": named, "client": ("127.0.0.1", 1)}
    await Gate(desk)(scope, _nothing, send)  # type: ignore[arg-type]
    kept = {key.decode(): value.decode() for message in sent for key, value in message.get("headers", [])}
    return sent[0]["status"], kept, b"".join(message.get("body", b"") for message in sent).decode()


async def _nothing() -> dict[str, Any]:
    return {"type": "http.request", "body": b""}
