"""A circuit breaker for model servers, shared by all workers through the cache: who fails is left alone for a while.

Without the cache every call is let through: the budget and the time limits still hold.
"""

import logging
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256

from django.core.cache import cache
from redis.exceptions import RedisError

from memory.adapters.distiller import Distiller, ModelFailed

log = logging.getLogger(__name__)

FAILURES_IN_A_ROW = 5
PAUSE_SECONDS = 60
LONGEST_PAUSE_SECONDS = 900
# A probe that never comes back (its worker was killed) makes way for another.
_PROBE_SECONDS = 120
_REMEMBERED_SECONDS = 3600
_NO_CACHE = (RedisError, OSError, ValueError)


@dataclass(frozen=True)
class Breaker:
    """The breaker of one server: closed (calls pass), open (they do not), half open (one probe passes)."""

    name: str
    key: str

    def let_through(self) -> None:
        """Raise ModelFailed while the server is left alone, or somebody else is probing it."""
        with suppress(*_NO_CACHE):
            why = cache.get(f"{self.key}:open")
            if why is None and (cache.get(f"{self.key}:row") or 0) < FAILURES_IN_A_ROW:
                return
            if why is None and cache.add(f"{self.key}:probe", 1, _PROBE_SECONDS):
                return
            raise ModelFailed(f"left alone for a while after: {why or 'failures in a row'}", down=False)

    def note_success(self) -> None:
        """Close."""
        with suppress(*_NO_CACHE):
            cache.delete_many([f"{self.key}:{part}" for part in ("row", "probe", "open")])

    def note_failure(self, failure: ModelFailed) -> None:
        """Count; open after several in a row, or at once where the server is sure not to answer soon."""
        if not failure.down:
            self.note_success()
            return
        with suppress(*_NO_CACHE):
            pause = min(max(PAUSE_SECONDS, failure.wait), LONGEST_PAUSE_SECONDS)
            if self._count(failure) >= FAILURES_IN_A_ROW:
                cache.set(f"{self.key}:open", failure.detail, pause)
                log.warning("%s is left alone for %d s: %s", self.name, pause, failure.detail)
            cache.delete(f"{self.key}:probe")

    def _count(self, failure: ModelFailed) -> int:
        """Failures in a row with this one; a hopeless one, or a long wait, counts for all that it takes."""
        row = f"{self.key}:row"
        cache.add(row, 0, _REMEMBERED_SECONDS)
        if failure.hopeless or failure.wait > PAUSE_SECONDS:
            cache.set(row, FAILURES_IN_A_ROW, _REMEMBERED_SECONDS)
            return FAILURES_IN_A_ROW
        return cache.incr(row)


def breaker_of(door: Distiller) -> Breaker:
    """The breaker of this model on this server."""
    digest = sha256(f"{door.name} {door.url} {door.model}".encode()).hexdigest()[:32]
    return Breaker(door.name, f"cairn:breaker:{digest}")
