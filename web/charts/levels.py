"""A bar in a row of a table: how much of the largest row's number this one's is."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """A number, and its share of the largest one as a width ("37.5%")."""

    value: int
    width: str


def levels(values: Sequence[int]) -> list[Level]:
    """One level for each number, in their order."""
    most = max([*values, 1])
    return [Level(value, f"{100 * value / most:.4g}%") for value in values]
