"""The spool: every captured event rests here, one JSON line each, until the server has said that it has it.

`spool.jsonl` takes new lines. A flush seals it into `segment-*.jsonl`, sends the segments oldest first, and
notes in `segment-*.done` how many bytes are settled. What the server refuses for good goes to `dead.jsonl`.
Everything may be killed at any moment: at worst a batch is sent twice, and the server knows each id.
"""

from __future__ import annotations

import os
import time

from hooks import quick_json as json
from hooks import state

TYPE_CHECKING = False  # importing `typing` or `collections` would cost every hook a millisecond
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LOCK_PATIENCE = 1.0


class Spool:
    """The spool in one data folder; `cap` is the number of bytes that all of it may take."""

    def __init__(self, folder: str, cap: int) -> None:
        self.folder = folder
        self.cap = cap
        self.active = os.path.join(folder, "spool.jsonl")
        self.dead = os.path.join(folder, "dead.jsonl")
        self.overflow = os.path.join(folder, "overflow")
        self.trouble = ""

    def attempt(self, work: Callable[..., object], *arguments: object) -> object:
        """What `work` returns, or None where its writing fails: `trouble` then says why, and the session goes on."""
        try:
            return work(*arguments)
        except OSError as error:
            self.trouble = error.strerror or str(error)
            state.log(self.folder, f"cannot write: {error}")
            return None

    def append(self, line: bytes) -> bool:
        """Stores one event; False when the spool is full, which is counted in `dropped`."""
        state.ensure_folder(self.folder)
        if self.size() + len(line) + 1 > self.cap:
            _append(self.overflow, b".")
            return False
        with Locked(self.active) as handle:
            if handle is None:
                self._append_alone(line)
            else:
                write_line(handle, line)
        return True

    def size(self) -> int:
        """Bytes on disk, the dead letters included."""
        total = 0
        for entry in self._entries():
            if entry.name.endswith(".jsonl"):
                try:
                    total += entry.stat().st_size
                except FileNotFoundError:
                    continue
        return total

    def waiting(self) -> int:
        """How many events have not been sent."""
        paths = [self.active, *self.segments()]
        return sum(_count_lines(path, settled(path)) for path in paths)

    def dropped(self) -> int:
        """How many events did not fit since the spool was last emptied."""
        try:
            return os.path.getsize(self.overflow)
        except OSError:
            return 0

    def seal(self) -> bool:
        """Turns the active file into a segment; new events go to a new file. False when it is locked."""
        with Locked(self.active) as handle:
            if handle is not None and os.fstat(handle).st_size:
                os.rename(self.active, self._segment_path())
            return handle is not None

    def segments(self) -> list[str]:
        """The sealed files, oldest first."""
        names = [entry.name for entry in self._entries()]
        found = sorted(name for name in names if name.startswith("segment-") and name.endswith(".jsonl"))
        return [os.path.join(self.folder, name) for name in found]

    def has_work(self) -> bool:
        """True when anything waits to be sent."""
        try:
            return os.path.getsize(self.active) > 0 or bool(self.segments())
        except OSError:
            return bool(self.segments())

    def bury(self, code: str, detail: str, line: bytes) -> None:
        """Puts a line that cannot be sent among the dead letters, with the reason."""
        try:
            self._bury(code, detail, event=json.loads(line))
        except ValueError:
            self._bury(code, detail, line=line.decode("utf-8", "replace"))

    def bury_lines(self, code: str, detail: str, place: dict) -> None:
        """Notes that lines of a transcript were refused: where they stand (`path`, `from`, `to`), not what they say."""
        self._bury(code, detail, transcript=place)

    def _bury(self, code: str, detail: str, **what: object) -> None:
        from hooks.redaction import redact

        # Servers may say again what they refuse, and what is broken was never redacted.
        told = redact(detail).text
        what = {name: redact(value).text if isinstance(value, str) else value for name, value in what.items()}
        letter = {"at": time.strftime("%Y-%m-%dT%H:%M:%S%z"), "code": code, "detail": told, **what}
        content = json.dumps(letter).encode()
        state.ensure_folder(self.folder)
        with Locked(self.dead) as handle:
            if handle is None:
                _append(self.dead, content + b"\n")
            else:
                write_line(handle, content)

    def dead_letters(self) -> Iterator[dict]:
        """The dead letters, oldest first: `at`, `code`, `detail`, and `event` (`line` if it was not JSON)."""
        try:
            with open(self.dead, "rb") as file:
                for line in file:
                    try:
                        yield json.loads(line)
                    except ValueError:
                        broken = line.decode("utf-8", "replace")
                        yield {"at": "", "code": "broken_line", "detail": "", "line": broken}
        except FileNotFoundError:
            return

    def dead_count(self) -> int:
        """How many dead letters there are."""
        return _count_lines(self.dead, 0)

    def revive(self) -> int:
        """Puts the dead letters that hold an event back in line to be sent; returns how many."""
        with Locked(self.dead):
            letters = list(self.dead_letters())
            events = [letter["event"] for letter in letters if isinstance(letter.get("event"), dict)]
            rest = [letter for letter in letters if not isinstance(letter.get("event"), dict)]
            if events:
                state.write_private(self._segment_path(), _lines(events))
                state.write_private(self.dead, _lines(rest))
        return len(events)

    def drop_letters(self, kind: str) -> None:
        """Removes the dead letters that hold a `kind`."""
        with Locked(self.dead):
            rest = [letter for letter in self.dead_letters() if kind not in letter]
            if os.path.exists(self.dead):
                state.write_private(self.dead, _lines(rest))

    def forget_overflow(self) -> None:
        """Resets the count of events that did not fit, once a person was told."""
        state.remove(self.overflow)

    def _append_alone(self, line: bytes) -> None:
        state.write_private(self._segment_path(), line + b"\n")

    def _segment_path(self) -> str:
        return os.path.join(self.folder, f"segment-{time.time_ns():020d}-{os.urandom(3).hex()}.jsonl")

    def _entries(self) -> list[os.DirEntry]:
        try:
            with os.scandir(self.folder) as entries:
                return list(entries)
        except OSError:
            return []


def settled(segment: str) -> int:
    """How many bytes of a segment the server has already taken."""
    try:
        with open(_done_path(segment), "rb") as file:
            return int(file.read() or b"0")
    except (OSError, ValueError):
        return 0


def settle(segment: str, offset: int) -> None:
    """Notes that a segment is done up to `offset`."""
    state.write_private(_done_path(segment), str(offset).encode())


def discard(segment: str) -> None:
    """Removes a segment whose every line is settled."""
    state.remove(segment)
    state.remove(_done_path(segment))


def _done_path(segment: str) -> str:
    return segment.removesuffix(".jsonl") + ".done"


def _lines(values: list[dict]) -> bytes:
    return b"".join(json.dumps(value).encode() + b"\n" for value in values)


def write_line(handle: int, line: bytes) -> None:
    size = os.fstat(handle).st_size
    # A process that was killed in the middle of a line must not take the next line with it.
    torn = size > 0 and os.pread(handle, 1, size - 1) != b"\n"
    rest = (b"\n" if torn else b"") + line + b"\n"
    try:
        while rest:
            rest = rest[os.write(handle, rest) :]
    except OSError:
        os.ftruncate(handle, size)  # half a line on a full disk would be a dead letter
        raise


def _append(path: str, content: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        os.write(handle, content)
    finally:
        os.close(handle)


class Locked:
    """An exclusive handle on the file that has this name now, or None when it cannot be had in time.

    A class, because importing `contextlib` would cost every hook a millisecond.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._handle: int | None = None

    def __enter__(self) -> int | None:
        self._handle = _acquire(self._path)
        return self._handle

    def __exit__(self, *_: object) -> None:
        if self._handle is not None:
            os.close(self._handle)


def _acquire(path: str) -> int | None:
    import fcntl

    end = time.monotonic() + LOCK_PATIENCE
    while time.monotonic() < end:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _same_file(handle, path):
                return handle
        except OSError:
            time.sleep(0.005)
        os.close(handle)
    return None


def _same_file(handle: int, path: str) -> bool:
    """False when a flush renamed the file between its opening and its locking."""
    try:
        return os.path.samestat(os.fstat(handle), os.stat(path))
    except FileNotFoundError:
        return False


def _count_lines(path: str, start: int) -> int:
    try:
        with open(path, "rb") as file:
            file.seek(start)
            return sum(piece.count(b"\n") for piece in iter(lambda: file.read(1 << 20), b""))
    except OSError:
        return 0
