"""A step of distilling: what the rows of a Markdown table say, as one sentence."""

import re

from memory.rules.literals import literals

_CELL = re.compile(r"(?<!\\)\|")
_RULER = re.compile(r"^[\s|:-]+$")
_LIMIT = 420  # characters; a longer table is an inventory, not a fact
_TOLD = frozenset(("number", "date", "quoted"))


def told_by_table(text: str) -> str:
    """`first cell: header value, …; …` of each row in order; empty where no row holds a literal or a number."""
    rows = [_cells(line) for line in text.split("\n") if not _RULER.match(line)]
    if len(rows) < 2 or len(rows[0]) < 2:
        return ""
    said: list[str] = []
    for row in rows[1:]:
        told = _row(rows[0], row)
        if told and sum(map(len, said)) + len(told) <= _LIMIT:
            said.append(told)
    if not any(literals(told) for told in said):
        return ""
    head = rows[0][0].strip("`* ") if len(said) > 1 else ""
    return f"{head}: {'; '.join(said)}." if head else f"{said[0]}."


def _cells(line: str) -> list[str]:
    return [cell.strip().replace("\\|", "|") for cell in _CELL.split(line.strip().strip("|"))]


def _row(header: list[str], row: list[str]) -> str:
    values = [(name, value) for name, value in zip(header[1:], row[1:], strict=False) if value and value != "-"]
    if not row[0] or not values:
        return ""
    if len(values) == 1:
        return f"{row[0]} {values[0][1]}"
    return f"{row[0]} " + ", ".join(f"{name.lower()} {value}" if name else value for name, value in values)
