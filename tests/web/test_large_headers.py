"""Headers of any size and form: nobody may hold the one event loop up with them, and none of them breaks the server."""

import socket
import time
from collections.abc import Iterator

import pytest

from tests.web.serving import served

_LINES = (
    "GET /healthz",
    "GET /api/v1/whoami",
    "POST /api/v1/events",
    "POST /mcp",
    "GET /live",
    "GET /static/web/tokens.css",
    "POST /login",
)
# Seconds, on any machine; what is read in the square of its length takes longer than that.
PATIENCE = 3


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """The real server process."""
    with served() as port:
        yield port


def _asked(port: int, line: str, *headers: str, host: str | None = None) -> tuple[float, str]:
    """Seconds until the answer to a request without a body, and the answer."""
    host = f"127.0.0.1:{port}" if host is None else host
    lines = (f"{line} HTTP/1.1", f"Host: {host}", *headers, "Content-Length: 0", "Connection: close")
    with socket.create_connection(("127.0.0.1", port), timeout=60) as sent:
        began = time.perf_counter()
        sent.sendall("".join(f"{each}\r\n" for each in lines).encode("latin-1") + b"\r\n")
        answer = b"".join(iter(lambda: sent.recv(65_536), b""))
        return time.perf_counter() - began, answer.decode()


@pytest.mark.parametrize("line", _LINES)
@pytest.mark.parametrize("cookie", ["a=" + "\\" * 60_000, 'a="' + "\\" * 60_000 + '"', 'a="' + '\\"' * 30_000 + '"'])
def test_cookies_that_are_slow_to_read_are_refused_unread(port: int, line: str, cookie: str) -> None:
    assert _asked(port, line, f"Cookie: {cookie}")[1].startswith("HTTP/1.1 431 ")


def test_cookies_count_together(port: int) -> None:
    parts = [f"Cookie: a{number}={'x' * 1000}" for number in range(9)]
    assert _asked(port, "GET /healthz", *parts)[1].startswith("HTTP/1.1 431 ")
    assert _asked(port, "GET /healthz", *parts[:8])[1].startswith("HTTP/1.1 200 ")


def test_programs_hear_what_to_do(port: int) -> None:
    answer = _asked(port, "GET /api/v1/whoami", "Cookie: a=" + "x" * 9000)[1]
    assert "application/problem+json" in answer
    assert '"code": "headers_too_large"' in answer
    assert "8 KiB" in answer


@pytest.mark.parametrize(
    "header",
    [
        "Content-Type: text/plain" + ";" * 380_000,
        "Content-Type: multipart/form-data" + ";a=b" * 95_000,
        "Authorization: Bearer " + "a" * 380_000,
        "Accept: " + "a/b," * 95_000,
        "X-Forwarded-For: " + "1," * 190_000,
    ],
)
def test_headers_of_any_name_have_a_bound_together(port: int, header: str) -> None:
    assert _asked(port, "GET /api/v1/whoami", header)[1].startswith("HTTP/1.1 431 ")


@pytest.mark.parametrize("line", _LINES)
@pytest.mark.parametrize(
    "header",
    [
        "Content-Type: text/plain" + ";" * 31_000,
        "Content-Type: multipart/form-data; boundary=" + "a" * 31_000,
        "Content-Type: multipart/form-data" + ";a=b" * 7_500,
        'Accept: a/b;x="' + '\\"' * 15_000 + '"',
        "Accept: " + "a/b," * 7_500,
        "Accept-Language: " + "en," * 10_000,
        "Authorization: Bearer " + " " * 31_000,
        "X-Forwarded-For: " + "1:" * 15_000,
        "Range: bytes=" + "0-1," * 7_500,
        "If-None-Match: " + '"a",' * 7_500,
        "Origin: http://" + "a." * 15_000,
        "Referer: http://" + "a." * 15_000,
        'Cookie: a="' + "\\" * 8_000 + '"',
    ],
)
def test_the_largest_headers_that_are_taken_are_read_at_once(port: int, line: str, header: str) -> None:
    seconds, answer = _asked(port, line, header)
    assert not answer.startswith(("HTTP/1.1 431 ", "HTTP/1.1 5"))
    assert seconds < PATIENCE


@pytest.mark.parametrize("line", [*_LINES, "GET /", "GET /admin/login/", "POST /api/v1/search"])
@pytest.mark.parametrize("name", ["Origin", "Referer", "X-Forwarded-For", "HX-Current-URL", "If-None-Match", "Range"])
@pytest.mark.parametrize(
    "value", ["http://[111", "http://[1.2]/", "http://a:b:c", "[", "\xff\xfe", '"', "bytes=9-1,x", ""]
)
def test_an_odd_header_breaks_nothing(port: int, line: str, name: str, value: str) -> None:
    status = _asked(port, line, f"{name}: {value}", "HX-Request: true")[1][9:12]
    assert "200" <= status < "500"


@pytest.mark.parametrize("line", _LINES)
@pytest.mark.parametrize("host", ["[111", "[::1", "a b", "\xff", "127.0.0.1:x", "a" * 10_000, "@", ""])
def test_an_odd_host_is_refused(port: int, line: str, host: str) -> None:
    status = _asked(port, line, host=host)[1][9:12]
    assert "400" <= status < "500" or line == "GET /healthz"


@pytest.mark.parametrize("line", ["GET /login?next=x", "GET /api/v1/search?q=a", "POST /search/ask", "GET /live"])
@pytest.mark.parametrize(
    "charset",
    ["charset=punycode", "charset=undefined", 'Charset="puny\\code"', "charset*=utf-8''punycode", "charset=utf-7"],
)
def test_only_plain_charsets_are_read(port: int, line: str, charset: str) -> None:
    kind = f"Content-Type: multipart/form-data; boundary=B; {charset}"
    assert _asked(port, line, kind)[1].startswith("HTTP/1.1 415 ")
    assert _asked(port, line, "Content-Type: text/plain; charset=utf-8", kind)[1].startswith("HTTP/1.1 4")


@pytest.mark.parametrize("charset", ["", "; charset=UTF-8", '; charset="utf-8"', "; charset=iso-8859-1"])
def test_usual_charsets_are_taken(port: int, charset: str) -> None:
    assert _asked(port, "GET /healthz", f"Content-Type: text/plain{charset}")[1].startswith("HTTP/1.1 200 ")


@pytest.mark.parametrize("path", ["/healthz", "/api/v1/search", "/login"])
def test_a_query_string_has_a_bound(port: int, path: str) -> None:
    assert _asked(port, f"GET {path}?q={'a' * 33_000}")[1].startswith("HTTP/1.1 414 ")
    assert not _asked(port, f"GET {path}?q={'a' * 32_000}")[1].startswith(("HTTP/1.1 414", "HTTP/1.1 5"))
