"""What it costs an answer to quote what was said: 10,000 memories, 20,000 messages, asked of a real server."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.bench.percentiles import percentiles
from tests.bench.scale.ground import Ground
from tests.bench.scale.load import MODEL
from tests.bench.scale.questions import questions
from tests.live import LiveStack, new_home

pytestmark = [pytest.mark.bench, pytest.mark.timeout(1800)]
_MEMORIES, _MESSAGES, _ROUNDS = 10_000, 20_000, 200
_MOST = 3.0  # times a search without conversations


@pytest.fixture(scope="module")
def ground() -> Iterator[Ground]:
    """A server whose team has talked."""
    stack = LiveStack(new_home())
    try:
        stack.start()
        stack.populate()
        ground = Ground(stack)
        ground.grow(_MEMORIES)
        yield ground
    finally:
        stack.stop()
        shutil.rmtree(stack.home.parent, ignore_errors=True)


def _asked(ground: Ground, seed: int) -> dict[str, float]:
    asked = questions(_MEMORIES, 2 * _ROUNDS, seed=seed)
    with ground.client() as client:
        taken = [ground.search(client, question).total for question in asked]
    return percentiles(taken[_ROUNDS:])


def test_what_was_said_costs_little(ground: Ground, report: Callable[..., None]) -> None:
    before = _asked(ground, 3)
    steps = (Path(__file__).parent / "scale" / "talk.sql").read_text().split(";\n")
    for step in filter(str.strip, steps):
        numbers = {"team": ground.home.team, "author": ground.home.author, "messages": _MESSAGES, "model": MODEL}
        ground.owner.execute(step, numbers)
    ground.stack.manage("refresh_lexicon")
    ground.owner.execute("VACUUM ANALYZE")
    after = _asked(ground, 3)
    report("search, memories alone", **before)
    report("search, memories and messages", **after)
    ratio = after["p50_ms"] / before["p50_ms"]
    report("search, messages beside memories", p50_ratio=ratio)
    assert ratio < _MOST
