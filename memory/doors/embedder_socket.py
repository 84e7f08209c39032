"""The embedder process's client: one connection a thread, kept open, a deadline on every query."""

import json
import os
import socket
import struct
import sys
import threading
import time
from array import array

from memory.errors import Unavailable

# A frame is a length (4 bytes, big endian) and that many bytes of JSON; an answer's vectors follow it as
# little-endian float32, `rows` times `dimensions` of them.
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
        self._path = path
        self._mine = threading.local()

    def embed_query(self, text: str, timeout: float = 0.15) -> list[float]:
        """See Embedder."""
        return self._ask("query", [text], timeout)[0]

    def embed_texts(self, texts: list[str]) -> list[list[float]]:
        """See Embedder."""
        batches = (texts[start : start + _BATCH_TEXTS] for start in range(0, len(texts), _BATCH_TEXTS))
        return [vector for batch in batches for vector in self._ask("batch", batch, _BATCH_SECONDS)]

    def _ask(self, kind: str, texts: list[str], timeout: float) -> list[list[float]]:
        """Ask over this thread's connection; once again over a new one where the process was started anew."""
        request = json.dumps({"kind": kind, "texts": [text[:_MAX_CHARS] for text in texts]}).encode()
        deadline = time.monotonic() + timeout
        try:
            try:
                return _exchange(self._kept() or self._connect(deadline), request, len(texts), deadline)
            except ConnectionError:
                self._drop()
                return _exchange(self._connect(deadline), request, len(texts), deadline)
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


def _exchange(connection: socket.socket, request: bytes, rows: int, deadline: float) -> list[list[float]]:
    connection.settimeout(_left(deadline))
    connection.sendall(LENGTH.pack(len(request)) + request)
    (length,) = LENGTH.unpack(_read(connection, LENGTH.size, deadline))
    header = json.loads(_read(connection, length, deadline))
    if "error" in header:
        raise Unavailable(f"The embedder refused: {header['error']}")
    return _vectors(_read(connection, rows * header["dimensions"] * 4, deadline), header["dimensions"])


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


def _vectors(data: bytes, dimensions: int) -> list[list[float]]:
    values = array("f", data)
    if sys.byteorder == "big":
        values.byteswap()
    return [values[start : start + dimensions].tolist() for start in range(0, len(values), dimensions)]
