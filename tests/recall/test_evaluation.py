"""Measuring recall: a file of conversations or facts goes through the product's own path and leaves nothing behind."""

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from memory.distill.embedding import embed_backlog
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
    with pytest.raises(CommandError, match="does not exist"):
        call_command("evaluate_recall", str(tmp_path / "absent"), "--json")


def test_the_measures_are_those_of_the_books() -> None:
    found = measures(["a", "x", "b"], frozenset({"x", "b", "c"}))
    assert found["hit@1"] == 0 and found["hit@5"] == 1 and found["mrr"] == 0.5
    assert found["recall@5"] == pytest.approx(2 / 3)
    assert found["ndcg@10"] == pytest.approx((1 / 1.58496 + 1 / 2) / (1 + 1 / 1.58496 + 1 / 2), abs=1e-4)
    assert (percentile([], 50), percentile([3, 1, 2], 50), percentile([1, 2], 95)) == (0.0, 2, 2)


def test_a_limit_takes_the_first_questions(tmp_path: Path) -> None:
    assert evaluation.load(dataset(tmp_path, "message"), limit=1).questions[0].id == "q"


ROOT = Path(__file__).resolve().parents[2]


def _of_this_run(url: str) -> str:
    """The URL with the database that this test process has for itself."""
    return os.environ[url].replace("/cairn?", f"/{connection.settings_dict['NAME']}?")


def _scratch_rows() -> tuple[int, int, int]:
    """How many scratch teams there are, how many memories they have, and how many of those have a vector."""
    with psycopg.connect(_of_this_run("CAIRN_TEST_SUPERUSER_URL")) as superuser:
        row = superuser.execute(
            "SELECT count(DISTINCT team.id), count(memory.id), count(memory.embedding) FROM memory_team team"
            " LEFT JOIN memory_memory memory ON memory.team_id = team.id WHERE team.slug LIKE 'evaluation-%'"
        ).fetchone()
        assert row
        return row


def _as_at_a_terminal() -> None:
    """A shell that runs the suite in the background has it ignore Ctrl-C, and all that it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def _measuring(path: Path, *, external: bool = False) -> Iterator[subprocess.Popen[str]]:
    """An `evaluate_recall` in the middle of its work, with far more to do than any test waits for."""
    rows: list[dict[str, object]] = [{"kind": "dataset", "name": "large", "unit": "memory"}]
    rows += [{"kind": "doc", "pool": "p", "id": f"d{n}", "text": f"Service {n} listens on {n}."} for n in range(1000)]
    question = {"kind": "query", "pool": "p", "category": "c", "text": "Who listens?", "relevant": ["d1"]}
    rows += [question | {"id": f"q{n}"} for n in range(20_000)]
    if external:
        pair = {"query": "Who listens?", "negative": "Nobody."}
        rows = [{**pair, "positive": f"Service {n % 1000} listens on {n % 1000}."} for n in range(20_000)]
    (path / "large.jsonl").write_text("\n".join(map(json.dumps, rows)))
    command = [sys.executable, "manage.py", "evaluate_recall", "--json", "--no-embedder"]
    command += [*(["--external"] if external else []), str(path / "large.jsonl")]
    environment = os.environ | {"DATABASE_URL": _of_this_run("DATABASE_URL")}
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True, preexec_fn=_as_at_a_terminal
    ) as process:
        try:
            while not _scratch_rows()[1] and process.poll() is None:
                time.sleep(0.05)
            assert process.poll() is None, process.communicate()
            yield process
        finally:
            process.kill()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("number", "external"), [(signal.SIGINT, False), (signal.SIGTERM, False), (signal.SIGINT, True)]
)
def test_an_interrupted_measurement_removes_its_team(tmp_path: Path, number: signal.Signals, external: bool) -> None:
    with _measuring(tmp_path, external=external) as process:
        process.send_signal(number)
        assert "Interrupted" in process.communicate(timeout=60)[1]
    assert process.returncode == 130
    assert _scratch_rows() == (0, 0, 0)


@pytest.mark.django_db(transaction=True)
def test_the_backlog_leaves_a_scratch_team_to_its_measurement_and_removes_it_after_kill_9(tmp_path: Path) -> None:
    with _measuring(tmp_path) as process:
        assert embed_backlog().done == 0
        teams, memories, embedded = _scratch_rows()
        assert teams == 1 and memories and not embedded
        process.kill()
        process.wait()
        assert _scratch_rows()[0] == 1
        _until_postgres_noticed()
        assert embed_backlog().done == 0
    assert _scratch_rows() == (0, 0, 0)


@pytest.mark.django_db(transaction=True)
def test_the_next_measurement_removes_what_a_killed_one_left(tmp_path: Path) -> None:
    with _measuring(tmp_path) as process:
        process.kill()
        process.wait()
    _until_postgres_noticed()
    call_command("evaluate_recall", str(dataset(tmp_path, "memory")), "--json", stdout=StringIO())
    assert _scratch_rows() == (0, 0, 0)


_LOCKS = (
    "SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = database"
    " WHERE locktype = 'advisory' AND datname = current_database()"
)


def _until_postgres_noticed() -> None:
    """Wait until the sessions of the killed process are gone."""
    with psycopg.connect(_of_this_run("CAIRN_TEST_SUPERUSER_URL"), autocommit=True) as superuser:
        while superuser.execute(_LOCKS).fetchone():
            time.sleep(0.05)
