"""Takes the lines of a transcript apart, some hundred at a time, and counts what is not kept."""

from collections.abc import Iterable, Iterator

from hooks.transcripts.turn_reader import Record, parse
from memory.errors import Refused

# Enough for few queries, little enough for memory: of a line only its words stay.
BATCH = 500
_MOST_KINDS = 50


class Reader:
    """The lines of one call.

    `next_offset`: bytes, behind the last line that was taken. `skipped`: how many lines were not kept, by kind.
    """

    def __init__(self, lines: Iterable[bytes], offset: int) -> None:
        self.next_offset = offset
        self.skipped: dict[str, int] = {}
        self._lines = lines
        self._from_start = offset == 0
        self._objects = 0

    def batches(self) -> Iterator[list[Record]]:
        """Up to BATCH records at a time. Raises Refused when the first lines hold no JSON object at all."""
        batch: list[Record] = []
        for record in self._records():
            batch.append(record)
            if len(batch) == BATCH:
                self._check()
                yield batch
                batch = []
        self._check()
        yield batch

    def skip(self, kind: str) -> None:
        """Count a line, or a part of one, that is not kept."""
        kind = kind if kind in self.skipped or len(self.skipped) < _MOST_KINDS else "other"
        self.skipped[kind] = self.skipped.get(kind, 0) + 1

    def _records(self) -> Iterator[Record]:
        """All lines but blank ones; a last line that is still being written stays for the next call."""
        unfinished = b""
        for line in self._lines:
            if unfinished:
                yield self._take(unfinished, Record("malformed"))
            record = parse(line)
            unfinished = b"" if line.endswith(b"\n") or record.skipped != "malformed" else line
            if not unfinished:
                yield self._take(line, record)

    def _take(self, line: bytes, record: Record) -> Record:
        self.next_offset += len(line)
        self._objects += record.skipped not in ("blank", "malformed", "not_an_object")
        if record.skipped and record.skipped != "blank":
            self.skip(record.skipped)
        return record

    def _check(self) -> None:
        if self._from_start and not self._objects and self.skipped:
            raise Refused(
                "not_a_transcript",
                "The body has no JSON object. A transcript has one JSON object per line, as Claude Code writes it.",
                status=422,
            )
