"""A server on loopback that speaks the contract just far enough to see what the plugin really sends."""

import gzip
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit

TOKEN = "cairn_alice_0123456789"
BRIEFING = {
    "text": "<cairn-memory>\n- Deploys happen on Tuesdays. [11]\n</cairn-memory>",
    "memories": ["11"],
    "tokens": 12,
    "status": {
        "project": "acme/checkout",
        "memories": 312,
        "last_capture": None,
        "drafts": 0,
        "latest_plugin": "0.1.0",
    },
}
HIT = {
    "id": "11",
    "type": "decision",
    "level": "long-term",
    "snippet": "Deploys happen on Tuesdays.",
    "projects": ["acme/checkout"],
    "score": 0.8,
    "created_at": "2026-03-18T10:00:00Z",
    "est_tokens": 12,
    "agent_id": None,
}
TOOLS = [
    {
        "name": "search_memory",
        "description": "Search the team's memory.",
        "inputSchema": {
            "type": "object",
            "properties": {"query": {"type": "string"}, "project": {"type": "string"}},
            "required": ["query"],
        },
    },
    {
        "name": "remember",
        "description": "Save a memory.",
        "inputSchema": {
            "type": "object",
            "properties": {"content": {"type": "string"}, "projects": {"type": "array"}},
            "required": ["content"],
        },
    },
    {
        "name": "get_memories",
        "description": "Full text.",
        "inputSchema": {"type": "object", "properties": {"ids": {}}},
    },
]


class ScriptedServer:
    """What came in (`requests`, `events`), and how to answer: change the attributes in the test."""

    def __init__(self, port=0):
        self.token = TOKEN
        self.team = "acme"
        self.requests = []
        self.events = {}
        self.batches = []
        self.transcripts = {}
        self.transcript_requests = []
        self.answer_transcripts_with = None
        self.briefing = json.loads(json.dumps(BRIEFING))
        self.hits = [dict(HIT)]
        self.answer_events_with = None
        self.reject = {}
        self.refuse_batches_with = {}
        self.answers = {}
        self.override = None
        self.delay = 0.0
        self.clock_ahead = 0
        self._http = _QuietServer(("127.0.0.1", port), _handler(self))
        self.port = self._http.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def stop(self):
        self._http.shutdown()
        self._http.server_close()

    def wait_for_events(self, number, seconds=8.0):
        """The events by id, once there are `number` of them."""
        end = time.monotonic() + seconds
        while len(self.events) < number and time.monotonic() < end:
            time.sleep(0.02)
        return list(self.events.values())

    def paths(self):
        return [path for _, path, _, _ in self.requests]

    def answer(self, method, path, headers, body):
        """(status, JSON or bytes, headers) for one request."""
        if self.override is not None:
            return self.override
        if headers.get("Authorization") != f"Bearer {self.token}":
            return 401, {"code": "unauthorized", "detail": "The token is not valid."}, {}
        place = urlsplit(path)
        if place.path == "/api/v1/events":
            return self._take_events(json.loads(body))
        if place.path.startswith("/api/v1/transcripts/"):
            return self._take_lines(unquote(place.path.rpartition("/")[2]), parse_qs(place.query), body)
        if place.path == "/mcp":
            return self._mcp(json.loads(body))
        answers = {
            "/api/v1/briefing": self.briefing,
            "/api/v1/search": {"results": self.hits, "total": len(self.hits), "offset": 0, "has_more": False},
            "/api/v1/whoami": {"person": "alice", "team": self.team, "scopes": ["capture", "read", "write"]},
            "/api/v1/status": {"queue": 0, "last_capture": None},
            "/api/v1/memories/recent": {"results": self.hits},
            "/api/v1/memories": self._memories(method, body),
            **self.answers,
        }
        if place.path in answers:
            return 201 if method == "POST" else 200, answers[place.path], {}
        return 404, {"code": "not_found", "detail": f"nothing at {place.path}"}, {}

    def _memories(self, method, body):
        if method == "POST":
            return {"id": "12", "type": "decision", **json.loads(body)}
        full = {
            "id": "11",
            "type": "decision",
            "content": "Deploys happen on Tuesdays.",
            "projects": ["acme/checkout"],
        }
        return {"results": [full]}

    def _take_events(self, batch):
        events = batch["events"]
        self.batches.append([event["id"] for event in events])
        if self.answer_events_with is not None:
            return self.answer_events_with
        for event in events:
            if event["id"] in self.refuse_batches_with:
                return self.refuse_batches_with[event["id"]]
        accepted = duplicates = 0
        rejected = []
        for event in events:
            if event["id"] in self.reject:
                rejected.append({"id": event["id"], "code": self.reject[event["id"]], "detail": "not like this"})
            elif event["id"] in self.events:
                duplicates += 1
            else:
                self.events[event["id"]] = event
                accepted += 1
        return 202, {"accepted": accepted, "duplicates": duplicates, "rejected": rejected}, {}

    def _take_lines(self, session, query, body):
        lines = [json.loads(line) for line in body.splitlines()]
        self.transcript_requests.append((session, {name: values[0] for name, values in query.items()}, lines))
        answer = self.answer_transcripts_with
        if answer is not None:
            answer = answer(lines) if callable(answer) else answer
        if answer is not None:
            return answer
        known = self.transcripts.setdefault(session, {})
        fresh = {line["uuid"]: line for line in lines if line.get("uuid") and line["uuid"] not in known}
        known.update(fresh)
        return 202, {"accepted": len(fresh), "duplicates": len(lines) - len(fresh), "skipped": 0, "next_offset": 0}, {}

    def said(self, session):
        """The words of a session, in the order in which they came."""
        lines = self.transcripts.get(session, {}).values()
        blocks = [block for line in lines if "message" in line for block in line["message"]["content"]]
        return [block["text"] for block in blocks if block["type"] == "text"]

    def _mcp(self, call):
        if "id" not in call:
            return 202, b"", {}
        results = {
            "initialize": {
                "protocolVersion": "2025-11-25",
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "cairn", "version": "0.1.0"},
                "instructions": "Search before you propose.",
            },
            "tools/list": {"tools": TOOLS},
            "tools/call": {"content": [{"type": "text", "text": json.dumps(call.get("params", {}).get("arguments"))}]},
        }
        return 200, {"jsonrpc": "2.0", "id": call["id"], "result": results.get(call["method"], {})}, {}


def queries(server, place):
    """The query parameters of every request to one path."""
    return [parse_qs(urlsplit(path).query) for path in server.paths() if urlsplit(path).path == place]


class _QuietServer(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        return  # a client that hung up is what some tests are about


def _handler(server):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _respond(self):
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            if self.headers.get("Content-Encoding") == "gzip":
                body = gzip.decompress(body)
            server.requests.append((self.command, self.path, dict(self.headers), body))
            time.sleep(server.delay)
            status, answer, headers = server.answer(self.command, self.path, self.headers, body)
            content = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_PATCH = do_DELETE = _respond

        def date_time_string(self, timestamp=None):
            return super().date_time_string((timestamp or time.time()) + server.clock_ahead)

        def log_message(self, *_):
            return

    return Handler


if __name__ == "__main__":
    import sys

    scripted = ScriptedServer(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    print(scripted.url, flush=True)
    while True:
        time.sleep(3600)
