"""The embedder's door: the hash twin, the HTTP client, the socket client when nobody is in."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from memory.adapters.embedder import embedder
from memory.adapters.embedder_hash import HashEmbedder
from memory.adapters.embedder_http import HttpEmbedder
from memory.adapters.embedder_socket import SocketEmbedder
from memory.errors import Refused, Unavailable


def _likeness(one: list[float], other: list[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


class _Scripted(BaseHTTPRequestHandler):
    """Answers as both kinds of servers do; texts that say so are answered badly."""

    protocol_version = "HTTP/1.1"
    heard: list[tuple[str, dict[str, object], str | None]] = []

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.heard.append((self.path, asked, self.headers["Authorization"]))
        texts = asked["inputs"] if self.path == "/embed" else asked["input"]
        self._send(500 if "fail" in texts else 200, self._vectors(texts))
        self.close_connection = "hang up" in texts

    def _vectors(self, texts: list[str]) -> object:
        rows = [[float(len(text) + 1)] + [0.0] * (3 if text == "short" else 383) for text in texts]
        if self.path == "/embed":
            return rows
        return {"data": [{"index": n, "embedding": row} for n, row in reversed(list(enumerate(rows)))]}

    def _send(self, status: int, answer: object) -> None:
        body = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments: object) -> None:
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[str]:
    """The address of a scripted embedding server."""
    _Scripted.heard.clear()
    listening = ThreadingHTTPServer(("127.0.0.1", 0), _Scripted)
    listening.daemon_threads = True
    thread = threading.Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield f"http://127.0.0.1:{listening.server_port}"
    listening.shutdown()
    thread.join()
    listening.server_close()


def test_texts_that_share_words_are_nearer_than_texts_that_share_none() -> None:
    one, like, other = HashEmbedder().embed_texts(
        [
            "Retries of the payment worker time out",
            "the payment worker's retry timed out",
            "Pico CSS is vendored",
        ]
    )
    assert _likeness(one, like) > 0.4 > 0.2 > abs(_likeness(one, other))


def test_the_hash_gives_the_same_unit_vector_every_time_and_survives_any_text() -> None:
    for text in ("", "  ", "\ud800", "\x00", "a" * 100_000, "接続"):
        vector = HashEmbedder().embed_query(text)
        assert len(vector) == 384
        assert vector == HashEmbedder().embed_query(text)
        assert abs(_likeness(vector, vector) - 1) < 1e-9


def test_an_openai_server_is_asked_with_model_and_key_and_its_rows_are_put_in_order(server: str) -> None:
    vectors = HttpEmbedder(server, "some-model", "key").embed_texts(["a", "bcd"])
    assert [vector[0] for vector in vectors] == [1.0, 1.0]
    assert _Scripted.heard == [("/v1/embeddings", {"model": "some-model", "input": ["a", "bcd"]}, "Bearer key")]


@pytest.mark.parametrize("suffix", ["/v1", "/v1/", "/v1/embeddings"])
def test_the_url_may_name_the_server_its_version_or_the_endpoint(server: str, suffix: str) -> None:
    HttpEmbedder(server + suffix, "m").embed_query("a", timeout=5)
    assert _Scripted.heard[0][0] == "/v1/embeddings"


def test_text_embeddings_inference_is_asked_in_its_own_way_and_in_batches(server: str) -> None:
    assert len(HttpEmbedder(f"{server}/embed", "m").embed_texts(["x"] * 40)) == 40
    assert [len(asked["inputs"]) for _, asked, _ in _Scripted.heard] == [32, 8]


@pytest.mark.parametrize("text", ["fail", "short"])
def test_an_error_or_a_vector_of_another_size_is_unavailable(server: str, text: str) -> None:
    with pytest.raises(Unavailable):
        HttpEmbedder(server, "m").embed_texts([text])


def test_a_connection_that_the_server_closed_is_opened_again(server: str) -> None:
    client = HttpEmbedder(server, "m")
    for _ in range(2):
        assert client.embed_query("hang up", timeout=5)


def test_a_server_that_is_away_is_unavailable_at_once() -> None:
    with pytest.raises(Unavailable):
        HttpEmbedder("http://127.0.0.1:9", "m").embed_query("a")


def test_a_missing_embedder_process_is_unavailable_at_once(tmp_path: Path) -> None:
    with pytest.raises(Unavailable):
        SocketEmbedder(str(tmp_path / "nobody.sock"), "m").embed_query("a")


def test_the_settings_choose_the_embedder(settings: object) -> None:
    settings.CAIRN_EMBEDDER = "hash"
    assert embedder().model == "hash"
    settings.CAIRN_EMBEDDER = "local"
    assert isinstance(embedder(), SocketEmbedder)


@pytest.mark.parametrize("url", ["", "ftp://x", "localhost:80"])
def test_http_without_a_usable_url_is_refused(settings: object, url: str) -> None:
    settings.CAIRN_EMBEDDER, settings.CAIRN_EMBEDDER_URL = "http", url
    with pytest.raises(Refused, match="CAIRN_EMBEDDER_URL"):
        embedder()


def test_an_unknown_embedder_is_refused(settings: object) -> None:
    settings.CAIRN_EMBEDDER = "psychic"
    with pytest.raises(Refused, match="psychic"):
        embedder()
