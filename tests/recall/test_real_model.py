"""Recall with the real model: the numbers that a release must keep."""

from pathlib import Path

import pytest

from memory.recall import evaluation

EVAL = Path(__file__).resolve().parents[3] / "shared" / "eval"
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.xdist_group("embedder"),
    pytest.mark.skipif(not EVAL.exists(), reason="the evaluation sets are not beside this checkout"),
]


def test_facts_are_found_and_the_embedder_never_hurts(vacuumed: None, real_embedder: None) -> None:
    dataset = evaluation.load(EVAL / "facts-dev.jsonl.gz")
    with_model = evaluation.evaluate(dataset)["units"]["memory"]
    lexical = evaluation.evaluate(dataset, evaluation.Ablation(embedder=False))["units"]["memory"]
    assert with_model["by_category"]["question"]["hit@1"] >= 0.956
    assert with_model["by_category"]["contradiction"]["hit@1"] >= 0.925
    for measure in ("hit@1", "hit@5", "recall@10", "ndcg@10", "mrr"):
        assert with_model[measure] >= lexical[measure], measure
