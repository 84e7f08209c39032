"""Sends what is new in transcripts, in chunks of whole lines; the offset of a file moves as chunks are accepted."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator

from hooks import client
from hooks.refusals import Halt, problem, refusal, refuses_content, unwritable
from hooks.scrubbing import LONGEST_PLACE, scrub, scrub_key, scrub_place
from hooks.spool import Spool
from hooks.transcripts.claims import Claims
from hooks.transcripts.files import TranscriptFile, about, lines
from hooks.transcripts.offsets import Offsets
from hooks.transcripts.slimming import Slimming

CHUNK_LINES = 5000
CHUNK_BYTES = 1_500_000
# Long stretches of lines that are never sent move the offset, too.
CHUNK_READ = 16 * 1024 * 1024
_WHERE = ("project", "remote", "git_dir", "root", "branch", "agent_id")

Post = Callable[[str, bytes, str], client.Reply]


class Chunk:
    """Slimmed lines of one file between two offsets, each with the offset behind it."""

    __slots__ = ("end", "lines", "size", "start")

    def __init__(self, start: int, lines: list[tuple[bytes, int]] | None = None) -> None:
        self.start = start
        self.lines = lines or []
        self.end = self.lines[-1][1] if self.lines else start
        self.size = sum(len(line) for line, _ in self.lines)

    def add(self, line: bytes, end: int) -> None:
        """One more line; an empty one only moves the end."""
        self.end = end
        if line:
            self.lines.append((line, end))
            self.size += len(line)

    def is_full_for(self, line: bytes) -> bool:
        """True when this line has to wait for the next chunk."""
        too_much = self.size + len(line) > CHUNK_BYTES or len(self.lines) >= CHUNK_LINES
        return bool(self.lines and line and too_much) or self.end - self.start > CHUNK_READ

    def halves(self) -> list[Chunk]:
        """Two chunks with the same lines."""
        middle = len(self.lines) // 2
        first = Chunk(self.start, self.lines[:middle])
        return [first, Chunk(first.end, self.lines[middle:])]


class Sending:
    """One run; counts the `files` that had news and the `messages` that the server stored; says what it refused.

    `post` sends a body and returns the reply; `between` is called after each chunk, so that events need not wait.
    """

    def __init__(self, spool: Spool, offsets: Offsets, url: str, post: Post, between: Callable[[], None]) -> None:
        self.offsets = offsets
        self.messages = self.duplicates = 0
        self.files: set[str] = set()
        self.refusals: list[str] = []
        self._spool = spool
        self._url = url
        self._post = post
        self._between = between

    def begin(self, file: TranscriptFile, claims: Claims) -> None:
        """Makes a file that is new here start where this destination's part of it begins."""
        found = about(file.path)
        if found is not None and self.offsets.get(file.path) is None and (start := claims.begin(file, found)):
            self._note(self.offsets.begin, file.path, start, found.st_size)

    def send(self, file: TranscriptFile, context: dict[str, str]) -> Iterator[int]:
        """Sends a file's new lines; yields the offset after each chunk. Raises Halt, Offline and OSError.

        `context` has the project's `remote`, `git_dir`, `root`, `branch`, maybe its name (`project`) and `agent_id`.
        """
        found = about(file.path)
        if found is None:
            self._note(self.offsets.forget, file.path)
            return
        if self.offsets.unchanged(file.path, found) or file.is_own():
            return
        self.files.add(file.path)
        start = self.offsets.start(file.path, found)
        for chunk in chunks(lines(file.path, start), start):
            self._send(file, context, chunk)
            self._note(self.offsets.move, file.path, chunk.end, found.st_size)
            yield chunk.end
            self._between()
        self._settle(file, found)

    def _settle(self, file: TranscriptFile, found: os.stat_result) -> None:
        known = self.offsets.get(file.path)
        self._note(self.offsets.move, file.path, known.offset if known else 0, found.st_size, found.st_mtime_ns)

    def _note(self, write: Callable[..., None], *what: object) -> None:
        """Notes how far a file is sent; what cannot be noted halts the sending, for else more and more of it would be
        sent again, or what is another destination's."""
        try:
            write(*what)
        except OSError as error:
            raise unwritable(error) from error

    def _send(self, file: TranscriptFile, context: dict[str, str], chunk: Chunk) -> None:
        if not chunk.lines:
            return
        # What stands in an address stands in the logs of whatever is between here and the server, too.
        where = scrub_place({name: context.get(name, "") for name in _WHERE[:-1]})
        where["agent_id"] = scrub_key(context.get("agent_id", ""))
        path, subagent = scrub(file.path, LONGEST_PLACE), scrub_key(file.subagent)
        query = client.query(offset=chunk.start, **where, path=path, subagent=subagent)
        body = b"".join(line + b"\n" for line, _ in chunk.lines)
        reply = self._post(
            f"/api/v1/transcripts/{client.quote(scrub_key(file.session_id))}{query}", body, "application/x-ndjson"
        )
        if reply.status == 202 and "accepted" in reply.json():
            self.messages += client.count(reply.json()["accepted"])
            self.duplicates += client.count(reply.json().get("duplicates"))
        elif reply.status in (404, 405):
            raise Halt("no_transcripts", f"{self._url} does not accept transcripts ({reply.status}); update the server")
        elif not refuses_content(reply):
            raise refusal(reply, self._url)
        elif reply.status == 413 and len(chunk.lines) > 1:
            for half in chunk.halves():
                self._send(file, context, half)
        else:
            self._bury(file, context, chunk, reply)

    def _bury(self, file: TranscriptFile, context: dict[str, str], chunk: Chunk, reply: client.Reply) -> None:
        code, detail = problem(reply)
        self.refusals.append(f"{file.path}: bytes {chunk.start} to {chunk.end} were rejected: {detail} [{code}]")
        place = {
            "session_id": file.session_id,
            "path": file.path,
            "from": chunk.start,
            "to": chunk.end,
            "context": context,
        }
        self._note(self._spool.bury_lines, code, detail, place)


def chunks(numbered: Iterable[tuple[bytes, int]], start: int) -> Iterator[Chunk]:
    """The lines of a file from `start` on, slimmed, in chunks that fit one request."""
    chunk, slimming = Chunk(start), Slimming()
    for raw, end in numbered:
        line = slimming.slim(raw)
        if chunk.is_full_for(line):
            yield chunk
            chunk = Chunk(chunk.end)
        chunk.add(line, end)
    if chunk.end > chunk.start:
        yield chunk
