"""The embedder over HTTP: OpenAI-compatible (`/v1/embeddings`) or text-embeddings-inference (`/embed`)."""

import http.client
import json
import math
import os
import threading
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from memory.adapters.token_vectors import WholeTexts
from memory.errors import Refused, Unavailable

_BATCH_TEXTS = 32  # what text-embeddings-inference takes by default
_BATCH_SECONDS = 60.0
_MAX_CHARS = 8192
_MAX_ANSWER = 16 * 1024 * 1024
_HUNG_UP = (ConnectionError, http.client.BadStatusLine, http.client.CannotSendRequest)


class HttpEmbedder(WholeTexts):
    """A model behind a URL; see Embedder."""

    dimensions = 384

    def __init__(self, url: str, model: str, api_key: str = "") -> None:
        """Take a server's base URL, or the full one of either endpoint. Raises Refused on anything else."""
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise Refused("setting", f"CAIRN_EMBEDDER_URL is {url!r}; CAIRN_EMBEDDER=http needs an http(s) URL.")
        self.model = model
        self._parts = parts
        self._path = _endpoint(parts.path.rstrip("/"))
        self._headers = {"Content-Type": "application/json"} | (
            {"Authorization": f"Bearer {api_key}"} if api_key else {}
        )
        self._mine = threading.local()

    def embed_query(self, text: str, timeout: float = 0.15) -> list[float]:
        """See Embedder."""
        return self._ask([text], timeout)[0]

    def embed_texts(self, texts: list[str]) -> list[list[float]]:
        """See Embedder."""
        batches = (texts[start : start + _BATCH_TEXTS] for start in range(0, len(texts), _BATCH_TEXTS))
        return [vector for batch in batches for vector in self._ask(batch, _BATCH_SECONDS)]

    def _ask(self, texts: list[str], timeout: float) -> list[list[float]]:
        texts = [text[:_MAX_CHARS].encode("utf-8", "replace").decode() for text in texts]
        speaks_tei = self._path.endswith("/embed")
        request = {"inputs": texts, "truncate": True} if speaks_tei else {"model": self.model, "input": texts}
        answer = self._post(json.dumps(request).encode(), timeout)
        try:
            vectors = answer if speaks_tei else _in_order(answer["data"])
            if [len(vector) for vector in vectors] != [self.dimensions] * len(texts):
                raise ValueError(f"expected {len(texts)} vectors of {self.dimensions}")
            return [_unit(vector) for vector in vectors]
        except (KeyError, TypeError, ValueError) as error:
            raise Unavailable(f"The embedder at {self._parts.netloc} gave no such vectors: {error}.") from error

    def _post(self, body: bytes, timeout: float) -> Any:
        """Post over this thread's connection, once more over a new one if the server had closed it."""
        try:
            if kept := self._kept():
                with suppress(*_HUNG_UP):
                    return self._exchange(kept, body, timeout)
            return self._exchange(self._open(), body, timeout)
        except (OSError, http.client.HTTPException, ValueError) as error:
            self._mine.kept = 0, None  # a late answer must not be taken for the next one's
            reason = str(error) or type(error).__name__
            raise Unavailable(f"The embedder at {self._parts.netloc} failed: {reason}.") from error

    def _exchange(self, connection: http.client.HTTPConnection, body: bytes, timeout: float) -> Any:
        connection.timeout = timeout  # for every step of its own
        if connection.sock:
            connection.sock.settimeout(timeout)
        connection.request("POST", self._path, body, self._headers)
        response = connection.getresponse()
        answer = response.read(_MAX_ANSWER)
        if response.status != http.client.OK:
            raise http.client.HTTPException(f"status {response.status}: {answer[:200]!r}")
        return json.loads(answer)

    def _kept(self) -> http.client.HTTPConnection | None:
        process, connection = getattr(self._mine, "kept", (0, None))
        # After a fork two processes would speak on one connection.
        return connection if process == os.getpid() else None

    def _open(self) -> http.client.HTTPConnection:
        kind = http.client.HTTPSConnection if self._parts.scheme == "https" else http.client.HTTPConnection
        connection = kind(str(self._parts.hostname), self._parts.port)
        self._mine.kept = os.getpid(), connection
        return connection


def _endpoint(path: str) -> str:
    return path if path.endswith(("/embed", "/embeddings")) else f"{path.removesuffix('/v1')}/v1/embeddings"


def _in_order(rows: list[dict[str, Any]]) -> list[list[float]]:
    return [row["embedding"] for row in sorted(rows, key=lambda row: row["index"])]


def _unit(vector: list[float]) -> list[float]:
    length = math.sqrt(sum(value * value for value in vector))
    if not length or not math.isfinite(length):
        raise ValueError("a vector has no direction")
    return [value / length for value in vector]
