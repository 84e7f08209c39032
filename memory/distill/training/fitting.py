"""Fits the ranker to a table: worth, its calibration on repositories that it has not seen, and types."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.linear_model import LogisticRegression

from memory.distill.training.table import Table
from memory.errors import Refused
from memory.rules.extraction.extracting import MAX_FACTS
from memory.rules.extraction.features import BUCKETS

FOLDS = 6
# Share of turns without a fact for which nothing may be chosen, on repositories not seen. What is chosen must still be
# faithful and free of names, which leaves .92 of them silent.
SILENCE = 0.89
_STEP = 200
_ROUNDS = 100
_SEED = 1
_STRENGTH = 2.0  # inverse of the regularisation of worth
_TYPE_STRENGTH = 4.0
_OF_QUOTES = 0.1  # what a quotation of a fact weighs beside the fact itself
_OF_REQUEST = 0.6  # what the words of the request weigh beside the fact's own
_Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Point:
    """One place on the curve: at this least score so many facts are told, and so many of them are right."""

    least: float
    told: int
    precision: float
    recall: float
    silence: float


@dataclass(frozen=True)
class Fitted:
    """The tables of the model, the curve on repositories that were left out, and how often a type was right there."""

    tables: dict[str, NDArray[Any]]
    curve: tuple[Point, ...]
    types: float

    def save(self, path: Path) -> None:
        """Write the model."""
        np.savez_compressed(path, **self.tables)  # type: ignore[arg-type]


def fit(table: Table) -> Fitted:
    """Fit the model to all of `table`; its calibration and its curve come from cross-validation by repository.

    Raises Refused for the turns of one repository: nothing would be left to test on.
    """
    if len(table.repositories) < 2:
        raise Refused("one_repository", "Give labelled turns of two repositories at least: one is left out to test on.")
    worth, types = _Worth(table), _Types(table)
    unseen = np.zeros(len(table.row_turn))
    type_hits: list[tuple[int, int]] = []
    for held_out in folds(len(table.repositories)):
        tested = np.isin(table.turn_repository, held_out)
        rows = tested[table.row_turn]
        unseen[rows] = worth.scores(worth.weights(~rows), rows)
    chosen = _chosen(table, unseen)
    chosen = chosen[table.turn_weight[table.row_turn[chosen]] == 1]
    for held_out in folds(len(table.repositories)):
        type_hits += types.tried(np.isin(table.turn_repository, held_out), chosen)
    curve = tuple(_curve(table, unseen, chosen))
    least = min((point.least for point in curve if point.silence >= SILENCE), default=0.0)
    slope, offset = _calibrated(unseen[chosen], table.row_right[chosen])
    weights = worth.weights(np.ones(len(unseen), bool))
    tables = {
        "words": weights[:BUCKETS],
        "measures": weights[BUCKETS:-1],
        "bias": weights[-1],
        "slope": slope,
        "offset": offset,
        "least": least,
        **types.tables(),
    }
    share = sum(hit for hit, _ in type_hits) / max(1, len(type_hits))
    small: dict[str, NDArray[Any]] = {name: _small(name, np.asarray(given)) for name, given in tables.items()}
    return Fitted({**small, "types": table.types}, curve, share)


def folds(repositories: int) -> Iterator[NDArray[np.int64]]:
    """The numbers of the repositories in FOLDS parts, shuffled the same way each time."""
    order = np.random.RandomState(_SEED).permutation(repositories)
    yield from (order[part::FOLDS] for part in range(min(FOLDS, repositories)))


class _Worth:
    """Two regressions in one: is it the fact, and does it stand where the fact is told."""

    def __init__(self, table: Table) -> None:
        words = _unit(_rows(table.row_words, table.row_ends))
        self._inputs = sparse.hstack([words, sparse.csr_matrix(table.row_measures / _STEP)]).tocsr()
        self._targets = (table.row_right, table.row_near)
        self._weights = table.turn_weight[table.row_turn].astype(np.float64)

    def weights(self, rows: NDArray[np.bool_]) -> _Numbers:
        """Weights of words, measures and a bias: the mean of both regressions, each in its own standard deviations."""
        total = np.zeros(self._inputs.shape[1] + 1)
        for target in self._targets:
            weights = _regression(_STRENGTH, self._inputs[rows], target[rows], self._weights[rows])
            total += weights / ((self._inputs[rows] @ weights[:-1]).std() or 1.0)
        return total / len(self._targets)

    def scores(self, weights: _Numbers, rows: NDArray[np.bool_]) -> _Numbers:
        """What rows score by such weights."""
        scored: _Numbers = self._inputs[rows] @ weights[:-1] + weights[-1]
        return scored


class _Types:
    """A regression a type over the words of what was kept, and over those of the request."""

    def __init__(self, table: Table) -> None:
        self._table, self._count = table, len(table.types)
        kept = np.flatnonzero(table.row_right)
        request = _unit(_rows(table.turn_request, table.turn_ends)) * _OF_REQUEST
        told = _rows(table.row_words, table.row_ends)[kept]
        own = _unit(sparse.vstack([told, _rows(table.fact_words, table.fact_ends)]))
        cues = sparse.csr_matrix(np.concatenate([table.row_cues, table.fact_cues]).astype(np.float64))
        self._turns = np.concatenate([table.row_turn[kept], table.fact_turn])
        self._inputs = sparse.hstack([own, request[self._turns], cues]).tocsr()
        types = dict(zip(zip(table.fact_turn, table.fact_number, strict=True), table.fact_type, strict=True))
        of_rows = [types[table.row_turn[row], table.row_gold[row]] for row in kept]
        self._types = np.concatenate([np.array(of_rows, np.int8), table.fact_type])
        self._row = {row: at for at, row in enumerate(kept)}
        own_weights = np.concatenate([_shares(table, kept), np.full(len(table.fact_type), _OF_QUOTES)])
        # Types are told more alike from one reader to the next than worth is, hence the root.
        self._weights = own_weights * np.sqrt(table.turn_weight[self._turns].astype(np.float64))

    def _fitted(self, samples: NDArray[np.bool_]) -> tuple[_Numbers, _Numbers]:
        given, known, weights = self._inputs[samples], self._types[samples], self._weights[samples]
        found = np.array([_regression(_TYPE_STRENGTH, given, known == kind, weights) for kind in range(self._count)])
        return found[:, :-1], found[:, -1]

    def tried(self, tested: NDArray[np.bool_], chosen: NDArray[np.int64]) -> list[tuple[int, int]]:
        """For each chosen right row of the tested turns: whether its type is right, and its number."""
        rows = [row for row in chosen if row in self._row and tested[self._table.row_turn[row]]]
        if not rows:
            return []
        weights, biases = self._fitted(~tested[self._turns])
        at = [self._row[row] for row in rows]
        said = np.argmax(self._inputs[at] @ weights.T + biases, axis=1)
        return [(int(kind == self._types[place]), row) for kind, place, row in zip(said, at, rows, strict=True)]

    def tables(self) -> dict[str, _Numbers]:
        """The type tables of a model fitted to everything."""
        weights, biases = self._fitted(np.ones(len(self._types), bool))
        own, request, cues = np.split(weights, [BUCKETS, 2 * BUCKETS], axis=1)
        return {"type_words": own, "type_request": request * _OF_REQUEST, "type_cues": cues, "type_bias": biases}


def _shares(table: Table, rows: NDArray[np.int64]) -> _Numbers:
    """Each row's weight: those that tell the same fact weigh 1 together."""
    same: dict[tuple[int, int], int] = defaultdict(int)
    for row in rows:
        same[table.row_turn[row], table.row_gold[row]] += 1
    return np.array([1 / same[table.row_turn[row], table.row_gold[row]] for row in rows])


def _chosen(table: Table, scores: _Numbers) -> NDArray[np.int64]:
    """The rows that would be told if nothing were too weak: the best of each turn that share no sentence."""
    taken: dict[int, list[int]] = defaultdict(list)
    for row in np.argsort(-scores, kind="stable"):
        mine = taken[int(table.row_turn[row])]
        apart = all(
            table.row_last[row] < table.row_first[other] or table.row_first[row] > table.row_last[other]
            for other in mine
        )
        if len(mine) < MAX_FACTS and apart:
            mine.append(int(row))
    every = [row for rows in taken.values() for row in rows]
    return np.array(sorted(every, key=lambda row: -scores[row]), np.int64)


def _curve(table: Table, scores: _Numbers, chosen: NDArray[np.int64]) -> Iterator[Point]:
    """What telling more and more of the chosen rows comes to, in the turns of full weight."""
    judged = table.turn_weight == 1
    gold, silent = int(table.turn_gold[judged].sum()), int((table.turn_gold[judged] == 0).sum())
    found: set[tuple[int, int]] = set()
    loud: set[int] = set()
    right = 0
    for told, row in enumerate(chosen, 1):
        if table.row_right[row]:
            right += 1
            found.add((int(table.row_turn[row]), int(table.row_gold[row])))
        elif not table.turn_gold[table.row_turn[row]]:
            loud.add(int(table.row_turn[row]))
        yield Point(float(scores[row]), told, right / told, len(found) / gold, 1 - len(loud) / max(1, silent))


def _calibrated(scores: _Numbers, right: NDArray[np.bool_]) -> tuple[float, float]:
    """Slope and offset of a logistic curve through what came true (Platt scaling)."""
    slope, offset = _regression(1e6, sparse.csr_matrix(scores.reshape(-1, 1)), right, np.ones(len(right)))
    return float(slope), float(offset)


def _regression(strength: float, given: sparse.csr_matrix, true: NDArray[np.bool_], weights: _Numbers) -> _Numbers:
    """Weights and bias of a logistic regression; where all are alike, only the odds after Laplace's rule."""
    if true.all() or not true.any():
        odds = np.log(len(true) + 1.0)
        return np.append(np.zeros(given.shape[1]), odds if true.all() else -odds)
    model = LogisticRegression(C=strength, solver="liblinear", max_iter=_ROUNDS, random_state=_SEED)
    model.fit(given, true, sample_weight=weights)
    return np.append(model.coef_[0], model.intercept_[0])


def _rows(places: NDArray[np.uint16], ends: NDArray[np.int64]) -> sparse.csr_matrix:
    starts = np.concatenate([[0], ends])
    return sparse.csr_matrix((np.ones(len(places)), places.astype(np.int64), starts), shape=(len(ends), BUCKETS))


def _unit(rows: sparse.csr_matrix) -> sparse.csr_matrix:
    """Rows of length 1."""
    length = np.sqrt(np.maximum(np.asarray(rows.multiply(rows).sum(1)).ravel(), 1))
    return sparse.diags(1 / length) @ rows


def _small(name: str, numbers: _Numbers) -> NDArray[np.float32]:
    """Tables in half precision, which ranks alike; single numbers as they are."""
    return numbers.astype(np.float16 if numbers.ndim else np.float32)
