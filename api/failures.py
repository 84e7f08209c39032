"""Counts failures (wrong passwords, unknown tokens) in the cache that all processes share, to slow down who guesses."""

import hashlib
import ipaddress
import logging
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache
from prometheus_client import Counter
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)
_REFUSED = Counter("cairn_refused", "Failures to sign in or to show a token that counts, by kind.", ["kind"])


@dataclass(frozen=True)
class Limit:
    """So many failures of one kind within so many seconds, from the first one on."""

    kind: str
    most: int
    seconds: int

    def is_reached(self, *who: str) -> bool:
        """Whether these (a name, an address) have failed too often; never while the cache is away."""
        try:
            return int(cache.get(self._key(who), 0)) >= self.most
        except RedisError as error:
            # People must get in while the cache is away; the log tells that nobody counts.
            logger.error("failures of %s are not counted: %s", self.kind, error)
            return False

    def count(self, *who: str) -> None:
        """Count one failure."""
        _REFUSED.labels(self.kind).inc()
        key = self._key(who)
        try:
            cache.add(key, 0, self.seconds)
            cache.incr(key)
        except (RedisError, ValueError) as error:
            # ValueError: the time ended between the two.
            logger.warning("a failure of %s was not counted: %s", self.kind, error)

    def _key(self, who: tuple[str, ...]) -> str:
        return f"failures-{self.kind}-" + hashlib.sha256("\n".join(who).encode("utf-8", "replace")).hexdigest()


def caller(peer: str, forwarded_for: str = "") -> str:
    """The address that a request came from: the peer's, or what our own proxies say (CAIRN_PROXIES of them).

    Of an IPv6 address the network of 64 bits, which one customer has to themselves.
    """
    hops = [hop.strip() for hop in forwarded_for.split(",") if hop.strip()]
    proxies = settings.CAIRN_PROXIES
    address = hops[-proxies] if 0 < proxies <= len(hops) else peer
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(ipaddress.ip_network((parsed, 64), strict=False)) if parsed.version == 6 else str(parsed)
