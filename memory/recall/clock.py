"""The stopwatch of a search: how long each stage took, for Server-Timing."""

import time


class Clock:
    """Milliseconds of each stage, by its name."""

    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self._last = time.perf_counter()

    def lap(self, name: str) -> None:
        """Add the time since the last lap to this stage."""
        now = time.perf_counter()
        self.laps[name] = round(self.laps.get(name, 0.0) + (now - self._last) * 1000, 2)
        self._last = now
