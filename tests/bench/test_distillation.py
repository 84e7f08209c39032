"""How good the memories are that the rules make of real turns, and whether their confidence tells what to believe."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from memory.distill import evaluation
from memory.management.distillation_tables import print_report

DEV = Path(__file__).resolve().parents[3] / "shared" / "eval" / "real-turns-dev.jsonl.gz"
FLOORS = {"precision": 0.55, "recall": 0.25, "types": 0.65, "silence": 0.92}
MOST_BAD_FORM = 0.02
ACTIVE_PRECISION = 0.75
# A band of fewer facts says little of their confidence.
ENOUGH, SLACK = 20, 0.15
pytestmark = pytest.mark.bench


@pytest.fixture(scope="module")
def measured() -> dict[str, Any]:
    if not DEV.exists():
        pytest.skip("the labelled turns are not beside the project (../shared/eval)")
    found = evaluation.run(evaluation.read_turns(DEV))
    return evaluation.as_json(DEV.name, found)


def test_the_rules_make_memories_that_a_lead_would_sign(measured: dict[str, Any], report: Callable[..., None]) -> None:
    print_report(DEV.name, measured, Console().file)
    names = (*FLOORS, "bad_form", "turns_per_second")
    report("distillation, real turns", **{name: measured[name] for name in names})
    missed = {name: measured[name] for name, floor in FLOORS.items() if measured[name] < floor}
    assert not missed
    assert measured["bad_form"] <= MOST_BAD_FORM


def test_three_of_four_facts_that_start_active_are_right(measured: dict[str, Any], report: Callable[..., None]) -> None:
    active = {name: measured["active"][name] for name in ("produced", "precision")}
    report("distillation, active at once", **active)
    assert active["precision"] >= ACTIVE_PRECISION


def test_a_fact_promises_no_more_than_holds(measured: dict[str, Any], report: Callable[..., None]) -> None:
    counted = [row for row in measured["by_confidence"] if row["n"]]
    for row in counted:
        report(f"distillation, confidence {row['band']}", **{name: row[name] for name in ("n", "confidence", "right")})
    report("distillation, calibration", error=measured["calibration_error"])
    assert counted
    assert not [row for row in counted if row["n"] >= ENOUGH and row["right"] < row["confidence"] - SLACK]
