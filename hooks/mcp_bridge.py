"""The MCP server that Claude Code starts: it hands each message on to `POST /mcp`, and the answer back.

It adds what the remote server cannot know (the project of the working directory), and answers itself when
there is no server: with the tools as they were last seen, and with errors that say what to do.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable

from hooks import client, config, destinations, project, state
from hooks.config import Settings

PROTOCOL = "2025-11-25"
# A `claude -p` starts without tools when `initialize` takes longer than about two seconds.
START_TIMEOUT = 1.5
CALL_TIMEOUT = 60.0
RETRY_SECONDS = 15.0
METHOD_NOT_FOUND = -32601
SERVER_ERROR = -32000

Answer = dict


class Bridge:
    """One session's bridge; `emit` takes each message for the client."""

    def __init__(self, settings: Settings, folder: str, root: str, emit: Callable[[dict], None]) -> None:
        self.settings = settings
        self.folder = folder
        self.project = project.query_value(project.identify(root))
        self.emit = emit
        self.protocol = PROTOCOL
        self.seen = self._read_seen()
        self._keeping = threading.Lock()
        self._retry: threading.Timer | None = None

    def receive(self, message: dict) -> None:
        """Handles one message of the client and emits the answer, if it asks for one."""
        if "id" not in message:
            return  # the server keeps no session, so it has no use for notifications
        try:
            answer = self._answer(message)
        except Exception as error:
            state.log(self.folder, f"bridge: {error!r}")
            answer = _failed(f"the bridge failed: {error}", SERVER_ERROR)
        self.emit({"jsonrpc": "2.0", "id": message["id"], **answer})

    def _answer(self, message: dict) -> Answer:
        method = message.get("method")
        if method == "initialize":
            return {"result": self._initialize(message)}
        if method == "ping":
            return {"result": {}}
        if method == "tools/list":
            return {"result": {"tools": self._tools(message)}}
        if method == "tools/call":
            return self._call(message)
        # The probe of newer protocols is refused too: the client then falls back to `initialize`.
        return _failed(f"{method} is not offered", METHOD_NOT_FOUND)

    def _initialize(self, message: dict) -> dict:
        self.protocol = str((message.get("params") or {}).get("protocolVersion") or PROTOCOL)
        answer, trouble = self._ask(message, START_TIMEOUT)
        if trouble:
            state.log(self.folder, f"bridge: {trouble}")
        result = dict(answer.get("result") or self.seen.get("initialize") or {})
        self.protocol = str(result.get("protocolVersion") or self.protocol)
        if answer.get("result"):
            self._remember("initialize", result)
        return {
            "protocolVersion": self.protocol,
            "serverInfo": {"name": "cairn", "version": config.VERSION},
            **{key: result[key] for key in ("serverInfo", "instructions") if key in result},
            "capabilities": {"tools": {"listChanged": True}},
        }

    def _tools(self, message: dict) -> list[dict]:
        answer, _ = self._ask(message, START_TIMEOUT)
        result = answer.get("result")
        tools = client.objects(result.get("tools")) if isinstance(result, dict) else []
        if tools:
            self._remember("tools", tools)
        elif not self.seen.get("tools"):
            self._look_again()
        return self.seen.get("tools") or []

    def _call(self, message: dict) -> Answer:
        params = message.get("params") or {}
        arguments = self._with_project(str(params.get("name", "")), params.get("arguments") or {})
        answer, trouble = self._ask({**message, "params": {**params, "arguments": arguments}}, CALL_TIMEOUT)
        return _tool_error(trouble) if trouble else answer

    def _with_project(self, tool: str, arguments: dict) -> dict:
        """Adds the project of the working directory where the tool takes one and none was named."""
        known = client.objects(self.seen.get("tools"))
        schema = next((t.get("inputSchema") or {} for t in known if t.get("name") == tool), {})
        takes = schema.get("properties") or {}
        added: dict[str, object] = {}
        if "project" in takes and "project" not in arguments:
            added["project"] = self.project
        if "projects" in takes and "projects" not in arguments:
            added["projects"] = [self.project]
        return {**arguments, **added}

    def _ask(self, message: dict, timeout: float) -> tuple[Answer, str]:
        """The server's answer, or an empty one and what is wrong, with what to do."""
        if config.disabled():
            return {}, "Cairn is off in this session (CAIRN_DISABLE is set)."
        if not self.settings.token:
            return {}, f"Cairn is not set up: {self.settings.problem or 'the user has to run `cairn login`'}."
        try:
            reply = self._post(message, timeout)
        except client.Offline as offline:
            return {}, f"The Cairn server cannot be reached: {offline.detail}. Go on without it, and say so."
        return _read(reply, self.settings.url)

    def _post(self, message: dict, timeout: float) -> client.Reply:
        return client.send(
            self.settings.url,
            "POST",
            "/mcp",
            token=self.settings.token,
            body=json.dumps(message).encode(),
            headers={"Accept": "application/json, text/event-stream", **self._protocol_headers(message)},
            connect_timeout=min(timeout, 2.0),
            timeout=timeout,
        )

    def _protocol_headers(self, message: dict) -> dict[str, str]:
        if message.get("method") == "initialize":
            return {}
        return {"MCP-Protocol-Version": self.protocol}

    def _look_again(self) -> None:
        """Asks for the tools again later, for a session that started before any server was ever seen."""
        if self._retry is None and not config.disabled() and self.settings.token:
            self._retry = threading.Timer(RETRY_SECONDS, self._retried)
            self._retry.daemon = True
            self._retry.start()

    def _retried(self) -> None:
        self._retry = None
        self._tools({"jsonrpc": "2.0", "id": "cairn-retry", "method": "tools/list"})
        if self.seen.get("tools"):
            self.emit({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})

    def _read_seen(self) -> dict:
        try:
            with open(os.path.join(self.folder, "tools.json"), encoding="utf-8") as file:
                seen = json.load(file)
        except (OSError, ValueError):
            return {}
        return seen if isinstance(seen, dict) else {}

    def _remember(self, what: str, value: object) -> None:
        with self._keeping:
            if self.seen.get(what) == value:
                return
            self.seen[what] = value
            try:
                state.ensure_folder(self.folder)
                state.write_private(os.path.join(self.folder, "tools.json"), json.dumps(self.seen).encode())
            except OSError as error:
                state.log(self.folder, f"bridge: the list of tools cannot be saved ({error})")


def _read(reply: client.Reply, url: str) -> tuple[Answer, str]:
    if reply.status == 401:
        return (
            {},
            "The Cairn server rejects the token. The user has to run `cairn login` (see `cairn doctor`).",
        )
    if reply.status == 403:
        return (
            {},
            "The Cairn token does not allow this. The user needs one with more scopes (see `cairn doctor`).",
        )
    message = _message(reply)
    if "result" in message or "error" in message:
        return {key: message[key] for key in ("result", "error") if key in message}, ""
    return {}, f"{url} did not answer as a Cairn server ({reply.status}). The user should run `cairn doctor`."


def _message(reply: client.Reply) -> dict:
    """The JSON-RPC answer, from a plain body or from the last event of a stream."""
    if "text/event-stream" not in reply.headers.get("content-type", ""):
        return reply.json()
    lines = [line[5:] for line in reply.body.decode("utf-8", "replace").splitlines() if line.startswith("data:")]
    try:
        return json.loads(lines[-1]) if lines else {}
    except ValueError:
        return {}


def _failed(text: str, code: int) -> Answer:
    return {"error": {"code": code, "message": text}}


def _tool_error(text: str) -> Answer:
    return {"result": {"content": [{"type": "text", "text": text}], "isError": True}}


def main() -> None:
    """Reads messages until the client closes stdin; calls run beside each other."""
    writing = threading.Lock()

    def emit(message: dict) -> None:
        with writing:
            sys.stdout.write(json.dumps(message) + "\n")
            sys.stdout.flush()

    root = os.environ.get("CLAUDE_PROJECT_DIR") or os.getcwd()
    settings = config.load()
    bridge = Bridge(settings, destinations.open_spool(settings, config.data_folder()).folder, root, emit)
    calls: list[threading.Thread] = []
    try:
        for line in sys.stdin.buffer:
            calls = [call for call in calls if call.is_alive()]
            calls += _serve(bridge, line)
    except KeyboardInterrupt:
        return
    for call in calls:
        call.join(CALL_TIMEOUT)


def _serve(bridge: Bridge, line: bytes) -> list[threading.Thread]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        bridge.emit({"jsonrpc": "2.0", "id": None, **_failed("this is not JSON", -32700)})
        return []
    if not isinstance(message, dict):
        return []
    call = threading.Thread(target=bridge.receive, args=(message,), daemon=True)
    call.start()
    return [call]
