"""The detached flush: sends the spool in batches, then what is new in transcripts; the rest is kept for later."""

from __future__ import annotations

import gzip
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

from hooks import client, config, destinations, spool, state
from hooks.config import Settings
from hooks.refusals import LONGEST_WAIT, Halt, problem, refusal, refuses_content, unwritable
from hooks.spool import Spool
from hooks.transcripts import news
from hooks.transcripts.claims import Claims
from hooks.transcripts.files import of_session
from hooks.transcripts.offsets import Offsets
from hooks.transcripts.sending import Sending

BATCH_EVENTS = 500
BATCH_BYTES = 1_500_000
FIRST_WAIT = 5.0
ANSWER_TIMEOUT = 60.0

# One entry of a batch: the raw line, and the offset in its segment at which the line ends.
Line = tuple[bytes, int]


class Flush:
    """One run; counts events that the server took (`sent`) and will not (`refused`), and the `messages` it stored."""

    def __init__(self, folder: str, settings: Settings) -> None:
        self.spool = Spool(folder, config.spool_cap())
        self.folder = folder
        self.settings = settings
        self.sent = 0
        self.refused = 0
        self.messages = 0
        self.connect_ms = 0
        self.halt: Halt | None = None

    def run(self, debounce: float = 0.0) -> bool:
        """Sends everything there is, after `debounce` seconds. False when another flush is at work."""
        while True:
            lock = state.take_flush_lock(self.folder)
            if lock is None:
                return False
            try:
                time.sleep(debounce)
                self._drain()
            finally:
                os.close(lock)
            # What came while the lock was held found no flush of its own to start.
            if self.halt is not None or not (self.spool.has_work() or news.is_waiting(self.folder)):
                return True

    def run_patiently(self, patience: float) -> bool:
        """Like `run`, but waits for another flush to end. False after `patience` seconds."""
        end = time.monotonic() + patience
        while not self.run():
            if time.monotonic() > end:
                return False
            time.sleep(0.1)
        return True

    @contextmanager
    def locked(self, patience: float) -> Iterator[None]:
        """The right to send, for who sends something of their own. Raises Halt after `patience` seconds."""
        end = time.monotonic() + patience
        while (lock := state.take_flush_lock(self.folder)) is None:
            if time.monotonic() > end:
                raise Halt("busy", "another flush is running; try again")
            time.sleep(0.1)
        try:
            yield
        finally:
            os.close(lock)

    def sending(self, *, whole: bool = False) -> Sending:
        """The sending of transcripts to this destination, for who holds the flush lock; `whole` for an import."""
        offsets = Offsets(self.folder, whole=whole)
        return Sending(self.spool, offsets, self.settings.url, self._post, self.send_events)

    def send_events(self) -> None:
        """Sends the events that wait. Raises Halt and Offline; for who holds the flush lock."""
        if not self.spool.seal():
            raise Halt("busy", "another process holds the spool's lock and does not end")
        for segment in self.spool.segments():
            self._send_segment(segment)

    def _drain(self) -> None:
        try:
            self._adopt_mistaken()
            self.send_events()
            if news.is_waiting(self.folder):
                self._send_transcripts()
        except Halt as halt:
            self.halt = halt
        except client.Offline as offline:
            self.halt = Halt("offline", offline.detail)
            self.spool.attempt(state.open_breaker, self.folder)
        except OSError as error:
            self.halt = unwritable(error)
        self.spool.attempt(self._note_outcome)

    def _adopt_mistaken(self) -> None:
        for other in destinations.others_with_work(self.folder):
            if destinations.mistaken(other):
                destinations.adopt(other, self.folder)

    def _send_transcripts(self) -> None:
        sending, claims, broke = self.sending(), Claims(self.folder), None
        try:
            for taken, note in news.take(self.folder):
                try:
                    self._send_session(note, sending, claims)
                    news.done(taken)
                except Halt as halt:
                    if not halt.broke:
                        raise
                    broke = halt  # one session that the server cannot digest must not hold up the others
            if broke:
                raise broke
        finally:
            self.messages += sending.messages
            self.refused += len(sending.refusals)

    def _send_session(self, note: dict, sending: Sending, claims: Claims) -> None:
        context = {**note.get("project", {}), "agent_id": note.get("agent_id", "")}
        for file in of_session(note["path"], note["session_id"]):
            try:
                sending.begin(file, claims)
                for _ in sending.send(file, context):
                    pass
            except OSError as error:
                state.log(self.folder, f"flush: {file.path} cannot be read: {error}")

    def _send_segment(self, segment: str) -> None:
        size = os.path.getsize(segment)
        for batch in batches(segment, spool.settled(segment)):
            self._send([line for line in batch if self._is_event(line)])
            if batch[-1][1] < size:
                # On a full disk the note is left out: the end of the segment makes room, and the server knows each id.
                self.spool.attempt(spool.settle, segment, batch[-1][1])
        spool.discard(segment)

    def _is_event(self, line: Line) -> bool:
        if not line[0]:
            return False
        try:
            event = json.loads(line[0])
            if isinstance(event, dict) and event.get("id"):
                return True
        except ValueError:
            pass
        self._bury("broken_line", "the spool contains a line that is not an event", line[0])
        return False

    def _send(self, batch: list[Line]) -> None:
        if not batch:
            return
        body = b'{"events":[' + b",".join(line for line, _ in batch) + b"]}"
        reply = self._post("/api/v1/events", body, "application/json")
        if reply.status == 202 and "accepted" in reply.json():
            self.spool.attempt(destinations.prove, self.folder)
            self._settle(batch, reply.json())
        elif not refuses_content(reply):
            raise refusal(reply, self.settings.url)
        elif len(batch) > 1:
            middle = len(batch) // 2
            self._send(batch[:middle])
            self._send(batch[middle:])
        else:
            code, detail = problem(reply)
            self._bury(code, detail, batch[0][0])

    def _settle(self, batch: list[Line], answer: dict) -> None:
        reasons = {str(entry.get("id")): entry for entry in client.objects(answer.get("rejected"))}
        for line, _ in batch if reasons else []:
            entry = reasons.get(str(json.loads(line)["id"]))
            if entry is not None:
                self._bury(str(entry.get("code", "rejected")), str(entry.get("detail", "")), line)
        self.sent += len(batch) - len(reasons)

    def _post(self, path: str, body: bytes, kind: str) -> client.Reply:
        reply = client.send(
            self.settings.url,
            "POST",
            path,
            token=self.settings.token,
            body=gzip.compress(body, 5),
            headers={"Content-Encoding": "gzip", "Content-Type": kind},
            timeout=ANSWER_TIMEOUT,
        )
        self.connect_ms = reply.connect_ms
        return reply

    def _bury(self, code: str, detail: str, line: bytes) -> None:
        self.refused += 1
        self.spool.bury(code, detail, line)

    def _note_outcome(self) -> None:
        now = time.time()
        if self.halt is None:
            state.write_state(self.folder, {"sent_at": now, "connect_ms": self.connect_ms})
            state.close_breaker(self.folder)
            return
        before = state.read_state(self.folder)
        failures = int(before.get("failures", 0)) + 1
        wait = self.halt.wait or min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(failures - 1, 10))
        error = {"code": self.halt.code, "detail": self.halt.detail, "at": now, "url": self.settings.url}
        before.update(failures=failures, retry_at=now + wait, error=error)
        state.write_state(self.folder, before)
        state.log(self.folder, f"flush: {self.halt.detail}")


def batches(segment: str, offset: int) -> Iterator[list[Line]]:
    """The lines of a segment from `offset` on, in groups that fit one request."""
    batch: list[Line] = []
    size = 0
    with open(segment, "rb") as file:
        file.seek(offset)
        for raw in file:
            offset += len(raw)
            line = raw.strip()
            if batch and (len(batch) == BATCH_EVENTS or size + len(line) > BATCH_BYTES):
                yield batch
                batch, size = [], 0
            batch.append((line, offset))
            size += len(line) + 1
    if batch:
        yield batch


def main(after: str = "0") -> None:
    """The detached process: lets Claude Code get on with the turn that started it, then sends."""
    os.nice(10)
    settings = config.load()
    if settings.token and not config.disabled():
        Flush(destinations.open_spool(settings, config.data_folder()).folder, settings).run(float(after))
