"""What later tasks find of 33 conversations, written by somebody who did not know the rules: no floor, a measurement.

Even numbers may be looked at; odd ones are kept aside, so that something tells whether a change holds elsewhere.
`CAIRN_TASKS` names a half (`even`, `odd`) or single conversations (`c01,c02`).
"""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from memory.access import Actor
from tests.recall import played

pytestmark = [pytest.mark.bench, pytest.mark.django_db, pytest.mark.timeout(1200)]
_SET = Path(__file__).parents[1] / "recall" / "sets" / "tasks.jsonl"
_HALVES = {"even": 0, "odd": 1}


def _chosen() -> list[dict]:
    cases = [json.loads(line) for line in _SET.read_text(encoding="utf-8").splitlines()]
    wanted = os.environ.get("CAIRN_TASKS", "even")
    if wanted in _HALVES:
        return [case for case in cases if int(case["id"][1:]) % 2 == _HALVES[wanted]]
    return [case for case in cases if case["id"] in wanted.split(",")]


@pytest.mark.parametrize("case", _chosen(), ids=lambda case: case["id"])
def test_a_task_finds_what_was_decided(
    case: dict, real_embedder: None, alice: Actor, report: Callable[..., None]
) -> None:
    played.play(case, actor=alice)
    figures = vars(played.count(case, actor=alice))
    notes = figures.pop("notes")
    report(f"task {case['id']}", **figures)
    print("", *notes, sep="\n  ")
    assert figures["decisive"]
