"""The learned ranker: a logistic regression over measures and hashed words, with a calibration and a type model.

Trained by `manage.py train_ranker` from the table in `training/`; the tables together take less than half a megabyte.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memory.rules.classification import TYPES, FactType, classify
from memory.rules.extraction.cues import CUES, cues
from memory.rules.extraction.proposals import Proposal
from memory.rules.extraction.words import words

PATH = Path(__file__).with_name("model.npz")
# How much less a further fact of a turn may score: a turn that is worth reading once is likely to be so again.
LATER = 0.2
_DECIDED = re.compile(r"(?:it was )?(?:decided|chose|opted|agreed|settled on)\b", re.IGNORECASE)
_SURE = 0.6  # so sure must cues be of a type that the model has not learned


@dataclass(frozen=True)
class Model:
    """Weights of words (one a bucket) and of measures for worth; of words and of the request's words for types.

    `slope` and `offset` turn a score into the probability that the fact is right and worth keeping, after Platt (1999).
    A turn speaks where its best fact scores `least`; what else it has to tell may score LATER less. `types` are those
    that it has learned, in the order of the tables.
    """

    words: NDArray[np.float32]
    measures: NDArray[np.float32]
    bias: float
    slope: float
    offset: float
    least: float
    type_words: NDArray[np.float32]
    type_request: NDArray[np.float32]
    type_cues: NDArray[np.float32]
    type_bias: NDArray[np.float32]
    types: tuple[FactType, ...]

    def score(self, proposal: Proposal) -> float:
        """How much a candidate looks like what people kept; above `least` it is worth telling."""
        of_words = self.words[list(proposal.buckets)].sum() / _length(len(proposal.buckets))
        return float(of_words + self.measures @ np.asarray(proposal.measures, np.float32) + self.bias)

    def probability(self, score: float) -> float:
        """The calibrated share of facts with this score that are right and worth keeping."""
        return float(1 / (1 + np.exp(-(self.slope * score + self.offset))))

    def type(self, proposal: Proposal) -> FactType:
        """The likeliest type, by the candidate's words, those of the request, and its cues."""
        candidate = proposal.candidate
        if _DECIDED.match(candidate.said or candidate.text):
            return "decision"
        if new := self._new_type(candidate.text):
            return new
        given = (
            self.type_words[:, list(proposal.buckets)].sum(1) / _length(len(proposal.buckets)),
            self.type_request[:, list(proposal.request)].sum(1) / _length(len(proposal.request)),
            self.type_cues @ np.asarray(type_cues(candidate.text, candidate.head.language), np.float32),
        )
        return self.types[int(np.argmax(sum(given) + self.type_bias))]

    def _new_type(self, text: str) -> FactType:
        """The type by its cues, if it was declared after the model was trained; else ''."""
        if set(TYPES) <= set(self.types):
            return ""
        found = classify(text)
        return found.type if found.type not in self.types and found.confidence >= _SURE else ""


def type_cues(text: str, language: str = "") -> list[float]:
    """Half for each of CUES that is there, so that one of them weighs less than all words together."""
    told = cues(words(text, language), text)
    return [0.5 * (name in told) for name in CUES]


def _length(count: int) -> float:
    """What makes a row of `count` ones as long as 1."""
    return float(np.sqrt(max(count, 1)))


@cache
def load(path: Path = PATH) -> Model:
    """The model of a file; read once a process."""
    with np.load(path) as stored:
        tables = {name: stored[name] for name in stored.files}
    types = tuple(tables.pop("types").tolist())
    given = {name: float(table) if table.ndim == 0 else table.astype(np.float32) for name, table in tables.items()}
    return Model(**given, types=types)  # type: ignore[arg-type]
