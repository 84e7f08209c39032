"""Remembers tokens and sessions that were good lately, by digest, and whose: who is known need not fight with strangers
for room, and nobody takes all of it by many requests at once.
"""

import hashlib
import threading
import time
from collections import OrderedDict

_MOST, _SECONDS = 8_192, 3_600.0
_seen: OrderedDict[bytes, tuple[float, int]] = OrderedDict()
_lock = threading.Lock()


def note(raw: str, person: int) -> None:
    """Remember a token or the key of a session that was good just now, and whose it is, in this process."""
    with _lock:
        _seen[_digest(raw)] = time.monotonic(), person
        _seen.move_to_end(_digest(raw))
        while len(_seen) > _MOST:
            _seen.popitem(last=False)


def whose(raw: str) -> int | None:
    """The id of the person whose token or session was good within the last hour, else None.

    It may be revoked by now: this is no sign-in.
    """
    at, person = _seen.get(_digest(raw), (-_SECONDS, 0))
    return person if time.monotonic() - at < _SECONDS else None


def _digest(raw: str) -> bytes:
    return hashlib.sha256(raw.encode("utf-8", "replace")).digest()
