"""Slows down whoever guesses passwords: ten failures a minute for one name from one address."""

import hashlib
import logging

from django.core.cache import cache
from django.http import HttpRequest
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

MOST_FAILURES = 10
SECONDS = 60


def is_throttled(request: HttpRequest, username: str) -> bool:
    """Whether this name has failed too often from this address within the minute."""
    try:
        return cache.get(_key(request, username), 0) >= MOST_FAILURES
    except RedisError as error:
        # People must get in while the cache is away; the log tells that nobody counts.
        logger.error("sign-in attempts are not counted: %s", error)
        return False


def count_failure(request: HttpRequest, username: str) -> None:
    """Count one failure; the minute starts with the first."""
    key = _key(request, username)
    try:
        cache.add(key, 0, SECONDS)
        cache.incr(key)
    except (RedisError, ValueError) as error:
        # ValueError: the minute ended between the two.
        logger.warning("a failed sign-in was not counted: %s", error)


def _key(request: HttpRequest, username: str) -> str:
    who = f"{username.strip().lower()}\n{request.META.get('REMOTE_ADDR', '')}"
    return "signin-" + hashlib.sha256(who.encode("utf-8", "replace")).hexdigest()
