"""Logs that do not fill the disk: a grown one is copied aside and emptied under the process that appends."""

import os
import shutil
from pathlib import Path

_MAX_BYTES = 10 * 1024 * 1024
_KEPT = 3


def rotate_logs(folder: Path, max_bytes: int = _MAX_BYTES) -> None:
    """Rotate every `*.log` of the folder that has grown past `max_bytes`, keeping three older ones."""
    for log in folder.glob("*.log"):
        if log.stat().st_size > max_bytes:
            _rotate(log)


def _rotate(log: Path) -> None:
    for number in range(_KEPT - 1, 0, -1):
        older = log.with_name(f"{log.name}.{number}")
        if older.exists():
            older.replace(log.with_name(f"{log.name}.{number + 1}"))
    # Copied, not renamed: the process keeps its open file, and appends at the new end.
    copy = log.with_name(f"{log.name}.1")
    try:
        shutil.copy2(log, copy)
    except OSError:
        copy.unlink(missing_ok=True)  # half of it would take the last room of a full disk
        return
    os.truncate(log, 0)
