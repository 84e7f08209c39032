"""A small model server that speaks the three real wire formats, at once or in pieces, and fails as it is told to."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KINDS = ("ollama", "openai", "anthropic")


@dataclass(frozen=True)
class Step:
    """How one request is answered. `cut` hangs up in the middle, `pause` waits before every piece of the answer."""

    text: str = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    pause: float = 0.0
    cut: bool = False
    raw: bytes | None = None
    room: bool = True
    breaks: bool = False


@dataclass
class Heard:
    """One request as it arrived."""

    path: str
    headers: dict[str, str]
    body: dict[str, object]


class Model:
    """A running server: `steps` are used up in order, then `otherwise` is said; `heard` are the requests."""

    def __init__(self, server: ThreadingHTTPServer) -> None:
        self.url = f"http://127.0.0.1:{server.server_port}"
        self.steps: list[Step] = []
        self.otherwise = Step('{"facts": []}')
        self.heard: list[Heard] = []

    def next_step(self) -> Step:
        """The next answer."""
        return self.steps.pop(0) if self.steps else self.otherwise


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    model: Model

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.model.heard.append(Heard(self.path, {k.lower(): v for k, v in self.headers.items()}, body))
        step = self.model.next_step()
        try:
            self._answer(step, body)
        except OSError:
            self.close_connection = True  # the client did not want to wait any longer

    def _answer(self, step: Step, body: dict[str, object]) -> None:
        speak = _SPEECH.get(self.path)
        if speak is None:
            return self._whole(404, b'{"error": "not found"}', step)
        if step.status != 200:
            return self._whole(step.status, b'{"error": {"message": "key sk-secret is wrong"}}', step)
        if step.raw is not None:
            return self._whole(200, step.raw, step)
        kind, pieces = speak(step, bool(body.get("stream")))
        return self._pieces(kind, pieces, step) if body.get("stream") else self._whole(200, pieces[0], step)

    def _whole(self, status: int, body: bytes, step: Step) -> None:
        time.sleep(step.pause)
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **step.headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[: len(body) // 2] if step.cut else body)
        self.close_connection = step.cut

    def _pieces(self, kind: str, pieces: list[bytes], step: Step) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for piece in pieces[: len(pieces) // 2] if step.cut else pieces:
            time.sleep(step.pause)
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            self.wfile.flush()
        # A proxy ends a broken stream politely; only its last event is missing.
        self.wfile.write(b"0\r\n\r\n")
        self.close_connection = step.cut

    def log_message(self, *arguments: object) -> None:
        """Say nothing."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that hung up is no news."""


def _split(text: str) -> list[str]:
    size = max(1, len(text) // 4)
    return [text[start : start + size] for start in range(0, len(text), size)] or [""]


def _ollama(step: Step, stream: bool) -> tuple[str, list[bytes]]:
    end = {
        "done": True,
        "done_reason": "stop" if step.room else "length",
        "prompt_eval_count": 70,
        "eval_count": 30,
    }
    if not stream:
        return "", [_line({"message": {"role": "assistant", "content": step.text}, **end})]
    said = [_line({"message": {"role": "assistant", "content": part}, "done": False}) for part in _split(step.text)]
    broken = [_line({"error": "llama runner process has terminated"})] if step.breaks else []
    return "application/x-ndjson", said + broken + [_line({"message": {"content": ""}, **end})]


def _openai(step: Step, stream: bool) -> tuple[str, list[bytes]]:
    usage = {"prompt_tokens": 70, "completion_tokens": 30, "total_tokens": 100}
    reason = "stop" if step.room else "length"
    if not stream:
        choice = {"index": 0, "message": {"role": "assistant", "content": step.text}, "finish_reason": reason}
        return "", [_line({"object": "chat.completion", "choices": [choice], "usage": usage})]
    said = [
        _event({"choices": [{"index": 0, "delta": {"content": part}, "finish_reason": None}]})
        for part in _split(step.text)
    ]
    broken = [_event({"error": {"message": "overloaded"}})] if step.breaks else []
    last = _event({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})
    end = [last, _event({"choices": [], "usage": usage}), b"data: [DONE]\n\n"]
    return "text/event-stream; charset=utf-8", [b": keep-alive\n\n", *said, *broken, *end]


def _anthropic(step: Step, stream: bool) -> tuple[str, list[bytes]]:
    usage = {"input_tokens": 60, "cache_read_input_tokens": 10, "output_tokens": 30}
    reason = "end_turn" if step.room else "max_tokens"
    if not stream:
        content = [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": step.text}]
        return "", [_line({"type": "message", "content": content, "stop_reason": reason, "usage": usage})]
    start = {"type": "message_start", "message": {"usage": {**usage, "output_tokens": 1}}}
    block = {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}
    said = [
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": part}}
        for part in _split(step.text)
    ]
    broken = [{"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}] if step.breaks else []
    end = {"type": "message_delta", "delta": {"stop_reason": reason}, "usage": {"output_tokens": 30}}
    events = [start, block, {"type": "ping"}, *said, *broken, {"type": "content_block_stop", "index": 0}, end]
    named = [*events, {"type": "message_stop"}]
    return "text/event-stream", [_event(event, name=str(event["type"])) for event in named]


def _line(value: object) -> bytes:
    return json.dumps(value).encode() + b"\n"


def _event(value: object, name: str = "") -> bytes:
    return (f"event: {name}\n" if name else "").encode() + b"data: " + json.dumps(value).encode() + b"\n\n"


_SPEECH = {"/api/chat": _ollama, "/v1/chat/completions": _openai, "/v1/messages": _anthropic}


@contextmanager
def running_model() -> Iterator[Model]:
    """A server on a free port, until the end of the block."""
    handler = type("Handler", (_Handler,), {})
    server = _Server(("127.0.0.1", 0), handler)
    model = Model(server)
    handler.model = model
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield model
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
