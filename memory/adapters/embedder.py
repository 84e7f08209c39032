"""The door to the embedder: texts in, unit vectors out, from a process beside us, from HTTP, from a hash."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from django.conf import settings

from memory.adapters.embedder_hash import HashEmbedder
from memory.adapters.embedder_http import HttpEmbedder
from memory.adapters.embedder_socket import SocketEmbedder
from memory.adapters.token_vectors import AskedReading, TextReading
from memory.errors import Refused, Unavailable


class Embedder(Protocol):
    """What every embedder offers; safe to share between threads and across a fork."""

    model: str
    dimensions: int
    reads_tokens: bool  # whether it says of a text's tokens what they are near to

    def embed_query(self, text: str, timeout: float = 0.15) -> list[float]:
        """Give the unit vector of a search query within `timeout` seconds. Raises Unavailable."""

    def embed_texts(self, texts: list[str]) -> list[list[float]]:
        """Give one unit vector a text, in their order; takes as long as it takes. Raises Unavailable."""

    def read_query(self, text: str, timeout: float = 0.15) -> AskedReading:
        """Give a search query's vector, and the vectors of its tokens where it `reads_tokens`. Raises Unavailable."""

    def read_texts(self, texts: list[str]) -> list[TextReading]:
        """Give one unit vector a text, and its tokens where it `reads_tokens`. Raises Unavailable."""


def embedder() -> Embedder:
    """Give the embedder that the settings name. Raises Refused when they name none that exists."""
    return _embedder(
        settings.CAIRN_EMBEDDER,
        settings.CAIRN_EMBEDDING_MODEL,
        settings.CAIRN_EMBEDDER_SOCKET,
        settings.CAIRN_EMBEDDER_URL,
        getattr(settings, "CAIRN_EMBEDDER_API_KEY", ""),
    )


@cache
def _embedder(kind: str, model: str, socket_path: str, url: str, api_key: str) -> Embedder:
    if kind == "local":
        return SocketEmbedder(socket_path, model)
    if kind == "http":
        return HttpEmbedder(url, model, api_key)
    if kind == "hash":
        return HashEmbedder()
    raise Refused("setting", f"CAIRN_EMBEDDER is {kind!r}; it must be local, http or hash.")


@dataclass(frozen=True)
class Embedding:
    """What an embedder made of a text: its unit vector, the model's name, and the signs of its tokens if it reads any.

    The signs are packed as `late_interaction` has them.
    """

    vector: tuple[float, ...]
    model: str
    token_signs: bytes | None = None


def embedded(texts: Sequence[str]) -> list[Embedding | None]:
    """What the embedder makes of each text; None for each while it is away (the backlog follows up)."""
    adapter = embedder()
    try:
        read = adapter.read_texts(list(texts)) if texts else []
    except Unavailable:
        return [None] * len(texts)
    return [Embedding(tuple(reading.vector), adapter.model, reading.tokens) for reading in read]
