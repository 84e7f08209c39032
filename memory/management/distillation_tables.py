"""Shows a report on distillation to people: its tables, and line by line what was made and what was missed."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from memory.distill.evaluation import Run

_WIDE = 120
_TOTALS = (*("turns", "gold", "produced", "precision", "recall", "types", "silence", "bad_form", "neutral", "junk"),)
_FACTS = ("gold", "recall", "produced", "precision", "types", "neutral", "junk")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_ID, _MADE, _MISSED = 18, 260, 220  # characters of a line's parts


def verbose_lines(found: Run) -> Iterator[str]:
    """A line for each memory (`+` right, `o` neutral, `-` junk, `F` bad form) and for each fact missed (`?`)."""
    for score in found.scores:
        name = score.turn.id[:_ID]
        for each in score.scored:
            made = each.candidate
            yield _shown(f"{each.mark} [{name} {made.type[:4]}] {made.content[:_MADE]}")
        for gold in score.missed:
            yield _shown(f"? [{name} {gold.type[:4]}] MISSED {gold.fact[:_MISSED]}")


def print_report(name: str, report: Mapping[str, Any], out: IO[str]) -> None:
    """All of a report, in tables."""
    console = Console(file=out, width=_WIDE, highlight=False)
    rows = [("all facts", _cells(report, _TOTALS)), ("active at once", _cells(report["active"], _TOTALS))]
    console.print(_table(name, "", rows, _TOTALS))
    console.print(_table("by type", "type", _rows(report["by_type"], _FACTS), _FACTS))
    console.print(_table("by language of the turn", "language", _rows(report["by_language"], _TOTALS), _TOTALS))
    console.print(_table("by source of the fact", "source", _rows(report["by_source"], _FACTS), _FACTS))
    console.print(_table("reliability", "band", _bands(report["by_confidence"]), ("facts", "confidence", "right")))
    for line in _remarks(report):
        console.print(Text(line))


def _shown(line: str) -> str:
    """One line for a terminal, which what a session brought must not steer."""
    return _CONTROL.sub("\ufffd", line)


def _remarks(report: Mapping[str, Any]) -> Iterator[str]:
    yield f"Calibration error: {report['calibration_error']:.3f}"
    yield f"Rules: {report['seconds']:.2f} s, {report['turns_per_second']:.0f} turns a second"
    if report["model_seconds"] >= 0.01:
        yield f"Model: {report['model_seconds']:.1f} s"
    yield "Distilled by: " + ", ".join(f"{by} ({turns})" for by, turns in report["distilled_by"].items())
    for note, turns in report["notes"].items():
        yield f"  {turns} × {note}"
    if report["redactions"]:
        yield "Redacted: " + ", ".join(f"{count} {kind}" for kind, count in report["redactions"].items())
    if report["blocked"]:
        yield f"Blocked for a live credential: {report['blocked']}"


def _rows(parts: Mapping[str, Mapping[str, Any]], keys: Sequence[str]) -> list[tuple[str, list[str]]]:
    return [(name, _cells(row, keys)) for name, row in parts.items()]


def _bands(bands: Sequence[Mapping[str, Any]]) -> list[tuple[str, list[str]]]:
    return [(row["band"], [_cell(row[key]) for key in ("n", "confidence", "right")]) for row in bands]


def _cells(row: Mapping[str, Any], keys: Sequence[str]) -> list[str]:
    return [_cell(row[key]) if key in row else "" for key in keys]


def _cell(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _table(title: str, first: str, rows: Sequence[tuple[str, list[str]]], keys: Sequence[str]) -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column(first)
    for key in keys:
        table.add_column(key.replace("_", " "), justify="right")
    for name, cells in rows:
        table.add_row(Text(name), *cells)
    return table
