"""Remembers tokens that were good lately, by digest: large bodies of theirs find room whatever strangers send."""

import hashlib
import threading
import time
from collections import OrderedDict

_MOST, _SECONDS = 4_096, 3_600.0
_seen: OrderedDict[bytes, float] = OrderedDict()
_lock = threading.Lock()


def note(raw: str) -> None:
    """Remember a token that was good just now, in this process."""
    with _lock:
        _seen[_digest(raw)] = time.monotonic()
        _seen.move_to_end(_digest(raw))
        while len(_seen) > _MOST:
            _seen.popitem(last=False)


def is_familiar(raw: str) -> bool:
    """Whether a token was good within the last hour. It may be revoked by now: this is no sign-in."""
    return time.monotonic() - _seen.get(_digest(raw), -_SECONDS) < _SECONDS


def _digest(raw: str) -> bytes:
    return hashlib.sha256(raw.encode("utf-8", "replace")).digest()
