"""The axes of a chart: where its scale ends, and which of many places get a word."""

from math import ceil, floor, log10

_STEPS = (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)


def ceiling(value: float) -> int:
    """A round number that is not below `value`, at least 1.

    >>> [ceiling(value) for value in (0, 1, 3, 11, 47, 120)]
    [1, 1, 3, 12, 50, 120]
    """
    if value <= 1:
        return 1
    power = 10 ** floor(log10(value))
    return next(end for step in _STEPS if (end := ceil(step * power)) >= value)


def spread(count: int, at_most: int) -> range:
    """Up to `at_most` of `count` places, evenly apart, the first one among them.

    >>> list(spread(12, 4)), list(spread(3, 4))
    ([0, 3, 6, 9], [0, 1, 2])
    """
    return range(0, count, max(ceil(count / at_most), 1))
