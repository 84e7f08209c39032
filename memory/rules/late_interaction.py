"""Late interaction (MaxSim, as in ColBERT, arXiv 2004.12832): how near a text comes to each token of a question.

A question's tokens keep their vectors. Those of a text are kept as signs, one bit a component (48 bytes a token of 384
dimensions): of a unit vector u and the signs s of another, u·s/√d is on average √(2/π) of their cosine.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Cosines = npt.NDArray[np.float64]
_SIGNS_KEEP = math.sqrt(2 / math.pi)
# Of a long question only the heaviest tokens ask, as many as ColBERT's questions have.
_MOST_ASKED = 32

# Models whose single tokens are known to tell something. Any may be added once its floors are measured.
MODELS = frozenset({"all-MiniLM-L6-v2"})


@dataclass(frozen=True, eq=False)
class AskedTokens:
    """A question's tokens: the word that each is part of, and their unit vectors (float32), a row each."""

    words: list[str]
    vectors: npt.NDArray[np.float32]


def pack(vectors: npt.NDArray[np.float32]) -> bytes:
    """The signs of vectors, row after row, eight components a byte."""
    return np.packbits(vectors > 0, axis=1).tobytes()


def count(packed: bytes, dimensions: int) -> int:
    """How many tokens a text has."""
    return len(packed) * 8 // dimensions


def nearest(asked: AskedTokens, texts: Sequence[bytes]) -> Cosines:
    """For each packed text and each token of the question the cosine of the text's nearest token; -1 without any."""
    tokens, dimensions = asked.vectors.shape
    found = np.full((len(texts), tokens), -1.0)
    if not tokens or not any(texts):
        return found
    signs = np.unpackbits(np.frombuffer(b"".join(texts), np.uint8)).reshape(-1, dimensions)
    # With bits b for signs, u·s = 2·u·b - Σu.
    products = 2 * (signs.astype(np.float32) @ asked.vectors.T) - asked.vectors.sum(axis=1)
    counts = np.array([count(text, dimensions) for text in texts])
    some = counts > 0
    starts = np.cumsum(counts)[some] - counts[some]
    found[some] = np.maximum.reduceat(products, starts, axis=0) / (math.sqrt(dimensions) * _SIGNS_KEEP)
    return found


@dataclass(frozen=True, eq=False)
class Interaction:
    """What a question's tokens meet in some texts: a row for each text, a column for each token.

    `counts` says how many tokens each text has, 0 where they are not known (yet); `weights` what each token of the
    question is worth, 1 together.
    """

    cosines: Cosines
    counts: npt.NDArray[np.int_]
    weights: npt.NDArray[np.float64]

    def of(self, rows: Sequence[int]) -> "Interaction":
        """The same of some of the texts, by their numbers."""
        chosen = np.asarray(rows, dtype=np.int_)
        return Interaction(self.cosines[chosen], self.counts[chosen], self.weights)

    def stretched(self, floor: float, growth: float, usual: float) -> Cosines:
        """Cosines between what an unrelated text reaches (0) and the same token (1).

        That is `floor` for `usual` tokens; the nearest of more is nearer by chance, by `growth` for each factor of e.
        """
        chance = floor + growth * np.log((self.counts + usual / 3) / usual)
        chance = np.clip(chance, 0.1, 0.8)[:, np.newaxis]
        return np.asarray(np.clip((self.cosines - chance) / (1 - chance), 0.0, 1.0))


def interaction(asked: AskedTokens, weights: Sequence[float], texts: Sequence[bytes | None]) -> Interaction:
    """The question against packed texts, None for those that nobody has read yet."""
    signs = [text or b"" for text in texts]
    counts = np.array([count(text, asked.vectors.shape[1]) for text in signs], dtype=np.int_)
    worth = np.asarray(weights, dtype=np.float64)
    heaviest = np.sort(np.argsort(-worth, kind="stable")[:_MOST_ASKED])
    worth = worth[heaviest]
    asking = AskedTokens([asked.words[token] for token in heaviest], asked.vectors[heaviest])
    return Interaction(nearest(asking, signs), counts, worth / max(float(worth.sum()), 1e-9))
