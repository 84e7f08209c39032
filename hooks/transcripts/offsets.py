"""How far each transcript has been sent to one server: a journal beside the spool, where a file's last line counts.

Only who holds the flush lock writes. A process that is killed leaves at worst half a line, which is not read.
"""

from __future__ import annotations

import json
import os

from hooks import state
from hooks.transcripts.news import FOLDER

# The journal is written anew when it has this many lines more than files.
SLACK = 2000


class Position:
    """How much of a file is settled (`offset`), its `size` then, and its `mtime` (ns) if there was no more, else 0.

    What stands before `begin` was said elsewhere, or while Cairn was silenced: only an import sends it.
    """

    __slots__ = ("begin", "mtime", "offset", "size")

    def __init__(self, offset: int, size: int, mtime: int = 0, begin: int = 0) -> None:
        self.offset = offset
        self.size = size
        self.mtime = mtime
        self.begin = begin

    def entry(self, path: str) -> bytes:
        """Its line in the journal."""
        values = {"offset": self.offset, "size": self.size, "mtime": self.mtime, "begin": self.begin}
        return json.dumps({"path": path, **values}).encode() + b"\n"


class Offsets:
    """The positions of all files at one destination (a spool folder); `whole` for an import, which begins at 0."""

    def __init__(self, folder: str, *, whole: bool = False) -> None:
        self.path = os.path.join(folder, FOLDER, "offsets.jsonl")
        self._known: dict[str, Position] = {}
        self._whole = whole
        self._lines = 0
        self._torn = False
        for line in _lines_of(self.path):
            self._lines += 1
            self._torn = not line.endswith(b"\n")
            self._take(line)

    def get(self, path: str) -> Position | None:
        """The position of a file, or None for one that was never sent."""
        known = self._known.get(path)
        return None if known and known.begin and self._whole else known

    def start(self, path: str, about: os.stat_result) -> int:
        """Where to go on in a file: 0 for a new one, and for one that has become shorter."""
        known = self.get(path)
        return known.offset if known and known.size <= about.st_size else 0

    def unchanged(self, path: str, about: os.stat_result) -> bool:
        """True when a file is as it was when it was last sent."""
        known = self.get(path)
        return known is not None and (known.size, known.mtime) == (about.st_size, about.st_mtime_ns)

    def move(self, path: str, offset: int, size: int, mtime: int = 0) -> None:
        """Notes that a file of this size is settled up to `offset`; with its mtime when there was no more to send."""
        known = self.get(path)
        self._put(path, Position(offset, size, mtime, known.begin if known and offset >= known.begin else 0))

    def begin(self, path: str, offset: int, size: int) -> None:
        """Notes that nothing before `offset` is to be sent, unless by an import."""
        self._put(path, Position(offset, size, begin=offset))

    def forget(self, path: str) -> None:
        """Drops a file that is gone."""
        if self._known.pop(path, None):
            self._write(json.dumps({"path": path}).encode() + b"\n")

    def inherit(self, former: Offsets, paths: set[str] | None = None) -> None:
        """Goes on (in `paths`, or everywhere) where another destination stopped, even if that is further back."""
        for path in former._known if paths is None else paths:
            there, here = former.get(path) or Position(0, 0), self._known.get(path)
            if here.offset > there.offset if here else there.offset:
                self._put(path, there)

    def sent_at(self) -> float:
        """When a position last moved, as Unix time; 0 for never."""
        try:
            return os.stat(self.path).st_mtime
        except OSError:
            return 0.0

    def _take(self, line: bytes) -> None:
        try:
            entry = json.loads(line)
            if "offset" in entry:
                values = (int(entry.get(name) or 0) for name in ("offset", "size", "mtime", "begin"))
                self._known[entry["path"]] = Position(*values)
            else:
                self._known.pop(entry["path"], None)
        except (ValueError, KeyError, TypeError):
            return

    def _put(self, path: str, position: Position) -> None:
        self._known[path] = position
        self._write(position.entry(path))

    def _write(self, line: bytes) -> None:
        self._lines += 1
        state.ensure_folder(os.path.dirname(self.path))
        if self._torn or self._lines > len(self._known) + SLACK:
            self._rewrite()
            return
        self._torn = True  # until it is written whole
        handle = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(line)
        self._torn = False

    def _rewrite(self) -> None:
        self._known = {path: position for path, position in self._known.items() if os.path.exists(path)}
        state.write_private(self.path, b"".join(position.entry(path) for path, position in self._known.items()))
        self._lines, self._torn = len(self._known), False


def _lines_of(path: str) -> list[bytes]:
    try:
        with open(path, "rb") as file:
            return file.readlines()
    except OSError:
        return []
