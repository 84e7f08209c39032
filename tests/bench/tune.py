"""Looks for the numbers of the history's ranking: `python -m tests.bench.tune FILE…` on a running stack.

Loads development sets of messages, fetches every question's candidates once through the product's own search, and
asks each setting below, one number changed at a time. A gain counts where it carries over: the last column is the
gain on the parts (pools, or a fifth of the sessions each) for which the other parts would have chosen the setting
as well. Take the middle of a plateau, never the top of a peak; never look at anything but eval/*-dev.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch
from zlib import crc32

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory.settings")
django.setup()

import numpy as np  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402

from memory import access  # noqa: E402
from memory.access import Actor  # noqa: E402
from memory.models import Message  # noqa: E402
from memory.recall import evaluation, history  # noqa: E402
from memory.recall.evaluation import Dataset  # noqa: E402
from memory.recall.evaluation.measures import measures  # noqa: E402
from memory.recall.evaluation.scratch import load_messages  # noqa: E402
from memory.rules import history_ranking, history_weights, session_ranking  # noqa: E402
from memory.rules.history_weights import DEFAULT, PRIORS, SESSIONS  # noqa: E402
from memory.rules.late_interaction import Interaction  # noqa: E402

GRID: dict[str, tuple[Any, dict[str, tuple[float, ...]]]] = {
    "DEFAULT": (DEFAULT, {
        "own": (0.2, 0.5), "exchange": (0.0, 0.2, 0.8), "around": (0.7, 1.4), "session": (0.4, 1.0),
        "meaning": (0.2, 0.6), "before": (0.0, 0.3), "after": (0.0, 0.2), "session_meaning": (0.0, 0.6),
        "near": (0.3, 0.7), "far": (0.0, 0.4), "saturation": (0.6, 1.2), "noise_floor": (0.1, 0.2),
        "tokens": (0.3, 0.7), "tokens_before": (0.7, 1.0), "session_tokens": (0.0, 0.3), "token_floor": (0.2, 0.3),
        "token_growth": (0.05, 0.15),
    }),
    "PRIORS": (PRIORS, {
        "length": (0.0, 0.2, 0.6), "usual_length": (110.0, 400.0), "speaker": (0.0, 0.05, 0.15),
        "reply": (0.0, 0.15), "question": (0.0, 0.12), "elsewhen": (0.2, 0.6, 1.0), "fading": (3.0, 14.0),
    }),
    "SESSIONS": (SESSIONS, {
        "meaning": (0.0, 0.1, 0.3), "best": (2, 8), "covered": (0.0, 0.2), "length": (0.0, 0.01, 0.03),
    }),
}  # fmt: skip


@dataclass(frozen=True)
class Seen:
    """What the tokens of a question meet in all that was fetched for it, for rankings that look at any of it."""

    rows: dict[int, int]
    everything: Interaction

    def __call__(self, keys: Sequence[int]) -> Interaction:
        """What the search would look up."""
        return self.everything.of([self.rows[key] for key in keys])


@dataclass(frozen=True)
class Case:
    """A question as the search sees it, what answers it, and the part of its set that it belongs to."""

    part: str
    fetched: tuple[Any, ...]
    relevant: frozenset[str]
    groups: frozenset[str]


@dataclass(frozen=True)
class Loaded:
    """A set's cases, and the names of its messages and sessions."""

    cases: list[Case]
    documents: dict[int, str]
    sessions: dict[int, str]


def part_of(dataset: Dataset, question: evaluation.Question) -> str:
    """The pool, or a fifth of the sessions where there is only one."""
    pools = {document.pool for document in dataset.documents}
    return question.pool if len(pools) > 1 else str(crc32(min(question.relevant_groups).encode()) % 5)


def loaded(dataset: Dataset, actor: Actor) -> Loaded:
    """Load a set and fetch the candidates of its questions."""
    ids, projects = load_messages(dataset, actor=actor, with_embedder=True)
    group_of = {document.id: document.group for document in dataset.documents}
    with access.acting(actor):
        sessions = {session: group_of[ids[pk]] for pk, session in Message.objects.values_list("pk", "session_id")}
        cases = []
        for question in dataset.questions:
            seen: list[tuple[Any, ...]] = []

            def rank(spoken: Any, idfs: Any, *, seen: list[Any] = seen, **options: Any) -> history_ranking.Found:
                seen.append((spoken, idfs, {**options, "look": looked(options["look"], spoken)}))
                return history_ranking.Found()

            with patch.object(history.history_ranking, "rank", rank):
                history.search_history(question.text, actor=actor, project=projects[question.pool])
            wanted = frozenset(question.relevant), frozenset(question.relevant_groups)
            cases.append(Case(part_of(dataset, question), seen[-1], *wanted))
    return Loaded(cases, ids, sessions)


def looked(look: history_ranking.Look | None, spoken: Sequence[history_ranking.Spoken]) -> Seen | None:
    """All that there is to see, looked up once."""
    keys = [row.message_id for row in spoken]
    found = look(keys) if look and keys else None
    return found and Seen({key: row for row, key in enumerate(keys)}, found)


def scores(sets: list[Loaded]) -> dict[str, np.ndarray]:
    """For each part the mean of nDCG@10 of messages and MRR of sessions, whichever its questions have."""
    found: dict[str, list[float]] = {}
    for number, one in enumerate(sets):
        for case in one.cases:
            spoken, idfs, options = case.fetched
            answer = history_ranking.rank(spoken, idfs, **options)
            gained = found.setdefault(f"{number}:{case.part}", [])
            if case.relevant:
                names = [one.documents.get(message.message_id, "") for message in answer.messages[:10]]
                gained.append(measures(names, case.relevant)["ndcg@10"])
            names = [one.sessions.get(session.session_id, "") for session in answer.sessions]
            gained.append(measures(names, case.groups)["mrr"])
    return {part: np.array(values) for part, values in found.items()}


def settings() -> Iterator[tuple[str, str, Any]]:
    """Every setting with one number changed: its name, the table that holds it, the table."""
    for table, (usual, fields) in GRID.items():
        for field, values in fields.items():
            yield from ((f"{table}.{field} = {value}", table, replace(usual, **{field: value})) for value in values)


def tried(sets: list[Loaded], table: str, value: Any) -> dict[str, np.ndarray]:
    """The scores with another table in its place, wherever it was imported."""
    holders = [module for module in (history_weights, history_ranking, session_ranking) if hasattr(module, table)]
    kept = getattr(history_weights, table)
    try:
        for module in holders:
            setattr(module, table, value)
        return scores(sets)
    finally:
        for module in holders:
            setattr(module, table, kept)


def carried(gains: dict[str, float]) -> float:
    """The mean gain on the parts for which the others would have chosen the setting."""
    kept = [gain if sum(gains.values()) - gain > 0 else 0.0 for gain in gains.values()]
    return float(np.mean(kept))


def main(paths: list[str]) -> None:
    """Load the sets, try every setting, print what each gains."""
    datasets = [evaluation.load(Path(path)) for path in paths]
    with evaluation.scratch_team() as actor:
        sets = [loaded(dataset, actor) for dataset in datasets]
    usual = {part: values.mean() for part, values in scores(sets).items()}
    table = Table(
        title="gain over the numbers of today, in thousandths", caption=f"today {np.mean(list(usual.values())):.4f}"
    )
    for column in ("setting", *usual, "mean", "carried over"):
        table.add_column(column)
    for name, where, value in settings():
        gains = {part: 1000 * (values.mean() - usual[part]) for part, values in tried(sets, where, value).items()}
        cells = [*gains.values(), float(np.mean(list(gains.values()))), carried(gains)]
        table.add_row(name, *(f"{cell:+.1f}" for cell in cells))
    Console(width=160).print(table)


if __name__ == "__main__":
    main(sys.argv[1:])
