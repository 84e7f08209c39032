"""The learned ranker: a logistic regression over measures and hashed words, with a calibration and a type model.

Trained by `manage.py train_ranker` from the table in `training/`; the tables together take less than half a megabyte.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memory.rules.classification import FactType
from memory.rules.extraction.proposals import Proposal

PATH = Path(__file__).with_name("model.npz")
TYPES: tuple[FactType, ...] = ("decision", "failure", "pattern", "dependency", "context")


@dataclass(frozen=True)
class Model:
    """Weights of words (one a bucket) and of measures, for worth and for types (a row a type).

    `slope` and `offset` turn a score into the probability that the fact is right and worth keeping, after Platt (1999);
    `least` is the score below which nothing is told.
    """

    words: NDArray[np.float32]
    measures: NDArray[np.float32]
    bias: float
    slope: float
    offset: float
    least: float
    type_words: NDArray[np.float32]
    type_measures: NDArray[np.float32]
    type_bias: NDArray[np.float32]

    def score(self, proposal: Proposal) -> float:
        """How much a candidate looks like what people kept; above `least` it is worth telling."""
        at, weights = _sparse(proposal)
        return float(self.words[at] @ weights + self.measures @ np.asarray(proposal.measures, np.float32) + self.bias)

    def probability(self, score: float) -> float:
        """The calibrated share of facts with this score that are right and worth keeping."""
        return float(1 / (1 + np.exp(-(self.slope * score + self.offset))))

    def type(self, proposal: Proposal) -> FactType:
        """The likeliest type."""
        at, weights = _sparse(proposal)
        measures = np.asarray(proposal.measures, np.float32)
        return TYPES[int(np.argmax(self.type_words[:, at] @ weights + self.type_measures @ measures + self.type_bias))]


def _sparse(proposal: Proposal) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """The proposal's buckets and their weights, of length 1 together."""
    at = np.fromiter(proposal.buckets.keys(), np.int64, len(proposal.buckets))
    weights = np.fromiter(proposal.buckets.values(), np.float32, len(proposal.buckets))
    return at, weights / max(float(np.sqrt(weights @ weights)), 1e-9)


@cache
def load(path: Path = PATH) -> Model:
    """The model of a file; read once a process."""
    with np.load(path) as stored:
        tables = {name: stored[name] for name in stored.files}
    scalars = {name: float(tables[name]) for name in ("bias", "slope", "offset", "least")}
    rest = {name: table.astype(np.float32) for name, table in tables.items() if name not in scalars}
    return Model(**scalars, **rest)
