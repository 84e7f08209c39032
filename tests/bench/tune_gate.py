"""Learns when something that was found answers: `python -m tests.bench.tune_gate` on a running stack.

Questions with and without an answer are asked of the memories of `tests/recall/sets/gate` alone, of ten or forty of
them, and of them among some thousands of others; and of the development facts, which strangers' questions are asked,
too. Prints the weights for `memory/rules/certainty.py`, and what they do to the half of the questions that they were
not fitted to. Look at nothing but eval/*-dev.
"""

import hashlib
import os
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory.settings")
django.setup()

import numpy as np  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402
from sklearn.linear_model import LogisticRegression  # noqa: E402

from memory import access  # noqa: E402
from memory.recall import evaluation, search  # noqa: E402
from memory.recall.evaluation import Dataset, Document, Question  # noqa: E402
from memory.rules import certainty, ranking  # noqa: E402
from memory.rules.ranking import Candidate  # noqa: E402
from tests.recall.gate_set import gate_set  # noqa: E402

EVAL = Path(__file__).resolve().parents[3] / "shared" / "eval"
MODEL = "all-MiniLM-L6-v2"
FILLERS, FOREIGN, SMALL, DEPTH = 4_000, 400, (10, 40), 50
MARGINS = (certainty.LEARNED[MODEL].nearest, certainty.LEARNED[MODEL].certain)


@dataclass(frozen=True)
class Case:
    """What one question measured on one ground, and how much it weighs in the fit."""

    ground: str
    question: Question
    measured: dict[str, float]
    weight: float

    @property
    def half(self) -> int:
        """The half that the question is in, on every ground."""
        return hashlib.md5(self.question.text.encode(), usedforsecurity=False).digest()[0] % 2


def asked(dataset: Dataset, depth: int) -> Iterator[tuple[Question, list[Candidate], dict[int, str]]]:
    """Load a set, and give the candidates of each of its questions with the documents that they are."""
    with evaluation.scratch_team() as actor:
        ids, _ = evaluation.load_memories(dataset, actor=actor, with_embedder=True)
        for question in dataset.questions:
            with access.acting(actor):
                yield question, search.candidates(question.text, actor=actor, depth=depth), ids


def case(ground: str, question: Question, candidates: list[Candidate], weight: float) -> Case:
    """Measure one question."""
    ranked = ranking.rank(candidates, ranking.fusion_for(MODEL))
    return Case(ground, question, certainty.measures(question.text, candidates, ranked), weight)


def cases() -> Iterator[Case]:
    """All questions on all grounds."""
    gate, facts = gate_set(), evaluation.load(EVAL / "facts-dev.jsonl.gz")
    for question, found, _ in asked(gate, DEPTH):
        yield case("gate", question, found, 1.0)
    yield from _small(gate)
    for question, found, _ in asked(replace(gate, documents=[*gate.documents, *_fillers(facts)]), DEPTH):
        yield case("among others", question, found, 1.0)
    strangers = [
        replace(each, relevant=frozenset()) for each in evaluation.load(EVAL / "locomo-dev.jsonl.gz").questions
    ]
    own = [each for each in facts.questions if each.category == "question"]
    for question, found, _ in asked(replace(facts, questions=[*own, *strangers[:FOREIGN]]), DEPTH):
        yield case("facts", question, found, 0.4)


def _small(gate: Dataset) -> Iterator[Case]:
    """As if a team knew ten or forty memories, those that answer among them."""
    rng = random.Random(5)
    names = [document.id for document in gate.documents]
    for question, found, ids in asked(gate, len(names)):
        for size in SMALL:
            kept = {*rng.sample(names, size), *question.relevant}
            some = [each for each in found if ids[each.memory_id] in kept]
            yield case(f"{size} memories", question, some, 0.7)


def _fillers(facts: Dataset) -> list[Document]:
    messages = [
        each for each in evaluation.load(EVAL / "team-sessions-dev.jsonl.gz").documents if 60 < len(each.text) < 600
    ]
    random.Random(1).shuffle(messages)
    return [
        replace(each, id=f"other {place}", pool="gate")
        for place, each in enumerate([*facts.documents, *messages[:FILLERS]])
    ]


def fitted(some: list[Case], names: list[str]) -> tuple[np.ndarray, float]:
    """Weights and bias, regularized as if all measures were of one spread."""
    rows = np.array([[each.measured[name] for name in names] for each in some])
    middle, spread = rows.mean(axis=0), rows.std(axis=0)
    model = LogisticRegression(C=1.0, max_iter=5_000)
    model.fit(
        (rows - middle) / spread, [bool(c.question.relevant) for c in some], sample_weight=[c.weight for c in some]
    )
    weights = model.coef_[0] / spread
    return weights, float(model.intercept_[0] - weights @ middle)


def main() -> None:
    """Measure, fit each half for the other, then all for the product."""
    known = list(cases())
    names = list(known[0].measured)
    table = Table(title=f"{len(known)} questions, by what the other half of them taught")
    for column in ("ground", "kind", "answer", "n", "empty", "nearest", "certain"):
        table.add_column(column)
    verdicts: dict[tuple[str, str, bool], list[float]] = {}
    for half in (0, 1):
        weights, bias = fitted([each for each in known if each.half != half], names)
        for each in known:
            if each.half == half:
                odds = bias + sum(w * each.measured[name] for w, name in zip(weights, names, strict=True))
                for kind in (each.question.category, "all"):
                    verdicts.setdefault((each.ground, kind, bool(each.question.relevant)), []).append(
                        1 / (1 + np.exp(-odds))
                    )
    nearest, certain = MARGINS
    for (ground, kind, answered), found in sorted(verdicts.items()):
        p = np.array(found)
        shares = (p < nearest).mean(), ((p >= nearest) & (p < certain)).mean(), (p >= certain).mean()
        table.add_row(ground, kind, "yes" if answered else "no", str(len(p)), *(f"{share:.2f}" for share in shares))
    Console().print(table)
    weights, bias = fitted(known, names)
    print({name: round(float(weight), 3) for name, weight in zip(names, weights, strict=True)}, round(bias, 3))


if __name__ == "__main__":
    main()
