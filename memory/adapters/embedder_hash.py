"""The embedder's offline twin: hashed words and letter triples; texts that share them are near."""

import math
import re
from collections.abc import Iterator
from zlib import crc32

from memory.adapters.token_vectors import WholeTexts

DIMENSIONS = 384
_WORD = re.compile(r"[^\W_]+")


class HashEmbedder(WholeTexts):
    """Deterministic vectors without a model, for tests and machines that cannot have one; see Embedder."""

    model = "hash"
    dimensions = DIMENSIONS

    def embed_query(self, text: str, timeout: float = 0.15) -> list[float]:
        """See Embedder; always in time."""
        return _vector(text)

    def embed_texts(self, texts: list[str]) -> list[list[float]]:
        """See Embedder."""
        return [_vector(text) for text in texts]


def _vector(text: str) -> list[float]:
    vector = [0.0] * DIMENSIONS
    for feature, weight in _features(text):
        number = crc32(feature.encode("utf-8", "replace"))
        # One bit of the hash is the sign, so that features which share a place cancel out on average.
        vector[(number >> 1) % DIMENSIONS] += weight if number & 1 else -weight
    length = math.sqrt(sum(value * value for value in vector))
    # A text without a word still needs a direction: cosine knows no zero vector.
    return [value / length for value in vector] if length else [1.0, *vector[1:]]


def _features(text: str) -> Iterator[tuple[str, float]]:
    for word in _WORD.findall(text.lower()):
        yield word, 1.0
        padded = f"#{word}#"
        for start in range(len(padded) - 2):
            yield padded[start : start + 3], 0.4
