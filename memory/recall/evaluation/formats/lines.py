"""Files of public benchmarks, line by line: whatever cannot be read is refused with its file and line."""

import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from memory.errors import Refused


def refused(path: Path, number: int, detail: str) -> Refused:
    """The refusal of one line, numbered from 1."""
    return Refused("invalid_dataset", f"{path.name}, line {number}: {detail}")


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Turn what happens while a file is read into a refusal that names it."""
    try:
        yield
    except (OSError, EOFError, UnicodeDecodeError) as error:
        if isinstance(error, FileNotFoundError):
            raise
        raise Refused("invalid_dataset", f"{path.name} cannot be read: {error}.") from None


def lines_of(path: Path) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, blank ones left out; gzipped or plain."""
    opened = gzip.open if path.suffix == ".gz" else open
    with naming(path), opened(path, "rt", encoding="utf-8-sig") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield number, line.rstrip("\r\n")


def rows_of(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The JSON objects of a file, one a line."""
    for number, line in lines_of(path):
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise refused(path, number, f"no JSON ({error}).") from None
        if not isinstance(row, dict):
            raise refused(path, number, "no JSON object.")
        yield number, row


def whole(path: Path) -> Any:
    """One JSON value that is the whole file; a mistake names its line."""
    text = "\n".join(line for _, line in _all_lines(path))
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise refused(path, error.lineno, f"no JSON ({error.msg}).") from None
    except RecursionError:
        raise refused(path, 1, "no JSON that can be read: it is nested too deeply.") from None


def _all_lines(path: Path) -> Iterator[tuple[int, str]]:
    opened = gzip.open if path.suffix == ".gz" else open
    with naming(path), opened(path, "rt", encoding="utf-8-sig") as lines:
        yield from enumerate((line.rstrip("\r\n") for line in lines), 1)


def text_of(row: dict[str, Any], *names: str) -> str:
    """The first of these keys that has text; '' where none does."""
    found = (row.get(name) for name in names)
    return next((value for value in found if isinstance(value, str) and value.strip()), "").replace("\x00", "")
