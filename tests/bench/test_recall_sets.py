"""How well the hand-written sets are found, with each ablation, and how much of what nobody knows stays empty."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memory.recall import evaluation
from memory.recall.evaluation import Ablation

SETS = Path(__file__).parents[1] / "recall" / "sets"
ABLATIONS = {
    "whole": Ablation(),
    "no embedder": Ablation(embedder=False),
    "rrf": Ablation(fusion="rrf"),
}
pytestmark = [pytest.mark.bench, pytest.mark.django_db]


@pytest.mark.parametrize("name", ["team", "german", "spanish", "chinese", "japanese"])
def test_a_hand_written_set_is_found(name: str, real_embedder: None, report: Callable[..., None]) -> None:
    foreign = evaluation.load(SETS / "foreign.jsonl").questions
    dataset = evaluation.load(SETS / f"{name}.jsonl")
    for label, ablation in ABLATIONS.items():
        measured: dict[str, Any] = evaluation.evaluate(dataset, ablation, foreign)
        found = measured["units"]["memory"]
        numbers = {measure: found[measure] for measure in ("hit@1", "hit@5", "mrr")}
        report(f"recall, {name}, {label}", **numbers, no_answer=measured["no_answer"]["empty"])
        assert found["hit@5"] >= 0.75
