"""Evaluation files: documents in pools and groups, and questions with the documents or groups that answer them."""

import gzip
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from memory.errors import Refused


@dataclass(frozen=True)
class Document:
    """One text to load: `pool` is its project, `group` its session, `position` its place there."""

    pool: str
    id: str
    text: str
    at: str | None = None
    group: str = ""
    position: int = 0
    role: str = "user"


@dataclass(frozen=True)
class Question:
    """One question, and the ids of the documents or of the groups that answer it.

    `gains` grades the documents where some answer better than others.
    """

    pool: str
    id: str
    category: str
    text: str
    relevant: frozenset[str] = frozenset()
    relevant_groups: frozenset[str] = frozenset()
    gains: Mapping[str, float] | None = None

    @classmethod
    def judged(cls, pool: str, name: str, text: str, gains: Mapping[str, float]) -> "Question":
        """A question with graded documents; those of no gain do not answer it."""
        some = {document: gain for document, gain in gains.items() if gain > 0}
        return cls(pool, name, "", text, frozenset(some), gains=some)


@dataclass
class Dataset:
    """A file in the evaluation format of docs/search.md; `unit` is message or memory."""

    name: str
    unit: str
    documents: list[Document] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)

    def limited(self, number: int) -> "Dataset":
        """The first questions, with the documents of their pools."""
        questions = self.questions[:number]
        pools = {question.pool for question in questions}
        documents = [document for document in self.documents if document.pool in pools]
        return replace(self, documents=documents, questions=questions)


def load(path: Path, *, limit: int | None = None) -> Dataset:
    """Read a gzipped (or plain) JSON Lines file. Raises Refused with the line that cannot be read."""
    dataset = Dataset(path.stem, "memory")
    opened = gzip.open if path.suffix == ".gz" else open
    try:
        with opened(path, "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                _take_line(line, dataset, f"{path.name}, line {number}")
    except (OSError, EOFError, UnicodeDecodeError) as error:
        if isinstance(error, FileNotFoundError):
            raise
        raise Refused("invalid_dataset", f"{path.name} cannot be read: {error}.") from None
    if limit:
        dataset.questions = dataset.questions[:limit]
    return dataset


def _take_line(line: str, dataset: Dataset, where: str) -> None:
    try:
        _take(json.loads(line), dataset)
    except (ValueError, KeyError, TypeError) as error:
        raise Refused("invalid_dataset", f"{where}: {error!r}") from None


def _take(row: dict[str, Any], dataset: Dataset) -> None:
    if row["kind"] == "dataset":
        dataset.name, dataset.unit = str(row["name"]), str(row["unit"])
    elif row["kind"] == "doc":
        dataset.documents.append(_document(row))
    elif row["kind"] == "query" and (row.get("relevant") or row.get("relevant_groups")):
        dataset.questions.append(_question(row))


def _document(row: dict[str, Any]) -> Document:
    return Document(
        pool=str(row["pool"]),
        id=str(row["id"]),
        text=str(row["text"]),
        at=row.get("at"),
        group=str(row.get("group") or row["id"]),
        position=int(row.get("position") or 0),
        role=str(row.get("role") or "user"),
    )


def _question(row: dict[str, Any]) -> Question:
    relevant, groups = (frozenset(map(str, row.get(name) or ())) for name in ("relevant", "relevant_groups"))
    return Question(str(row["pool"]), str(row["id"]), str(row.get("category", "")), str(row["text"]), relevant, groups)
