"""Measures recall on a file of documents and questions, through the product's own path, in a scratch team."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

from memory import access
from memory.access import Actor
from memory.models import Project
from memory.recall.evaluation.dataset import Dataset, Document, Question, load
from memory.recall.evaluation.measures import percentile, scores
from memory.recall.evaluation.scratch import load_memories, load_messages, scratch_team
from memory.recall.history import search_history
from memory.recall.search import search_memories

__all__ = ["Ablation", "Dataset", "Document", "Question", "evaluate", "load", "load_memories", "scratch_team"]

# nDCG and recall look at ten; the deeper ones tell in which order the sessions are found.
_DEPTH = 10
_MESSAGES = 100


@dataclass(frozen=True)
class Ablation:
    """What a measurement leaves out: the semantic arm, or the conversation around a message."""

    embedder: bool = True
    context: bool = True


WHOLE = Ablation()


@dataclass(frozen=True)
class _Answer:
    """The ids found for one question, best first, and how long the search took in milliseconds."""

    question: Question
    documents: list[str]
    milliseconds: float


def evaluate(dataset: Dataset, ablation: Ablation = WHOLE) -> dict[str, object]:
    """Load the documents, ask every question, and report hit@k, recall@k, nDCG@10, MRR and search times.

    Documents of the unit `message` are searched through the history, those of `memory` as memories.
    """
    with scratch_team() as actor:
        answers = list((_as_messages if dataset.unit == "message" else _as_memories)(dataset, ablation, actor))
    times = [answer.milliseconds for answer in answers]
    return {
        "dataset": dataset.name,
        "docs": len(dataset.documents),
        "queries": len(dataset.questions),
        "units": _units(dataset, answers),
        "search_ms": {"p50": percentile(times, 50), "p95": percentile(times, 95)},
    }


def _as_memories(dataset: Dataset, ablation: Ablation, actor: Actor) -> Iterator[_Answer]:
    ids, projects = load_memories(dataset, actor=actor, with_embedder=ablation.embedder)
    for question in dataset.questions:
        with access.acting(actor):
            started = time.perf_counter()
            page = search_memories(
                question.text,
                actor=actor,
                project=projects[question.pool],
                limit=_DEPTH,
                semantic=ablation.embedder,
            )
            spent = _since(started)
        yield _Answer(question, [ids.get(hit.memory.pk, "") for hit in page.hits], spent)


def _as_messages(dataset: Dataset, ablation: Ablation, actor: Actor) -> Iterator[_Answer]:
    ids, projects = load_messages(dataset, actor=actor, with_embedder=ablation.embedder)
    for question in dataset.questions:
        with access.acting(actor):
            started = time.perf_counter()
            found = _said(question, projects[question.pool], ablation, actor)
            spent = _since(started)
        yield _Answer(question, [ids.get(pk, "") for pk in found], spent)


def _said(question: Question, project: Project, ablation: Ablation, actor: Actor) -> list[int]:
    """Keys of the messages that the history search finds, each by itself."""
    page = search_history(
        question.text,
        actor=actor,
        project=project,
        context_before_after=0,
        max_results=_MESSAGES,
        semantic=ablation.embedder,
        context=ablation.context,
    )
    return [hit.message.pk for hit in page.results]


def _since(started: float) -> float:
    return (time.perf_counter() - started) * 1000


def _units(dataset: Dataset, answers: list[_Answer]) -> dict[str, object]:
    """One report where documents are wanted, one where sessions are."""
    group_of = {document.id: document.group for document in dataset.documents}
    by_document = [answer for answer in answers if answer.question.relevant]
    by_group = [answer for answer in answers if answer.question.relevant_groups]
    units: dict[str, object] = {}
    if by_document:
        units[dataset.unit] = scores(
            [answer.documents for answer in by_document],
            [answer.question.relevant for answer in by_document],
            [answer.question.category for answer in by_document],
        )
    if by_group:
        units["session"] = scores(
            [list(dict.fromkeys(group_of.get(found, "") for found in answer.documents)) for answer in by_group],
            [answer.question.relevant_groups for answer in by_group],
            [answer.question.category for answer in by_group],
        )
    return units
