"""The HTTP client in its own right: what it sends, what it understands, and how it fails."""

import socket
import ssl
import threading
from pathlib import Path

import pytest

from hooks import client
from tests.hooks.scripted_server import TOKEN

CERTIFICATE = Path(__file__).parent / "localhost.pem"  # self-signed, for this test alone


def answering(raw: bytes, context: ssl.SSLContext | None = None) -> str:
    """The URL of a server that says these bytes to the first who asks."""
    listening = socket.create_server(("127.0.0.1", 0))

    def talk():
        with listening:
            try:
                connection, _ = listening.accept()
                with context.wrap_socket(connection, server_side=True) if context else connection as open_one:
                    open_one.recv(65536)
                    open_one.sendall(raw)
            except OSError:
                return

    threading.Thread(target=talk, daemon=True).start()
    return f"{'https' if context else 'http'}://127.0.0.1:{listening.getsockname()[1]}"


def tls() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    return context


def get(url: str, **more) -> client.Reply:
    return client.send(url, "GET", "/x", timeout=2, **more)


def test_a_body_of_known_length_is_read():
    assert get(answering(b'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"a": 1}\n')).json() == {"a": 1}


def test_a_body_in_chunks_is_read():
    raw = b'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\n{"a":\r\n3\r\n 1}\r\n0\r\n\r\n'
    assert get(answering(raw)).json() == {"a": 1}


def test_a_body_that_ends_with_the_connection_is_read():
    assert get(answering(b"HTTP/1.0 200 OK\r\n\r\n[1, 2]")).json() == {"results": [1, 2]}


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"HTTP/1.1 200 OK\r\nContent-Le",
        b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nshort",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
        b"RTSP nonsense\r\n\r\n",
        b"HTTP/1.1 abc OK\r\n\r\n",
        b"HTTP/1.1 20\xb2 OK\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: \xb2\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + b"-2\r\n" * 3 + b"0\r\n\r\n",
    ],
)
def test_half_an_answer_is_none(raw):
    with pytest.raises(client.Offline):
        get(answering(raw))


def test_an_answer_in_many_chunks_has_an_end(monkeypatch):
    monkeypatch.setattr(client, "LARGEST_ANSWER", 150_000)
    raw = (
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        + (b"3e8\r\n" + b"a" * 1000 + b"\r\n") * 300
        + b"0\r\n\r\n"
    )
    with pytest.raises(client.Offline):
        get(answering(raw))


def test_an_answer_that_is_nested_without_end_is_an_empty_one():
    deep = b"[" * 200_000
    assert get(answering(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(deep) + deep)).json() == {}


def test_a_header_cannot_be_smuggled_in(server):
    client.send(server.url, "GET", "/api/v1/whoami", token=TOKEN + "\r\nX-Evil: 1")
    _, _, headers, _ = server.requests[0]
    assert "X-Evil" not in headers


def test_a_query_is_quoted():
    assert client.query(q="wie läuft's? a+b&c=/", limit=3, empty="") == (
        "?q=wie%20l%C3%A4uft%27s%3F%20a%2Bb%26c%3D%2F&limit=3"
    )


@pytest.mark.parametrize(
    ("url", "parts"),
    [
        ("http://127.0.0.1:8787", ("127.0.0.1", 8787, "")),
        ("https://cairn.example.com", ("cairn.example.com", 443, "")),
        ("https://example.com/tools/cairn/", ("example.com", 443, "/tools/cairn")),
        ("http://[::1]:8787", ("::1", 8787, "")),
    ],
)
def test_a_url_is_taken_apart(url, parts):
    address = client.Address(url)
    assert (address.host, address.port, address.prefix) == parts


@pytest.mark.parametrize("url", ["", "127.0.0.1", "ftp://x", "http://", "http://x:y", "http://a b", "http://a\r\nb"])
def test_a_url_that_is_none_is_refused(url):
    with pytest.raises(client.Offline):
        client.Address(url)


def test_a_server_behind_a_path_prefix_is_asked_there(server):
    server.override = (200, {}, {})
    client.send(server.url + "/tools/cairn", "GET", "/api/v1/whoami")
    assert server.paths() == ["/tools/cairn/api/v1/whoami"]


def test_https_works_with_a_certificate_that_is_trusted(monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    assert get(answering(b"HTTP/1.1 204 No Content\r\n\r\n", tls())).status == 204


def test_https_refuses_a_certificate_that_is_not():
    with pytest.raises(client.Offline, match="certificate verify failed; set SSL_CERT_FILE"):
        get(answering(b"HTTP/1.1 204 No Content\r\n\r\n", tls()))
