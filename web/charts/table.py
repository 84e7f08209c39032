"""The numbers of a chart as rows, for whoever reads them rather than looks."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Table:
    """A caption, the heads of its columns, and rows whose first cell is their head."""

    caption: str
    heads: Sequence[str]
    rows: Sequence[Sequence[object]]
