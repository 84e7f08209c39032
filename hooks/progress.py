"""How far a long command is: a bar on a terminal, a plain line every few seconds in a log."""

from __future__ import annotations

import sys
import time

WIDTH = 24
BAR_SECONDS, LINE_SECONDS = 0.1, 5.0


class Progress:
    """Shows `done` of `total` bytes on stderr, with a rate and the time that is left."""

    def __init__(self, total: int, verb: str) -> None:
        self.total = max(1, total)
        self.verb = verb
        self._terminal = sys.stderr.isatty()
        self._began = self._shown = time.monotonic()

    def show(self, done: int, note: str = "") -> None:
        """Draws the state, unless it was drawn a moment ago."""
        now = time.monotonic()
        if now - self._shown < (BAR_SECONDS if self._terminal else LINE_SECONDS):
            return
        self._shown = now
        self._draw(done, note)

    def end(self, done: int, note: str = "") -> None:
        """Draws the last state, on a line that stays."""
        if self._terminal:
            self._draw(done, note)
            sys.stderr.write("\n")
        sys.stderr.flush()

    def _draw(self, done: int, note: str) -> None:
        share = min(1.0, done / self.total)
        parts = [f"{self.verb} {share:4.0%}", f"{size(done)} of {size(self.total)}", note, self._left(share)]
        text = " · ".join(part for part in parts if part)
        if self._terminal:
            filled = int(share * WIDTH)
            text = f"\r[{'#' * filled}{'.' * (WIDTH - filled)}] {text}\033[K"
        # The bar moves within its line, which the command line's own stream forbids.
        stream = (sys.__stderr__ if self._terminal else None) or sys.stderr
        stream.write(text if self._terminal else text + "\n")
        stream.flush()

    def _left(self, share: float) -> str:
        passed = time.monotonic() - self._began
        if share >= 1 or share < 0.01 or passed < 1:
            return ""
        seconds = int(passed / share - passed)
        return f"{seconds // 60}:{seconds % 60:02d} left"


def size(number: float) -> str:
    """A number of bytes for people: `812 B`, `3.4 MB`."""
    for unit in ("B", "kB", "MB"):
        if number < 1000:
            return f"{number:.0f} {unit}" if unit == "B" or number >= 100 else f"{number:.1f} {unit}"
        number /= 1000
    return f"{number:.1f} GB"
