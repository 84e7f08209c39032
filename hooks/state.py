"""What one hook process leaves for the next: the flush's state, the circuit breaker, the log."""

from __future__ import annotations

import os
import time

from hooks import quick_json as json

LOG_CAP = 256 * 1024
BREAKER_SECONDS = 60.0


def ensure_folder(folder: str) -> None:
    """Creates the data folder for this person alone, or closes one that others may look into."""
    try:
        if os.stat(folder).st_mode & 0o077:
            os.chmod(folder, 0o700)
    except FileNotFoundError:
        os.makedirs(folder, mode=0o700, exist_ok=True)


def read_state(folder: str) -> dict:
    """The last flush's outcome: `failures`, `retry_at`, `error`, `sent_at`, `connect_ms`; may be empty."""
    try:
        with open(os.path.join(folder, "state.json"), encoding="utf-8") as file:
            value = json.load(file)
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}


def write_state(folder: str, value: dict) -> None:
    """Replaces the state in one step, so that no reader ever sees half of it."""
    write_private(os.path.join(folder, "state.json"), json.dumps(value).encode())


def clear_state(folder: str) -> None:
    """Forgets failures and back-off: the next event is sent at once."""
    for name in ("state.json", "breaker"):
        remove(os.path.join(folder, name))


def write_private(path: str, content: bytes) -> None:
    """Writes a file of mode 0600 in one step (a new file, then a rename)."""
    partial = f"{path}.{os.getpid()}"
    try:
        handle = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(partial, path)
    except OSError:
        _discard(partial)  # on a full disk it would take the room that others need
        raise


def remove(path: str) -> None:
    """Deletes a file that may already be gone."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        return


def _discard(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        return


def take_flush_lock(folder: str) -> int | None:
    """The right to flush, as an open handle, or None when another process has it."""
    return take_lock(folder, "flush.lock")


def take_lock(folder: str, name: str) -> int | None:
    """The right to what this lock file of a folder stands for, as an open handle, or None when another has it."""
    import fcntl

    ensure_folder(folder)
    handle = os.open(os.path.join(folder, name), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return None
    return handle


def breaker_open(folder: str) -> bool:
    """True for a minute after the server could not be asked: prompts do not wait for it again meanwhile."""
    try:
        age = time.time() - os.stat(os.path.join(folder, "breaker")).st_mtime
    except OSError:
        return False
    return 0 <= age < BREAKER_SECONDS


def open_breaker(folder: str) -> None:
    """Notes that the server could not be asked just now."""
    write_private(os.path.join(folder, "breaker"), b"")


def close_breaker(folder: str) -> None:
    """Notes that the server answers again."""
    remove(os.path.join(folder, "breaker"))


def log(folder: str, text: str) -> None:
    """Adds a line to the hook log. Never raises: a full disk must not reach the person's session."""
    path = os.path.join(folder, "hook.log")
    from hooks.redaction import redact

    line = f"{time.strftime('%Y-%m-%dT%H:%M:%S%z')} {redact(text.strip()).text}\n"
    try:
        ensure_folder(folder)
        if os.path.exists(path) and os.path.getsize(path) > LOG_CAP:
            os.replace(path, f"{path}.1")
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(line.encode("utf-8", "replace"))
    except OSError:
        return


def log_tail(folder: str, lines: int = 20) -> list[str]:
    """The last lines of the hook log."""
    try:
        with open(os.path.join(folder, "hook.log"), encoding="utf-8", errors="replace") as file:
            return file.read()[-LOG_CAP:].splitlines()[-lines:]
    except OSError:
        return []
