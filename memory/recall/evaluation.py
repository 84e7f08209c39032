"""Measures recall on a file of documents and questions, through the product's own path, in a scratch team."""

import gzip
import json
import math
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

from django.db import connection
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from memory import access, people
from memory.access import Actor
from memory.doors.embedder import embedder
from memory.errors import Refused
from memory.models import Memory, MemoryProject, Project, Team
from memory.recall import lexicon
from memory.recall.search import search_memories

_CHUNK = 256
_DEPTH = 10
_SCRATCH_TABLES = (
    "memory_memoryproject",
    "memory_memory",
    "memory_toolcall",
    "memory_message",
    "memory_codingsession",
    "memory_project",
    "memory_lexemefrequency",
    "memory_lexiconsize",
    "memory_membership",
)


@dataclass(frozen=True)
class Document:
    """One text to load: `pool` is the project it belongs to."""

    pool: str
    id: str
    text: str
    at: str | None


@dataclass(frozen=True)
class Question:
    """One question and the ids of the documents that answer it."""

    pool: str
    id: str
    category: str
    text: str
    relevant: frozenset[str]


@dataclass
class Dataset:
    """A file in the evaluation format of recall.md."""

    name: str
    unit: str
    documents: list[Document] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)


def load(path: Path, *, limit: int | None = None) -> Dataset:
    """Read a gzipped (or plain) JSON Lines file. Raises Refused with the line that cannot be read."""
    dataset = Dataset(path.stem, "memory")
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                _take(json.loads(line), dataset)
            except (ValueError, KeyError, TypeError) as error:
                raise Refused("invalid_dataset", f"{path.name}, line {number}: {error!r}") from None
    if limit:
        dataset.questions = dataset.questions[:limit]
    return dataset


def _take(row: dict[str, object], dataset: Dataset) -> None:
    text = str(row.get("text", ""))
    if row["kind"] == "dataset":
        dataset.name, dataset.unit = str(row["name"]), str(row["unit"])
    elif row["kind"] == "doc":
        dataset.documents.append(Document(str(row["pool"]), str(row["id"]), text, row.get("at")))  # type: ignore[arg-type]
    elif row.get("relevant"):
        relevant = frozenset(map(str, row["relevant"]))  # type: ignore[call-overload]
        dataset.questions.append(
            Question(str(row["pool"]), str(row["id"]), str(row.get("category", "")), text, relevant)
        )


def evaluate(dataset: Dataset, *, with_embedder: bool = True) -> dict[str, object]:
    """Load the documents as memories, ask every question, and report hit@k, recall@k, nDCG@10, MRR and search times."""
    with scratch_team() as actor:
        ids, projects = load_memories(dataset, actor=actor, with_embedder=with_embedder)
        ranks, times = [], []
        for question in dataset.questions:
            started = time.perf_counter()
            found = _ask(question, projects[question.pool], actor=actor, with_embedder=with_embedder)
            times.append((time.perf_counter() - started) * 1000)
            ranks.append([ids.get(pk, "") for pk in found])
    return {
        "dataset": dataset.name,
        "docs": len(dataset.documents),
        "queries": len(dataset.questions),
        "units": {dataset.unit: _scores(dataset.questions, ranks)},
        "search_ms": {"p50": _percentile(times, 50), "p95": _percentile(times, 95)},
    }


@contextmanager
def scratch_team() -> Iterator[Actor]:
    """A team of its own, removed afterwards with all its rows, whatever happens."""
    name = f"evaluation-{uuid4().hex[:12]}"
    team = people.add_team(name)
    try:
        user, _ = people.add_person(name, team=team, role="admin")
        actor = access.actor_for(user, team=team)
        assert actor
        yield actor
    finally:
        _remove(team, name)


def _remove(team: Team, username: str) -> None:
    """Table by table and without asking Django what hangs on what: a scratch team has only these rows."""
    with access.scope(team=team, system=True), connection.cursor() as cursor:
        for table in _SCRATCH_TABLES:
            cursor.execute(f"DELETE FROM {table} WHERE team_id = %s", [team.pk])  # noqa: S608 - names from above
        cursor.execute("DELETE FROM memory_team WHERE id = %s", [team.pk])
        cursor.execute("DELETE FROM memory_user WHERE username = %s", [username])


def load_memories(dataset: Dataset, *, actor: Actor, with_embedder: bool) -> tuple[dict[int, str], dict[str, Project]]:
    """Bulk-load the documents; returns each row's document id, and each pool's project."""
    ids: dict[int, str] = {}
    door = embedder()
    with access.acting(actor):
        pools = {document.pool for document in dataset.documents}
        projects = {
            pool: Project.objects.create(team=actor.team, identity=f"evaluation/{pool}"[:400], name=pool[:200])
            for pool in pools
        }
        for start in range(0, len(dataset.documents), _CHUNK):
            chunk = dataset.documents[start : start + _CHUNK]
            vectors = door.embed_texts([document.text for document in chunk]) if with_embedder else None
            for row, document in zip(_insert(chunk, vectors, door.model, projects, actor), chunk, strict=True):
                ids[row.pk] = document.id
    with access.scope(team=actor.team, system=True):
        lexicon.refresh(team=actor.team)
    return ids, projects


def _insert(
    chunk: Sequence[Document],
    vectors: list[list[float]] | None,
    model: str,
    projects: dict[str, Project],
    actor: Actor,
) -> list[Memory]:
    rows = Memory.objects.bulk_create(
        Memory(
            team=actor.team,
            author=actor.user,
            type=Memory.Type.PATTERN,
            content=document.text,
            occurred_at=(parse_datetime(document.at) if document.at else None) or timezone.now(),
            embedding=vectors[index] if vectors else None,
            embedding_model=model if vectors else "",
        )
        for index, document in enumerate(chunk)
    )
    links = [
        MemoryProject(team=actor.team, memory=row, project=projects[document.pool])
        for row, document in zip(rows, chunk, strict=True)
    ]
    MemoryProject.objects.bulk_create(links)
    return rows


def _ask(question: Question, project: Project, *, actor: Actor, with_embedder: bool) -> list[int]:
    with access.acting(actor):
        page = search_memories(question.text, actor=actor, project=project, limit=_DEPTH, semantic=with_embedder)
        return [hit.memory.pk for hit in page.hits]


def _scores(questions: Sequence[Question], ranks: Sequence[Sequence[str]]) -> dict[str, object]:
    """All questions together, and each category apart."""
    groups: dict[str, list[dict[str, float]]] = defaultdict(list)
    for question, found in zip(questions, ranks, strict=True):
        groups[question.category].append(_measures(found, question.relevant))
    everything = [row for rows in groups.values() for row in rows]
    return {**_mean(everything), "by_category": {name: _mean(rows) for name, rows in sorted(groups.items())}}


def _measures(found: Sequence[str], relevant: frozenset[str]) -> dict[str, float]:
    """Binary gains; the ideal of nDCG is over all relevant documents, as in recall.md."""
    gains = [entry in relevant for entry in found]
    first = gains.index(True) + 1 if True in gains else 0
    ideal = sum(1 / math.log2(rank + 2) for rank in range(min(len(relevant), 10)))
    gained = sum(1 / math.log2(rank + 2) for rank, gain in enumerate(gains[:10]) if gain)
    return {
        "hit@1": float(first == 1),
        "hit@5": float(0 < first <= 5),
        "recall@5": sum(gains[:5]) / len(relevant),
        "recall@10": sum(gains[:10]) / len(relevant),
        "ndcg@10": gained / ideal,
        "mrr": 1 / first if first else 0.0,
    }


def _mean(rows: Sequence[dict[str, float]]) -> dict[str, object]:
    names = rows[0] if rows else ()
    return {"n": len(rows), **{name: round(sum(row[name] for row in rows) / len(rows), 4) for name in names}}


def _percentile(values: Sequence[float], share: int) -> float:
    """The nearest-rank percentile, in the values' unit."""
    ordered = sorted(values)
    return round(ordered[max(0, math.ceil(len(ordered) * share / 100) - 1)], 2) if ordered else 0.0
