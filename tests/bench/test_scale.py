"""Search over 10,000 and 100,000 memories of one team, asked of a real server (1,000,000: CAIRN_BENCH_ROWS=1000000).

CAIRN_BENCH_ROWS takes several numbers with commas. What is measured is added to build/search-growth.json, from which
`python -m tests.bench.scale.picture` draws docs/search-growth.svg.
"""

import json
import os
import shutil
from collections.abc import Callable, Iterator

import pytest

from tests.bench.percentiles import percentiles
from tests.bench.scale.capturing import capturing
from tests.bench.scale.exact import pruned_as_unpruned, rare_tag, recall
from tests.bench.scale.facts import PROJECTS
from tests.bench.scale.ground import Ground
from tests.bench.scale.picture import MEASURED
from tests.bench.scale.questions import questions
from tests.live import LiveStack, new_home

pytestmark = [pytest.mark.bench, pytest.mark.timeout(7200)]
SIZES = [int(size) for size in os.environ.get("CAIRN_BENCH_ROWS", "10000,100000").split(",")]
# The limits of a machine with two cores that does nothing else. Twice as many rows may cost no more than this.
HTTP_P50_MS, HTTP_P95_MS, MOST_GROWTH = 25, 60, 4
_ROUNDS = 300
_UNDER_LOAD = 2.0
Report = Callable[..., None]


@pytest.fixture(scope="module")
def ground() -> Iterator[Ground]:
    """A server of its own; its process has its own database, embedder and queue."""
    stack = LiveStack(new_home())
    try:
        stack.start()
        stack.populate()
        yield Ground(stack)
    finally:
        stack.stop()
        shutil.rmtree(stack.home.parent, ignore_errors=True)


@pytest.fixture(scope="module", params=SIZES)
def size(request: pytest.FixtureRequest, ground: Ground) -> int:
    """So many memories are there now."""
    ground.grow(request.param)
    return int(request.param)


def _asked_over_http(ground: Ground, asked: list[str]) -> dict[str, dict[str, float]]:
    """Percentiles of the whole and of each stage; the first questions only warm the server up."""
    with ground.client() as client:
        for question in asked[:_ROUNDS]:
            ground.search(client, question)
        answers = [ground.search(client, question) for question in asked[_ROUNDS:]]
    stages = {name: [answer.laps[name] for answer in answers] for name in ("embed", "sql", "rank")}
    return {name: percentiles(times) for name, times in {"http": [a.total for a in answers], **stages}.items()}


def _keep(size: int, taken: dict[str, dict[str, float]]) -> dict[str, dict[str, float]]:
    """Add this size to what the picture is drawn from; everything that is there."""
    kept = json.loads(MEASURED.read_text()) if MEASURED.exists() else {}
    kept[str(size)] = {f"{name}_{cut[:3]}": value for name, cuts in taken.items() for cut, value in cuts.items()}
    MEASURED.parent.mkdir(exist_ok=True)
    MEASURED.write_text(json.dumps(kept, indent=1) + "\n")
    return kept


def test_a_search_answers_in_time(ground: Ground, size: int, report: Report) -> None:
    taken = _asked_over_http(ground, questions(size, 2 * _ROUNDS))
    for name, cuts in taken.items():
        report(f"{size:,} memories, {name}", **cuts)
    kept = _keep(size, taken)
    if size == 100_000:
        assert taken["http"]["p50_ms"] <= HTTP_P50_MS
        assert taken["http"]["p95_ms"] <= HTTP_P95_MS
    if size == 1_000_000 and "10000" in kept:
        assert kept[str(size)]["sql_p50"] <= MOST_GROWTH * kept["10000"]["sql_p50"]


def test_a_briefing_answers_in_time(ground: Ground, size: int, report: Report) -> None:
    with ground.client() as client:
        times = [ground.brief(client, PROJECTS[number % len(PROJECTS)]) for number in range(120)]
    report(f"{size:,} memories, briefing", **percentiles(times[20:]))


def test_what_is_looked_at_is_enough(ground: Ground, size: int, report: Report) -> None:
    asked = questions(size, 150, seed=5)
    vectors = list(zip(asked, ground.embed(asked), strict=True))[:60]
    words = pruned_as_unpruned(ground, asked)
    anywhere, filtered = recall(ground, vectors), recall(ground, vectors, rare_tag(ground))
    report(f"{size:,} memories, found", ten_by_words=words, nearest_10=anywhere, nearest_10_of_one_percent=filtered)
    assert words >= 0.99
    assert min(anywhere, filtered) >= 0.97


def test_searches_wait_little_for_what_is_captured(ground: Ground, size: int, report: Report) -> None:
    asked = questions(size, _ROUNDS + 200, seed=9)
    idle = _asked_over_http(ground, asked)["http"]
    with capturing(ground.stack.port, ground.stack.token("bob")):
        busy = _asked_over_http(ground, asked)["http"]
    times = busy["p95_ms"] / idle["p95_ms"]
    report(f"{size:,} memories, 200 events a second", idle_p95_ms=idle["p95_ms"], p95_ms=busy["p95_ms"], times=times)
    assert times <= _UNDER_LOAD
