"""How often one token may ask: generous, counted in the cache, and off while the cache is down."""

import logging
import math
from typing import TYPE_CHECKING

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from memory.access import Actor

if TYPE_CHECKING:
    from rest_framework.views import APIView

logger = logging.getLogger(__name__)


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

    def _count(self, key: str) -> int:
        try:
            return self.cache.incr(key)
        except ValueError:  # the first of its window
            return 1 if self.cache.add(key, 1, timeout=self.duration) else self.cache.incr(key)

    def wait(self) -> float:
        """Seconds until the next window."""
        return math.ceil(self.duration - self.now % self.duration)
