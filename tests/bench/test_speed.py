"""How fast the two lines are on this machine; absolute numbers vary with it, so compare runs of one machine."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from memory import access
from memory.access import Actor
from memory.capture.events import record_events
from memory.distill.pipeline import distill_pending
from memory.recall import evaluation
from memory.recall.search import search_memories
from tests.bench.percentiles import percentiles
from tests.events import turn_of

pytestmark = [pytest.mark.bench, pytest.mark.django_db(transaction=True)]
EVAL = Path(__file__).resolve().parents[3] / "shared" / "eval"


def test_events_are_captured(alice: Actor, report: Callable[..., None]) -> None:
    batches = [
        turn_of("Why is it slow?", f"The cause was query {n}.", session=f"s{n}", turn=f"t{n}") for n in range(200)
    ]
    started = time.perf_counter()
    for batch in batches:
        with access.acting(alice):
            record_events(batch, actor=alice)
    taken = time.perf_counter() - started
    report("capture", events_per_second=sum(map(len, batches)) / taken)
    started = time.perf_counter()
    turns = distill_pending().turns
    report("distill", turns_per_second=turns / (time.perf_counter() - started))


@pytest.mark.skipif(not EVAL.exists(), reason="the evaluation sets are not beside this checkout")
def test_facts_are_found(real_embedder: None, report: Callable[..., None]) -> None:
    result = evaluation.evaluate(evaluation.load(EVAL / "facts-dev.jsonl.gz"))
    scores = result["units"]["memory"]
    report("facts-dev", **{name: scores[name] for name in ("hit@1", "hit@5", "ndcg@10", "mrr")})
    report("facts-dev search", **{f"{name}_ms": value for name, value in result["search_ms"].items()})


def test_search_answers(alice: Actor, real_embedder: None, report: Callable[..., None]) -> None:
    dataset = evaluation.Dataset("services", "memory")
    for number in range(5_000):
        text = f"Service number-{number} listens on port {number} and is owned by team {number % 37}."
        dataset.documents.append(evaluation.Document("p", str(number), text, None))
    with evaluation.scratch_team() as actor:
        evaluation.load_memories(dataset, actor=actor, with_embedder=True)
        times: dict[str, list[float]] = {"total": [], "embed": [], "sql": [], "rank": []}
        for number in range(0, 2_000, 20):
            started = time.perf_counter()
            with access.acting(actor):
                page = search_memories(f"which port does service number-{number} use", actor=actor)
            times["total"].append((time.perf_counter() - started) * 1000)
            for stage, taken in page.milliseconds.items():
                times[stage].append(taken)
    for stage, values in times.items():
        report(f"search of 5,000 memories, {stage}", **percentiles(values))
