"""The day's meter of this machine: calls, tokens and dollars that the person's own Claude spent on distilling."""

from __future__ import annotations

import os
import time

from hooks import config, state
from hooks import quick_json as json

FILE = "distill-usage.json"
DAYS = 14
CALLS, TOKENS, DOLLARS, DOLLARS_A_CALL = 200, 2_000_000, 1.0, 0.05
MODEL = "haiku"
PAUSE_SECONDS = 900.0


class Limits:
    """What may be spent a day on this machine, and by which model."""

    __slots__ = ("calls", "dollars", "model", "tokens")

    def __init__(self) -> None:
        saved = config.saved()
        self.model = config.option("distill_model", saved) or MODEL
        self.calls = int(_number(config.option("distill_calls", saved), CALLS))
        self.tokens = int(_number(config.option("distill_tokens", saved), TOKENS))
        self.dollars = _number(config.option("distill_dollars", saved), DOLLARS)


class Meter:
    """Today's sums in a file of the spool folder, with a few days before, and a pause after lasting trouble."""

    def __init__(self, folder: str) -> None:
        self._path = os.path.join(folder, FILE)
        self._file = _read(self._path)

    @property
    def today(self) -> dict:
        """`calls`, `failures`, `turns`, `facts`, `input_tokens`, `output_tokens`, `microdollars` of this day (UTC)."""
        found = self._days().get(_day())
        return found if isinstance(found, dict) else {}

    @property
    def trouble(self) -> dict:
        """The last call's failure: `detail`, `at`, and `until` while nothing is asked; empty after a success."""
        found = self._file.get("trouble")
        return found if isinstance(found, dict) else {}

    def paused(self) -> str:
        """Why nothing is asked for a while; empty otherwise."""
        now = time.time()
        return str(self.trouble.get("detail", "")) if now < _number(self.trouble.get("until"), 0) < now + 86400 else ""

    def spent(self, limits: Limits, tokens: int) -> str:
        """Which budget has no room for another call of so many tokens; empty when all have."""
        used = self.today
        if _number(used.get("calls"), 0) >= limits.calls:
            return f"the daily budget of {limits.calls} calls is spent"
        if _number(used.get("input_tokens"), 0) + _number(used.get("output_tokens"), 0) + tokens > limits.tokens:
            return f"the daily budget of {limits.tokens:,} tokens is spent"
        if self.left(limits) <= 0:
            return f"the daily budget of ${limits.dollars:.2f} is spent"
        return ""

    def left(self, limits: Limits) -> float:
        """Dollars that may still be spent today."""
        return limits.dollars - _number(self.today.get("microdollars"), 0) / 1_000_000

    def count(self, **amounts: int) -> None:
        """Adds to today's sums, and drops days that are long over."""
        days = self._days()
        today = dict(self.today)
        for name, amount in amounts.items():
            today[name] = int(_number(today.get(name), 0)) + amount
        kept = sorted(name for name in days if name != _day())[-DAYS:]
        self._save(days={name: days[name] for name in kept} | {_day(): today})

    def note(self, failure: str, *, lasting: bool = False) -> None:
        """Remembers how the last call ended; lasting trouble pauses the calls for a quarter of an hour."""
        until = time.time() + PAUSE_SECONDS if lasting else 0
        self._save(trouble={"detail": failure, "at": time.time(), "until": until} if failure else {})

    def resume(self) -> None:
        """Ends a pause."""
        self._save(trouble={})

    def _days(self) -> dict:
        days = self._file.get("days")
        return days if isinstance(days, dict) else {}

    def _save(self, **changed: dict) -> None:
        self._file = {**_read(self._path), **changed}
        state.write_private(self._path, json.dumps(self._file).encode())


def told(folder: str, limits: Limits) -> str:
    """`12 of 200 calls (1 failed), 34,000 of 2,000,000 tokens, $0.02 of $1.00 today, 9 facts of 21 turns`."""
    used = {name: int(_number(value, 0)) for name, value in Meter(folder).today.items()}
    failed = f" ({used['failures']} failed)" if used.get("failures") else ""
    tokens = used.get("input_tokens", 0) + used.get("output_tokens", 0)
    dollars = used.get("microdollars", 0) / 1_000_000
    return (
        f"{used.get('calls', 0)} of {limits.calls} calls{failed}, {tokens:,} of {limits.tokens:,} tokens,"
        f" ${dollars:.2f} of ${limits.dollars:.2f} today, {used.get('facts', 0)} facts of {used.get('turns', 0)} turns"
    )


def _read(path: str) -> dict:
    try:
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _day() -> str:
    return time.strftime("%Y-%m-%d", time.gmtime())


def _number(value: object, otherwise: float) -> float:
    try:
        number = float(value) if value not in (None, "") else otherwise  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return otherwise
    return number if 0 <= number < 1e12 else otherwise
