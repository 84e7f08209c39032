"""How often one token may ask: generous, counted in the cache, and off while the cache is down."""

import logging
import math
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from memory.access import Actor

if TYPE_CHECKING:
    from rest_framework.views import APIView

logger = logging.getLogger(__name__)
# By window: what the cache said last, and how many came since. A process may let a part of the rate through untold.
_counted: dict[str, tuple[int, int]] = {}
_PART, _MOST_COUNTED = 200, 1000


class PerToken(SimpleRateThrottle):
    """A counter a token (or signed-in person) and window; the rate is CAIRN_RATE_LIMIT, e.g. 6000/min.

    One number instead of REST framework's list of all moments, which would be 50 KB at this rate.
    """

    scope = "token"
    num_requests: int | None
    duration: int

    def get_cache_key(self, request: Request, view: "APIView") -> str | None:
        """The window's key; None for those who are nobody (the schema, unknown addresses)."""
        actor = request.auth
        if not isinstance(actor, Actor):
            return None
        ident = f"token{actor.token.pk}" if actor.token else f"user{actor.user.pk}"
        return f"rate:{ident}:{int(self.now // self.duration)}"

    def allow_request(self, request: Request, view: "APIView") -> bool:
        """Count the request, and say whether it still fits the window."""
        self.now = self.timer()
        key = self.get_cache_key(request, view)
        if key is None or not self.num_requests:
            return True
        try:
            return self._count(key) <= self.num_requests
        except Exception as error:  # whatever the cache's client raises: the counter is not worth a request
            logger.warning("the rate limit is off, the cache does not answer: %s", error)
            return True

    @classmethod
    def seconds_to_wait(cls, actor: Actor) -> int:
        """Count a request of the actor that is none of REST framework's; 0 where it fits the window."""
        throttle = cls()
        asked: Any = SimpleNamespace(auth=actor)
        view: Any = None
        return 0 if throttle.allow_request(asked, view) else max(1, int(throttle.wait()))

    def _count(self, key: str) -> int:
        """How many there were in the window; of a generous rate this process tells the cache a handful at a time."""
        assert self.num_requests
        known, untold = _counted.get(key, (0, 0))
        if known and (untold + 1) * _PART < self.num_requests:
            _counted[key] = known, untold + 1
        else:
            _counted[key] = self._tell(key, untold + 1), 0
        if len(_counted) > _MOST_COUNTED:
            _counted.clear()
        return sum(_counted.get(key, (1, 0)))

    def _tell(self, key: str, number: int) -> int:
        try:
            return self.cache.incr(key, number)
        except ValueError:  # the first of its window
            added = self.cache.add(key, number, timeout=self.duration)
            return number if added else self.cache.incr(key, number)

    def wait(self) -> float:
        """Seconds until the next window."""
        return math.ceil(self.duration - self.now % self.duration)
