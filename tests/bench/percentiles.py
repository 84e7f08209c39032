"""Sums up measured times. It imports nothing of Cairn, so that spawned senders can read the modules that use it."""

import statistics


def percentiles(milliseconds: list[float]) -> dict[str, float]:
    """Return the p50 and the p95 of a list of times."""
    cuts = statistics.quantiles(milliseconds, n=20)
    return {"p50_ms": statistics.median(milliseconds), "p95_ms": cuts[18]}
