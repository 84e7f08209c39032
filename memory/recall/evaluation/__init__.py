"""Measures recall on a file of documents and questions, through the product's own path, in a scratch team."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from memory import access
from memory.access import Actor
from memory.models import Memory, Message, Project
from memory.recall.evaluation.dataset import Dataset, Document, Question, load
from memory.recall.evaluation.formats import Run, read_external
from memory.recall.evaluation.measures import percentile, scores
from memory.recall.evaluation.scratch import Step, load_memories, load_messages, scratch_team, unwatched
from memory.recall.history import HistoryPage, search_history
from memory.recall.search import search_memories

__all__ = [
    "Ablation",
    "Dataset",
    "Document",
    "Question",
    "Run",
    "evaluate",
    "load",
    "load_memories",
    "measured",
    "read_external",
    "scratch_team",
]

_DEPTH = 10  # nDCG and recall look at ten


@dataclass(frozen=True)
class Ablation:
    """What a measurement leaves out (the semantic arm, the conversation around a message), or has otherwise.

    `fusion` is scores or rrf; `reranker` asks the one that the settings name. Both are of the unit memory.
    """

    embedder: bool = True
    context: bool = True
    fusion: str = "scores"
    reranker: bool = False


WHOLE = Ablation()


@dataclass(frozen=True)
class _Answer:
    """The ids of documents (and groups) found for one question, best first, and how long the search took in ms."""

    question: Question
    documents: list[str]
    milliseconds: float
    groups: tuple[str, ...] = ()


def evaluate(
    dataset: Dataset, ablation: Ablation = WHOLE, foreign: Sequence[Question] = (), step: Step = unwatched
) -> dict[str, object]:
    """Load the documents, ask every question, and report hit@k, recall@k, nDCG@10, MRR and search times.

    Documents of the unit `message` are searched through the history, those of `memory` as memories. Both are also
    asked the `foreign` questions, which nothing here answers, for the share that is answered with nothing.
    """
    with scratch_team() as actor:
        ask = _as_messages if dataset.unit == "message" else _as_memories
        answers = []
        for answer in ask(dataset, ablation, actor, step):
            answers.append(answer)
            step("questions", len(answers), len(dataset.questions))
        nothing = _says_nothing if dataset.unit == "message" else _is_empty
        empty = [nothing(question, ablation, actor) for question in foreign]
    times = [answer.milliseconds for answer in answers]
    return {
        "dataset": dataset.name,
        "docs": len(dataset.documents),
        "queries": len(dataset.questions),
        "units": _units(dataset, answers),
        "empty": _empty(answers),
        "search_ms": {"p50": percentile(times, 50), "p95": percentile(times, 95)},
        **({"no_answer": {"n": len(empty), "empty": round(sum(empty) / len(empty), 4)}} if empty else {}),
    }


def measured(run: Run) -> dict[str, object]:
    """The same report of what another search has found, without times; of each question the first ten count."""
    answers = [_Answer(each, run.found.get(each.id, [])[:_DEPTH], 0.0) for each in run.questions]
    units = _units(Dataset(run.name, "run"), answers)
    return {"dataset": run.name, "queries": len(answers), "units": units, "empty": _empty(answers)}


def _empty(answers: Sequence[_Answer]) -> float:
    """The share of the questions that nothing was found for."""
    return round(sum(not answer.documents for answer in answers) / max(len(answers), 1), 4)


def _is_empty(question: Question, ablation: Ablation, actor: Actor) -> bool:
    with access.acting(actor):
        page = search_memories(question.text, actor=actor, limit=1, **_way(ablation))
    return not page.known


def _way(ablation: Ablation) -> dict[str, Any]:
    return {"semantic": ablation.embedder, "fusion": ablation.fusion, "rerank": ablation.reranker}


def _as_memories(dataset: Dataset, ablation: Ablation, actor: Actor, step: Step = unwatched) -> Iterator[_Answer]:
    ids, projects = load_memories(dataset, actor=actor, with_embedder=ablation.embedder, step=step)
    by_uuid = _by_uuid(ids, actor)
    for question in dataset.questions:
        with access.acting(actor):
            started = time.perf_counter()
            page = search_memories(
                question.text,
                actor=actor,
                project=projects[question.pool],
                limit=_DEPTH,
                **_way(ablation),
            )
            spent = _since(started)
        # What is folded into a hit is found with it.
        found = [by_uuid.get(ref, "") for hit in page.hits for ref in (str(hit.memory.uuid), *hit.also)]
        yield _Answer(question, found, spent)


def _by_uuid(ids: dict[int, str], actor: Actor) -> dict[str, str]:
    with access.acting(actor):
        known = Memory.objects.filter(team=actor.team).values_list("uuid", "pk")
        return {str(ref): ids[pk] for ref, pk in known if pk in ids}


def _as_messages(dataset: Dataset, ablation: Ablation, actor: Actor, step: Step = unwatched) -> Iterator[_Answer]:
    ids, projects = load_messages(dataset, actor=actor, with_embedder=ablation.embedder, step=step)
    groups = _by_session(dataset, ids, actor)
    for question in dataset.questions:
        with access.acting(actor):
            started = time.perf_counter()
            page = _said(question, projects[question.pool], ablation, actor)
            spent = _since(started)
        found = [ids.get(hit.message.pk, "") for hit in page.results]
        yield _Answer(question, found, spent, tuple(groups.get(entry.session_id, "") for entry in page.sessions))


def _by_session(dataset: Dataset, ids: dict[int, str], actor: Actor) -> dict[int, str]:
    """The group of each session."""
    group_of = {document.id: document.group for document in dataset.documents}
    with access.acting(actor):
        known = Message.objects.filter(team=actor.team).values_list("pk", "session_id")
        return {session: group_of[ids[pk]] for pk, session in known}


def _said(question: Question, project: Project, ablation: Ablation, actor: Actor) -> HistoryPage:
    """What the history search finds, each message by itself."""
    return search_history(
        question.text,
        actor=actor,
        project=project,
        context_before_after=0,
        max_results=_DEPTH,
        semantic=ablation.embedder,
        context=ablation.context,
    )


def _says_nothing(question: Question, ablation: Ablation, actor: Actor) -> bool:
    """Whether another pool than the question's own, always the same one, is silent on it."""
    with access.acting(actor):
        others = list(Project.objects.filter(team=actor.team).exclude(name=question.pool[:200]).order_by("name"))
        chosen = others[crc32(question.id.encode()) % len(others)] if others else None
        return chosen is None or not _said(question, chosen, ablation, actor).results


def _since(started: float) -> float:
    return (time.perf_counter() - started) * 1000


def _units(dataset: Dataset, answers: list[_Answer]) -> dict[str, object]:
    """One report where documents are wanted, one where sessions are."""
    by_document = [answer for answer in answers if answer.question.relevant]
    by_group = [answer for answer in answers if answer.question.relevant_groups]
    units: dict[str, object] = {}
    if by_document:
        units[dataset.unit] = scores(
            [answer.documents for answer in by_document],
            [answer.question.gains or answer.question.relevant for answer in by_document],
            [answer.question.category for answer in by_document],
        )
    if by_group:
        units["session"] = scores(
            [answer.groups for answer in by_group],
            [answer.question.relevant_groups for answer in by_group],
            [answer.question.category for answer in by_group],
        )
    return units
