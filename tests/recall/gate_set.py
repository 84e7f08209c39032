"""Reads `sets/gate`: memories, and questions that they answer or do not."""

import json
from pathlib import Path

from memory.recall.evaluation import Dataset, Document, Question

_FOLDER = Path(__file__).parent / "sets" / "gate"
_NONE = "none"


def gate_set() -> Dataset:
    """Return the memories with their questions; `relevant` is empty for those that nothing answers."""
    documents = [
        Document(pool="gate", id=row["id"], group=row["project"], position=place, at=row["at"], text=row["text"])
        for place, row in enumerate(_rows("memories"))
    ]
    asked = [*_rows("answerable"), *_rows("unanswerable")]
    questions = [
        Question(
            pool="gate",
            id=row["id"],
            category=row["kind"],
            text=row["text"],
            relevant=frozenset(row.get("relevant", ())),
        )
        for row in asked
    ]
    return Dataset(name="gate", unit="memory", documents=documents, questions=questions)


def _rows(name: str) -> list[dict]:
    return [json.loads(line) for line in (_FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
