"""Collects what the benchmarks measure: a table at the end, and `build/bench.json`."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from rich.console import Console
from rich.table import Table

_RESULTS: dict[str, dict[str, float]] = {}
_TARGET = Path(__file__).resolve().parents[2] / "build" / "bench.json"


@pytest.fixture
def report() -> Callable[..., None]:
    """Notes the numbers of one benchmark under its name."""

    def note(name: str, **numbers: float) -> None:
        _RESULTS[name] = {key: round(value, 4) for key, value in numbers.items()}

    return note


@pytest.fixture(scope="session", autouse=True)
def published() -> Iterator[None]:
    """Prints and writes everything once all benchmarks ran."""
    yield
    if not _RESULTS:
        return
    _TARGET.parent.mkdir(exist_ok=True)
    _TARGET.write_text(json.dumps(_RESULTS, indent=2) + "\n")
    table = Table(title="Benchmarks")
    for column in ("what", "measure", "value"):
        table.add_column(column)
    for name, numbers in _RESULTS.items():
        for measure, value in numbers.items():
            table.add_row(name, measure, f"{value:g}")
    Console().print(table)
