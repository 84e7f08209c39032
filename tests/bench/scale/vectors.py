"""Vectors for very many facts, made of what the real model says of their sentence frame and of their words."""

import re
from collections.abc import Callable, Iterator
from itertools import islice

import numpy as np

from tests.bench.scale.facts import FRAMES, Fact, facts

_PER_FRAME = 40
_WORD = re.compile(r"[a-z]+|[0-9]+", re.IGNORECASE)
# What has been asked of the model so often says the rest as well: numbers and rare parts get a direction by chance.
_WORDS = 4_000

Embed = Callable[[list[str]], list[list[float]]]


class Vectors:
    """Gives every fact a unit vector near that of its own text, the same for the same seed and order of asking.

    It is fitted to real vectors of some facts of each frame: the frame's mean, the mean of the words' own vectors,
    and what both leave unsaid, taken from one of those facts. So neighbours are as near as the model has them.
    """

    def __init__(self, embed: Embed, seed: int = 11) -> None:
        self._random = np.random.default_rng(seed)
        examples = _examples()
        real = np.array(embed([fact.content for fact in examples]), dtype=np.float32)
        frames = np.array([fact.frame for fact in examples])
        self._frames = np.stack([real[frames == frame].mean(axis=0) for frame in range(FRAMES)])
        self._words = _vectors_of_words(examples, embed)
        said = np.stack([self._said(fact) for fact in examples])
        shares, *_ = np.linalg.lstsq(
            np.stack([self._frames[frames].ravel(), said.ravel()], axis=1), real.ravel(), rcond=None
        )
        self._of_frame, self._of_words = (float(share) for share in shares)
        self._unsaid = real - self._of_frame * self._frames[frames] - self._of_words * said

    def of(self, batch: list[Fact]) -> np.ndarray:
        """One row a fact: float32, shape (len(batch), dimensions), each of length 1."""
        frames = self._frames[[fact.frame for fact in batch]]
        said = np.stack([self._said(fact) for fact in batch])
        one, other = self._random.integers(len(self._unsaid), size=(2, len(batch)))
        # Two of them at right angles are as long as one, and there are a thousand times more pairs.
        unsaid = (self._unsaid[one] + self._unsaid[other]) / np.sqrt(2)
        made = self._of_frame * frames + self._of_words * said + unsaid
        return made / np.linalg.norm(made, axis=1, keepdims=True)

    def _said(self, fact: Fact) -> np.ndarray:
        return np.mean([self._of_word(word) for word in _words(fact)], axis=0)

    def _of_word(self, word: str) -> np.ndarray:
        if word not in self._words:
            chance = np.random.default_rng(int.from_bytes(word.encode()[:7]))
            self._words[word] = self._words["10"] + 0.3 * _unit(chance.standard_normal(self._frames.shape[1]))
        return self._words[word]


def _vectors_of_words(examples: list[Fact], embed: Embed) -> dict[str, np.ndarray]:
    known = dict.fromkeys(word for fact in examples for word in _words(fact))
    wanted = ["10", *islice((word for word in known if word.isalpha()), _WORDS)]
    return dict(zip(wanted, np.array(embed(wanted), dtype=np.float32), strict=True))


def _words(fact: Fact) -> list[str]:
    return [word.lower() for word in _WORD.findall(fact.content)]


def _unit(vector: np.ndarray) -> np.ndarray:
    return (vector / np.linalg.norm(vector)).astype(np.float32)


def _examples() -> list[Fact]:
    """Some facts of each frame, which are not among those of the memories."""
    left = dict.fromkeys(range(FRAMES), _PER_FRAME)
    found = []
    for fact in islice(facts(FRAMES * _PER_FRAME * 3, seed=3), FRAMES * _PER_FRAME * 3):
        if left[fact.frame]:
            left[fact.frame] -= 1
            found.append(fact)
    return found


def in_batches(count: int, size: int = 5_000) -> Iterator[list[Fact]]:
    """`count` facts in lists of `size`."""
    everything = facts(count)
    while batch := list(islice(everything, size)):
        yield batch
