"""Looks for the fusion's numbers on a development set: `python -m tests.bench.tune_memories FILE` on a running stack.

Each half of the file's groups is loaded as a team of its own and asked its own questions, for which an answer must be
found, and those of the other half, to which nobody there knows the answer. One table: what each setting of gate and
weight does to both. Take the middle of a plateau, never the top of a peak; never look at anything but eval/*-dev.
"""

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory.settings")
django.setup()

from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402

from memory import access  # noqa: E402
from memory.access import Actor  # noqa: E402
from memory.recall import evaluation, search  # noqa: E402
from memory.recall.evaluation import Dataset, Question  # noqa: E402
from memory.rules import certainty, ranking  # noqa: E402
from memory.rules.ranking import Candidate, Fusion  # noqa: E402

WEIGHTS, FLOORS = (0.25, 0.5, 0.75), (0.1, 0.15, 0.2)
GATES, STRANGE = (0.2, 0.25, 0.3), (0.35, 0.4, 0.45)


@dataclass(frozen=True)
class Asked:
    """A question with its candidates, and the keys that answer it; none where the other half was asked."""

    candidates: list[Candidate]
    wanted: frozenset[int]


def halves(dataset: Dataset) -> Iterator[tuple[Dataset, list[Question]]]:
    """Each half of the groups with its questions, and the questions of the other half."""
    groups = sorted({document.group for document in dataset.documents})
    group_of = {document.id: document.group for document in dataset.documents}
    for half in (set(groups[::2]), set(groups[1::2])):
        own = [q for q in dataset.questions if all(group_of[ref] in half for ref in q.relevant)]
        other = [q for q in dataset.questions if not any(group_of[ref] in half for ref in q.relevant)]
        documents = [document for document in dataset.documents if document.group in half]
        yield replace(dataset, documents=documents, questions=own), other


def asked(half: Dataset, foreign: list[Question], actor: Actor) -> Iterator[Asked]:
    """All candidates of every question, through the product's own statement."""
    ids, _ = evaluation.load_memories(half, actor=actor, with_embedder=True)
    keys = {document: key for key, document in ids.items()}
    for question in (*half.questions, *foreign):
        with access.acting(actor):
            wanted = frozenset(keys[ref] for ref in question.relevant if ref in keys)
            yield Asked(search.candidates(question.text, actor=actor), wanted)


def measure(questions: list[Asked], fusion: Fusion) -> dict[str, float]:
    """hit@1 and hit@5 of what has an answer, and how much of the rest is answered with nothing."""
    counts = {"hit@1": 0, "hit@5": 0, "empty": 0}
    for question in questions:
        ranked = ranking.rank(question.candidates, fusion)
        judgement = certainty.judged("", question.candidates, ranked, fusion, None)
        found = [score.memory_id for score in certainty.answers(ranked, judgement)]
        counts["hit@1"] += bool(question.wanted & set(found[:1]))
        counts["hit@5"] += bool(question.wanted & set(found[:5]))
        counts["empty"] += not question.wanted and not found
    own = sum(bool(question.wanted) for question in questions)
    shares = {"hit@1": own, "hit@5": own, "empty": len(questions) - own}
    return {name: counts[name] / max(of, 1) for name, of in shares.items()}


def main(path: Path) -> None:
    """Load both halves once, then try every setting on them."""
    questions: list[Asked] = []
    for half, foreign in halves(evaluation.load(path)):
        with evaluation.scratch_team() as actor:
            questions += asked(half, foreign, actor)
    table = Table(title=f"{path.name}: {len(questions)} questions")
    for name in ("weight", "floor", "gate", "strange gate", "hit@1", "hit@5", "empty"):
        table.add_column(name)
    for weight, floor, gate, strange in product(WEIGHTS, FLOORS, GATES, STRANGE):
        row = measure(questions, Fusion(floor, weight, gate, strange))
        table.add_row(*map(str, (weight, floor, gate, strange)), *(f"{value:.4f}" for value in row.values()))
    Console().print(table)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
