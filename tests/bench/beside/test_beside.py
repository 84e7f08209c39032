"""The same facts and questions for Cairn's running server, for chromadb and for memsearch: loading, searching, finding.

The two packages come from an environment of their own, whose Python CAIRN_RIVALS names:
`python3 -m venv rivals && rivals/bin/pip install chromadb memsearch`. CAIRN_BESIDE_ROWS (2000) says how many facts.
"""

import http.client
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote
from urllib.request import urlopen
from uuid import uuid4

import pytest

from memory.recall import evaluation
from tests.bench.percentiles import percentiles
from tests.live import LiveStack
from worker.encoders import bundled_model, models_folder

EVAL = Path(__file__).resolve().parents[4] / "shared" / "eval"
ROWS = int(os.environ.get("CAIRN_BESIDE_ROWS") or 2_000)
RIVALS = os.environ.get("CAIRN_RIVALS", "")
_QUESTIONS = 300
pytestmark = [
    pytest.mark.bench,
    pytest.mark.timeout(3600),
    pytest.mark.skipif(not EVAL.exists(), reason="the evaluation sets are not beside this checkout"),
    pytest.mark.skipif(not RIVALS, reason="CAIRN_RIVALS names no Python with chromadb and memsearch"),
]


class Ground:
    """Facts, one of which answers each question, among others that look like them."""

    def __init__(self) -> None:
        dataset = evaluation.load(EVAL / "facts-dev.jsonl.gz")
        text_of = {document.id: document.text for document in dataset.documents}
        asked = [question for question in dataset.questions if question.category == "question"][:_QUESTIONS]
        self.questions = [question.text for question in asked]
        self.wanted = [{text_of[one] for one in question.relevant} for question in asked]
        self.facts = list(dict.fromkeys(text_of.values()))
        self.facts += [
            f"Service number-{n} listens on port {10_000 + n} and is owned by team {n % 37}."
            for n in range(ROWS - len(self.facts))
        ]

    def found(self, answers: list[list[str]]) -> dict[str, float]:
        """hit@1 and hit@5; an answer may carry its heading."""
        ranks = [
            next((place for place, text in enumerate(answer) if any(fact in text for fact in wanted)), 99)
            for answer, wanted in zip(answers, self.wanted, strict=True)
        ]
        return {f"hit@{depth}": sum(rank < depth for rank in ranks) / len(ranks) for depth in (1, 5)}


def test_the_same_facts_are_loaded_and_found(
    live_stack: LiveStack, tmp_path: Path, report: Callable[..., None]
) -> None:
    ground = Ground()
    results = {
        "cairn over HTTP": _cairn(live_stack, ground, tmp_path / "facts.jsonl"),
        **{name: _rival(name, ground, tmp_path) for name in ("chromadb", "memsearch")},
    }
    for name, result in results.items():
        numbers = percentiles(result["milliseconds"]) | ground.found(result["answers"])
        report(f"{len(ground.facts)} facts, {name}", load_seconds=result["load_seconds"], **numbers)
    assert ground.found(results["cairn over HTTP"]["answers"])["hit@5"] > 0.9


def _rival(name: str, ground: Ground, folder: Path) -> dict[str, Any]:
    graph = next(path for path in models_folder(folder).glob("*.onnx") if "quick" not in path.name)
    given = {"facts": ground.facts, "questions": ground.questions, "graph": str(graph)}
    source, home = folder / f"{name}.json", folder / name
    source.write_text(json.dumps(given | {"tokenizer": str(bundled_model() / "tokenizer.json")}))
    home.mkdir()
    command = [RIVALS, str(Path(__file__).with_name("rival.py")), name, str(source), str(home)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


def _cairn(stack: LiveStack, ground: Ground, archive: Path) -> dict[str, Any]:
    now = datetime.now(UTC).isoformat()
    rows = [
        {"kind": "memory", "id": str(uuid4()), "type": "pattern", "at": now, "content": fact, "evidence": []}
        for fact in ground.facts
    ]
    fact_of = {row["id"]: row["content"] for row in rows}
    archive.write_text("\n".join(map(json.dumps, rows)))
    started = time.perf_counter()
    told = stack.manage("import_memories", str(archive), "--format", "jsonl", "--team", "acme", "--user", "alice")
    print(f"  {told} ({time.perf_counter() - started:.0f} s)", file=sys.stderr)
    while _without_vectors(stack):
        time.sleep(0.5)
    loaded = time.perf_counter() - started
    connection = http.client.HTTPConnection("127.0.0.1", stack.port)
    headers = {"Authorization": f"Bearer {stack.token('alice')}"}
    answers, milliseconds = [], []
    for question in ground.questions:
        started = time.perf_counter()
        connection.request("GET", f"/api/v1/search?limit=5&q={quote(question)}", headers=headers)
        response = connection.getresponse()
        body = json.loads(response.read())
        milliseconds.append((time.perf_counter() - started) * 1000)
        assert response.status == 200, body
        answers.append([fact_of[hit["id"]] for hit in body["results"]])
    return {"load_seconds": loaded, "milliseconds": milliseconds, "answers": answers}


def _without_vectors(stack: LiveStack) -> float:
    with urlopen(f"{stack.url}/metrics") as answer:
        told = answer.read().decode()
    found = re.search(r'^cairn_embedding_backlog\{rows="memory"\} ([\d.]+)', told, re.MULTILINE)
    assert found, told
    return float(found[1])
