"""One stack a home: a lock that the kernel drops with its holder, so that no crash leaves a stale one."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager

from memory.errors import Refused
from worker.stack.home import Home


@contextmanager
def hold_home(home: Home, address: str) -> Iterator[None]:
    """Hold the home while a block runs. Raises Refused, naming the holder, when another stack runs there."""
    path = home.path / "cairn.pid"
    while True:
        file = path.open("a+", encoding="utf-8")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            file.seek(0)
            holder = file.read().strip() or "another process"
            file.close()
            raise Refused("running", f"Cairn already runs for {home.path}: {holder}.") from error
        # Whoever held it before removes the file on leaving: a lock on a removed file is worth nothing.
        if path.exists() and path.stat().st_ino == os.fstat(file.fileno()).st_ino:
            break
        file.close()
    with file:
        file.truncate(0)
        file.write(f"process {os.getpid()}, {address}\n")
        file.flush()
        try:
            yield
        finally:
            path.unlink(missing_ok=True)
