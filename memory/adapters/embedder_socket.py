"""The embedder process's client: one connection a thread, kept open, a deadline on every query."""

import json
import os
import socket
import struct
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from memory.adapters.token_vectors import AskedReading, TextReading
from memory.errors import Unavailable
from memory.rules.late_interaction import MODELS, AskedTokens

# A frame is a length (4 bytes, big endian) and that many bytes of JSON; an answer's vectors follow it as
# little-endian float32, `rows` times `dimensions` of them. Behind them are those of the tokens if they were asked for:
# of a question as many of the same kind as there are `words`, of other texts the signs, as many rows as `tokens` says.
LENGTH = struct.Struct(">I")
MAX_FRAME = 8 * 1024 * 1024
MAX_TEXTS = 512
_BATCH_TEXTS = 64
_BATCH_SECONDS = 120.0
# The model reads 256 tokens; no text needs more letters than this to fill them.
_MAX_CHARS = 8192


class SocketEmbedder:
    """The embedder process of this machine; see Embedder."""

    dimensions = 384

    def __init__(self, path: str, model: str) -> None:
        self.model = model
        self.reads_tokens = model in MODELS
        self._path = path
        self._mine = threading.local()

    def embed_query(self, text: str, timeout: float = 0.15) -> list[float]:
        """See Embedder."""
        return self._ask("query", [text], timeout).vectors()[0]

    def embed_texts(self, texts: list[str]) -> list[list[float]]:
        """See Embedder."""
        answers = [self._ask("batch", batch, _BATCH_SECONDS) for batch in _batches(texts)]
        return [vector for answer in answers for vector in answer.vectors()]

    def read_query(self, text: str, timeout: float = 0.15) -> AskedReading:
        """See Embedder."""
        answer = self._ask("query", [text], timeout, tokens=self.reads_tokens)
        return AskedReading(answer.vectors()[0], answer.asked_tokens() if self.reads_tokens else None)

    def read_texts(self, texts: list[str]) -> list[TextReading]:
        """See Embedder."""
        answers = [self._ask("batch", batch, _BATCH_SECONDS, tokens=self.reads_tokens) for batch in _batches(texts)]
        each = [pair for answer in answers for pair in zip(answer.vectors(), answer.packed(), strict=True)]
        return [TextReading(vector, tokens) for vector, tokens in each]

    def _ask(self, kind: str, texts: list[str], timeout: float, *, tokens: bool = False) -> "_Answer":
        """Ask over this thread's connection; once again over a new one where the process was started anew."""
        cut = [text[:_MAX_CHARS] for text in texts]
        request = json.dumps({"kind": kind, "texts": cut, "tokens": tokens}).encode()
        deadline = time.monotonic() + timeout
        try:
            try:
                return _exchange(self._kept() or self._connect(deadline), request, deadline)
            except ConnectionError:
                self._drop()
                return _exchange(self._connect(deadline), request, deadline)
        except TimeoutError as error:
            self._drop()  # the late answer must not be taken for the next one's
            raise Unavailable("The embedder did not answer in time.") from error
        except (OSError, ValueError, KeyError) as error:
            self._drop()
            raise Unavailable(f"The embedder at {self._path} failed: {error}.") from error

    def _kept(self) -> socket.socket | None:
        process, connection = getattr(self._mine, "kept", (0, None))
        # After a fork two processes would speak on one connection.
        return connection if process == os.getpid() else None

    def _connect(self, deadline: float) -> socket.socket:
        connection = socket.socket(socket.AF_UNIX)
        self._mine.kept = os.getpid(), connection
        connection.settimeout(_left(deadline))
        connection.connect(self._path)
        return connection

    def _drop(self) -> None:
        if connection := self._kept():
            connection.close()
        self._mine.kept = 0, None


@dataclass(frozen=True)
class _Answer:
    """What the embedder said of some texts: its header, their vectors, and behind them those of their tokens."""

    header: dict[str, Any]
    whole: bytes
    tokens: bytes

    def vectors(self) -> list[list[float]]:
        """One for each text."""
        rows: list[list[float]] = _floats(self.whole, self.header["dimensions"]).tolist()
        return rows

    def asked_tokens(self) -> AskedTokens:
        """Those of a question."""
        return AskedTokens(self.header["words"][0], _floats(self.tokens, self.header["dimensions"]))

    def packed(self) -> list[bytes | None]:
        """Those of each text, None for each where they were not asked for."""
        if not self.header.get("tokens"):
            return [None] * self.header["rows"]
        size = self.header["dimensions"] // 8
        ends = [size * total for total in accumulate(self.header["tokens"])]
        return [self.tokens[start:end] for start, end in pairwise([0, *ends])]


def _batches(texts: list[str]) -> Iterator[list[str]]:
    return (texts[start : start + _BATCH_TEXTS] for start in range(0, len(texts), _BATCH_TEXTS))


def _exchange(connection: socket.socket, request: bytes, deadline: float) -> _Answer:
    connection.settimeout(_left(deadline))
    connection.sendall(LENGTH.pack(len(request)) + request)
    (length,) = LENGTH.unpack(_read(connection, LENGTH.size, deadline))
    header = json.loads(_read(connection, length, deadline))
    if "error" in header:
        raise Unavailable(f"The embedder refused: {header['error']}")
    vector = header["dimensions"] * 4
    asked = vector * sum(len(words) for words in header.get("words", ()))
    packed = header["dimensions"] // 8 * sum(header.get("tokens", ()))
    whole = _read(connection, header["rows"] * vector, deadline)
    return _Answer(header, whole, _read(connection, asked + packed, deadline))


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _read(connection: socket.socket, size: int, deadline: float) -> bytes:
    """Read exactly `size` bytes. Raises ConnectionError, TimeoutError."""
    data = bytearray()
    while len(data) < size:
        connection.settimeout(_left(deadline))
        part = connection.recv(size - len(data))
        if not part:
            raise ConnectionError("the connection was closed")
        data += part
    return bytes(data)


def _floats(data: bytes, dimensions: int) -> npt.NDArray[np.float32]:
    return np.frombuffer(data, "<f4").reshape(-1, dimensions).astype(np.float32, copy=False)
