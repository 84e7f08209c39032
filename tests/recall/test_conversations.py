"""The gate of the history search: a small set of conversations with the real model, each number with a margin."""

from pathlib import Path
from typing import Any

import pytest

from memory.recall import evaluation
from memory.recall.evaluation import Ablation

SETS = Path(__file__).parent / "sets"
MEASURES = ("hit@1", "hit@5", "recall@5", "recall@10", "ndcg@10", "mrr")
FOREIGN = (
    "How do I braise short ribs in red wine?",
    "Which stars belong to the constellation of Lyra?",
    "Who won the cycling race through the Pyrenees?",
    "What did the dentist say about the wisdom tooth?",
    "kubernetes ingress annotations for websockets",
    "Why does the violin sound dull in winter?",
)
pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("embedder")]


@pytest.fixture
def reports(real_embedder: None) -> dict[str, dict[str, Any]]:
    dataset = evaluation.load(SETS / "conversations.jsonl")
    foreign = [evaluation.Question("elsewhere", f"f{n}", "foreign", text) for n, text in enumerate(FOREIGN)]
    ways = {
        "whole": Ablation(),
        "words": Ablation(embedder=False),
        "alone": Ablation(context=False),
    }
    return {name: evaluation.evaluate(dataset, way, foreign) for name, way in ways.items()}  # type: ignore[misc]


def test_conversations_are_found_and_neither_the_model_nor_the_context_hurts(
    reports: dict[str, dict[str, Any]],
) -> None:
    whole = reports["whole"]["units"]
    assert whole["message"]["ndcg@10"] >= 0.6
    assert whole["session"]["hit@1"] >= 0.8
    assert reports["whole"]["no_answer"]["empty"] >= 0.8
    for name in ("words", "alone"):
        for unit in ("message", "session"):
            lacking = reports[name]["units"][unit]
            assert [m for m in MEASURES if whole[unit][m] < lacking[m] - 0.01] == [], (name, unit)
