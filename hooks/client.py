"""A tiny HTTP client with a deadline: a hook can afford neither the import of urllib nor an open end."""

from __future__ import annotations

# The C module under `socket`: the same sockets without 2 ms of imports, which each prompt would wait for.
import _socket
import time

from hooks import quick_json as json
from hooks.config import VERSION

TYPE_CHECKING = False  # importing `typing` or `collections` would cost every hook a millisecond
if TYPE_CHECKING:
    from collections.abc import Callable

LARGEST_ANSWER = 16 * 1024 * 1024
# What a hook reads while a person waits: the largest briefing has some 40 KB.
LARGEST_WAITED_FOR = 1024 * 1024
LARGEST_HEAD = 64 * 1024
LARGEST_COUNT = 10**9
UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


class Offline(Exception):
    """The server could not be asked: `detail` says why, in words for a person."""

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


class Reply:
    """One answer: status, headers with lower-case names, the body's bytes, and the connect time in ms."""

    __slots__ = ("body", "connect_ms", "headers", "status")

    def __init__(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body
        self.connect_ms = 0

    def json(self) -> dict:
        """The body as a JSON object; anything else is an empty one."""
        try:
            value = json.loads(self.body)
        except (ValueError, RecursionError):
            return {}
        return value if isinstance(value, dict) else {"results": value}


class Address:
    """The parts of a server URL: scheme, host, port and the path prefix behind which Cairn is served."""

    __slots__ = ("host", "port", "prefix", "scheme")

    def __init__(self, url: str) -> None:
        self.scheme, separator, rest = url.partition("://")
        if not separator or self.scheme not in ("http", "https"):
            raise Offline(f"the URL {url!r} does not have the form http://host:port")
        place, _, prefix = rest.partition("/")
        self.prefix = "/" + prefix.rstrip("/") if prefix else ""
        self.host, self.port = _host_and_port(place, 443 if self.scheme == "https" else 80)
        if not self.host or any(sign in url for sign in "\r\n "):
            raise Offline(f"the URL {url!r} does not have the form http://host:port")


def quote(text: str) -> str:
    """Percent-encodes a query value."""
    return "".join(chr(b) if b in UNRESERVED else f"%{b:02X}" for b in text.encode("utf-8", "replace"))


def query(**values: object) -> str:
    """A query string of the values that are not empty, e.g. `?q=a%20b&limit=3`."""
    pairs = [f"{name}={quote(str(value))}" for name, value in values.items() if value not in (None, "")]
    return "?" + "&".join(pairs) if pairs else ""


def count(value: object) -> int:
    """A number of things that a server told. What is none is 0: an odd answer costs a figure, not the hook."""
    fine = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < LARGEST_COUNT
    return value if fine else 0  # type: ignore[return-value]


def objects(value: object) -> list[dict]:
    """The objects of a list that a server told; whatever else stands in it, or in its place, is left out."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def send(
    url: str,
    method: str,
    path: str,
    *,
    token: str = "",
    body: bytes = b"",
    headers: dict[str, str] | None = None,
    connect_timeout: float = 5.0,
    timeout: float = 30.0,
    largest: int = 0,
) -> Reply:
    """One request on a connection of its own. Times are seconds; `timeout` covers everything.

    Raises Offline when there is no answer in time, none of at most `largest` bytes, or none that is HTTP. Redirects
    are not followed, because they would carry the token elsewhere.
    """
    end = time.monotonic() + timeout
    address = Address(url)
    message = _message(address, method, path, token, body, headers or {})
    started = time.monotonic()
    try:
        connection = _connect(address, min(connect_timeout, timeout))
    except OSError as error:
        raise Offline(f"cannot reach {url} ({_reason(error)})") from error
    connect_ms = int((time.monotonic() - started) * 1000)
    try:
        connection.settimeout(max(0.001, end - time.monotonic()))
        connection.sendall(message)
        reply = _read(_Incoming(connection, end, largest or LARGEST_ANSWER))
    except OSError as error:
        raise Offline(f"{url} did not answer ({_reason(error)})") from error
    finally:
        connection.close()
    reply.connect_ms = connect_ms
    return reply


class Background:
    """A call that runs while the hook does its other work; its answer is awaited only for so long."""

    def __init__(self, call: Callable[[], Reply]) -> None:
        import _thread

        self._call = call
        self._done = _thread.allocate_lock()
        self._done.acquire()
        self._reply: Reply | None = None
        self._error: Exception | None = None
        _thread.start_new_thread(self._run, ())

    def _run(self) -> None:
        try:
            self._reply = self._call()
        except Exception as error:
            self._error = error
        self._done.release()

    def result(self, timeout: float) -> Reply:
        """The reply; raises Offline after `timeout` seconds, which also covers a name server that hangs."""
        if not self._done.acquire(timeout=max(0.0, timeout)):
            raise Offline("no answer in time")
        if self._error is not None:
            raise self._error
        assert self._reply is not None
        return self._reply


def _host_and_port(place: str, default: int) -> tuple[str, int]:
    place = place.rpartition("@")[2]
    if place.startswith("["):
        host, _, rest = place[1:].partition("]")
        port = rest.removeprefix(":")
    else:
        host, _, port = place.partition(":")
    if port and not port.isdigit():
        raise Offline(f"the port {port!r} of the URL is not a number")
    return host, int(port or default)


def _message(address: Address, method: str, path: str, token: str, body: bytes, headers: dict[str, str]) -> bytes:
    host = f"[{address.host}]" if ":" in address.host else address.host
    fields = {
        "Host": f"{host}:{address.port}",
        "User-Agent": f"cairn-plugin/{VERSION}",
        "Accept": "application/json",
        "Connection": "close",
    }
    if token:
        fields["Authorization"] = f"Bearer {token}"
    if body or method in ("POST", "PATCH"):
        fields.update({"Content-Type": "application/json", "Content-Length": str(len(body))})
    fields.update(headers)
    lines = "".join(f"{name}: {_one_line(value)}\r\n" for name, value in fields.items())
    return f"{method} {address.prefix}{path} HTTP/1.1\r\n{lines}\r\n".encode("latin-1", "replace") + body


def _one_line(value: str) -> str:
    return value.replace("\r", "").replace("\n", "")


def _connect(address: Address, timeout: float) -> _socket.socket:
    end = time.monotonic() + timeout
    failure: OSError = OSError("no address found")
    # As bytes, because for text Python first loads its tables of international names: 2 ms of each prompt.
    host = address.host.encode() if address.host.isascii() else address.host
    for family, kind, protocol, _, place in _socket.getaddrinfo(host, address.port, 0, _socket.SOCK_STREAM):
        connection = _open(address, family, kind, protocol)
        try:
            connection.settimeout(max(0.001, end - time.monotonic()))
            connection.connect(place)
            return _secured(connection, address) if address.scheme == "https" else connection
        except OSError as error:
            connection.close()
            failure = error
    raise failure


def _open(address: Address, family: int, kind: int, protocol: int) -> _socket.socket:
    if address.scheme == "https":
        import socket

        return socket.socket(family, kind, protocol)  # what `ssl` wraps
    return _socket.socket(family, kind, protocol)


def _secured(connection: _socket.socket, address: Address) -> _socket.socket:
    import ssl

    connection.settimeout(max(connection.gettimeout() or 0, 2.0))
    context = ssl.create_default_context()
    return context.wrap_socket(connection, server_hostname=address.host)  # type: ignore[arg-type]


class _Incoming:
    """What comes over a connection until the time `end`, at most `largest` bytes at once; taken from the front."""

    __slots__ = ("connection", "data", "end", "largest")

    def __init__(self, connection: _socket.socket, end: float, largest: int) -> None:
        self.connection = connection
        self.end = end
        self.largest = largest
        self.data = bytearray()

    def receive(self, may_end: bool = False) -> bool:
        """Waits for more; False where the connection was closed and may be."""
        self.connection.settimeout(self.remaining())
        piece = self.connection.recv(65536)
        self.data += piece
        if not piece and not may_end:
            raise ConnectionError("the connection was closed in the middle of the answer")
        self.ensure_fits(len(self.data))
        return bool(piece)

    def remaining(self) -> float:
        """The seconds that are left; raises TimeoutError when none are."""
        remaining = self.end - time.monotonic()
        if remaining <= 0:
            raise TimeoutError("timed out")
        return remaining

    def ensure_fits(self, size: int) -> None:
        if size > self.largest:
            raise ConnectionError("the answer is too large")

    def line(self, ending: bytes, longest: int) -> bytes:
        """Takes what comes before `ending`, and that."""
        while (at := self.data.find(ending)) < 0:
            if len(self.data) > longest:
                raise ConnectionError("the answer is not valid HTTP")
            self.receive()
        return bytes(self.taken(at + len(ending))[:at])

    def taken(self, size: int) -> bytearray:
        """Takes so many bytes, once they are there."""
        self.ensure_fits(size)
        while len(self.data) < size:
            self.receive()
        piece = self.data[:size]
        del self.data[:size]
        return piece


def _read(incoming: _Incoming) -> Reply:
    status, headers = _head(incoming.line(b"\r\n\r\n", LARGEST_HEAD).decode("latin-1"))
    if "chunked" in headers.get("transfer-encoding", "").lower():
        return Reply(status, headers, _chunks(incoming))
    if status in (204, 304):
        return Reply(status, headers, b"")
    if length := headers.get("content-length", ""):
        return Reply(status, headers, bytes(incoming.taken(_number(length, 10))))
    while incoming.receive(may_end=True):
        pass
    return Reply(status, headers, bytes(incoming.data))


def _chunks(incoming: _Incoming) -> bytes:
    body = bytearray()
    while True:
        incoming.remaining()
        size = _number(incoming.line(b"\r\n", LARGEST_HEAD).partition(b";")[0].decode("latin-1").strip(), 16)
        incoming.ensure_fits(len(body) + size)
        body += incoming.taken(size + 2)[:size]
        if size == 0:
            return bytes(body)


def _head(head: str) -> tuple[int, dict[str, str]]:
    first, *lines = head.split("\r\n")
    words = first.split(" ")
    if not first.startswith("HTTP/") or len(words) < 2:
        raise ConnectionError("this is not a web server")
    pairs = (line.partition(":") for line in lines)
    return _number(words[1], 10), {name.strip().lower(): value.strip() for name, _, value in pairs}


def _number(digits: str, base: int) -> int:
    """A status, a length or a chunk's size. Python also reads signs, foreign digits and a megabyte of nines as one."""
    if not digits.isascii() or not digits.isalnum() or len(digits) > 18:
        raise ConnectionError("the answer is not valid HTTP")
    try:
        return int(digits, base)
    except ValueError:
        raise ConnectionError("the answer is not valid HTTP") from None


def _reason(error: OSError) -> str:
    if isinstance(error, TimeoutError):
        return "timed out"
    if isinstance(error, ConnectionRefusedError):
        return "connection refused"
    if "certificate verify failed" in str(error):
        return "certificate verify failed; set SSL_CERT_FILE to your own CA certificate"
    return str(error.strerror or error)
