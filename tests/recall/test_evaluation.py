"""Measuring recall: a file of conversations or facts goes through the product's own path and leaves nothing behind."""

import gzip
import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from memory.models import Team
from memory.recall import evaluation
from memory.recall.evaluation.measures import measures, percentile

TALK = [
    ("s1", "user", "Which cache do we use for sessions?"),
    ("s1", "assistant", "Sessions are cached in Valkey with a TTL of 30 minutes."),
    ("s1", "user", "And the search index?"),
    ("s2", "user", "The upload fails with EPIPE."),
    ("s2", "assistant", "The proxy closes idle connections after 60 seconds, so EPIPE follows."),
]


def dataset(path: Path, unit: str) -> Path:
    """A small file in the evaluation format, gzipped."""
    rows: list[dict[str, object]] = [{"kind": "dataset", "name": "small", "unit": unit}]
    rows += [
        {"kind": "doc", "pool": "p", "id": f"d{n}", "group": group, "position": n, "role": role, "text": text}
        for n, (group, role, text) in enumerate(TALK)
    ]
    wanted = {"relevant": ["d4"], "relevant_groups": ["s2"]} if unit == "message" else {"relevant": ["d4"]}
    rows.append({"kind": "query", "pool": "p", "id": "q", "category": "why", "text": "Why EPIPE?", **wanted})
    with gzip.open(path / "small.jsonl.gz", "wt") as file:
        file.write("\n".join(map(json.dumps, rows)))
    return path / "small.jsonl.gz"


@pytest.mark.django_db
@pytest.mark.parametrize(("unit", "units"), [("message", {"message", "session"}), ("memory", {"memory"})])
def test_a_file_is_measured_and_the_scratch_team_is_gone(tmp_path: Path, unit: str, units: set[str]) -> None:
    out = StringIO()
    call_command("evaluate_recall", str(dataset(tmp_path, unit)), "--json", stdout=out)
    report = json.loads(out.getvalue())
    assert (report["dataset"], report["docs"], report["queries"]) == ("small", 5, 1)
    assert set(report["units"]) == units
    for scores in report["units"].values():
        assert set(scores) == {"n", "hit@1", "hit@5", "recall@5", "recall@10", "ndcg@10", "mrr", "by_category"}
        assert scores["hit@5"] == 1.0 and scores["by_category"]["why"]["n"] == 1
    assert set(report["search_ms"]) == {"p50", "p95"}
    assert not Team.objects.filter(name__startswith="evaluation-").exists()


@pytest.mark.django_db
def test_the_ablations_leave_out_what_they_name(tmp_path: Path) -> None:
    path = str(dataset(tmp_path, "message"))
    for option in ("--no-embedder", "--no-context"):
        out = StringIO()
        call_command("evaluate_recall", path, "--json", option, stdout=out)
        assert json.loads(out.getvalue())["units"]["message"]["n"] == 1


@pytest.mark.django_db
def test_foreign_questions_are_asked_of_conversations_too(tmp_path: Path) -> None:
    path, out = str(dataset(tmp_path, "message")), StringIO()
    foreign = tmp_path / "foreign.jsonl"
    row = {"kind": "query", "pool": "f", "id": "f", "category": "no", "text": "zebra Serengeti", "relevant": ["x"]}
    foreign.write_text(json.dumps({"kind": "dataset", "name": "f", "unit": "memory"}) + "\n" + json.dumps(row))
    call_command("evaluate_recall", path, "--json", "--no-embedder", "--foreign", str(foreign), stdout=out)
    assert json.loads(out.getvalue())["no_answer"] == {"n": 1, "empty": 1.0}


@pytest.mark.parametrize("content", [b"not json\n", b"[1]\n", b'{"kind": "doc"}\n', b"\x1f\x8bbroken"])
def test_a_file_that_is_none_is_refused_by_name(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / ("set.jsonl.gz" if content.startswith(b"\x1f") else "set.jsonl")
    path.write_bytes(content)
    with pytest.raises(CommandError, match=path.name):
        call_command("evaluate_recall", str(path), "--json")
    with pytest.raises(CommandError, match="There is no file"):
        call_command("evaluate_recall", str(tmp_path / "absent"), "--json")


def test_the_measures_are_those_of_the_books() -> None:
    found = measures(["a", "x", "b"], frozenset({"x", "b", "c"}))
    assert found["hit@1"] == 0 and found["hit@5"] == 1 and found["mrr"] == 0.5
    assert found["recall@5"] == pytest.approx(2 / 3)
    assert found["ndcg@10"] == pytest.approx((1 / 1.58496 + 1 / 2) / (1 + 1 / 1.58496 + 1 / 2), abs=1e-4)
    assert (percentile([], 50), percentile([3, 1, 2], 50), percentile([1, 2], 95)) == (0.0, 2, 2)


def test_a_limit_takes_the_first_questions(tmp_path: Path) -> None:
    assert evaluation.load(dataset(tmp_path, "message"), limit=1).questions[0].id == "q"
