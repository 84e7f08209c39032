"""The door to a cross-encoder, which reads question and memory together: a local model, Jina's API, or none."""

from functools import cache
from typing import Protocol

from django.conf import settings

from memory.adapters.reranker_jina import JinaReranker
from memory.adapters.reranker_local import LocalReranker
from memory.errors import Refused


class Reranker(Protocol):
    """What every reranker offers; safe to share between threads."""

    model: str

    def scores(self, question: str, texts: list[str]) -> list[float]:
        """Give one relevance (0..1) a text, in their order, within the time limit. Raises Unavailable."""


def reranker() -> Reranker | None:
    """Give the reranker that the settings name, or None. Raises Refused when they name one that does not exist."""
    return _reranker(
        settings.CAIRN_RERANKER,
        settings.CAIRN_RERANKER_URL,
        settings.CAIRN_RERANKER_MODEL,
        settings.CAIRN_RERANKER_API_KEY,
        settings.CAIRN_RERANKER_TIMEOUT,
    )


@cache
def _reranker(kind: str, url: str, model: str, api_key: str, timeout: float) -> Reranker | None:
    if kind in ("", "off"):
        return None
    if kind.startswith("local:"):
        return LocalReranker(kind.removeprefix("local:"), timeout)
    if kind == "jina":
        return JinaReranker(url, model, api_key, timeout)
    raise Refused("setting", f"CAIRN_RERANKER is {kind!r}; it must be off, jina or local:<folder or model name>.")
