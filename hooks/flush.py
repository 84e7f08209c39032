"""The detached flush: sends the spool in batches, removes what the server has, keeps the rest for later."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator

from hooks import client, config, destinations, spool, state
from hooks.config import Settings
from hooks.spool import Spool

BATCH_EVENTS = 500
BATCH_BYTES = 1_500_000
FIRST_WAIT = 5.0
LONGEST_WAIT = 300.0
FOREIGN = (400, 404, 405, 422, 501)

# One entry of a batch: the raw line, and the offset in its segment at which the line ends.
Line = tuple[bytes, int]


class Halt(Exception):
    """Sending has to stop for now: `code` and `detail` go to the state, where the status line finds them."""

    def __init__(self, code: str, detail: str, wait: float = 0.0) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.wait = wait


class Flush:
    """One run over the spool; counts what the server took (`sent`) and will not (`refused`)."""

    def __init__(self, folder: str, settings: Settings) -> None:
        self.spool = Spool(folder, config.spool_cap())
        self.folder = folder
        self.settings = settings
        self.sent = 0
        self.refused = 0
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
            # An event that came while the lock was held found no flush of its own to start.
            if self.halt is not None or not self.spool.has_work():
                return True

    def run_patiently(self, patience: float) -> bool:
        """Like `run`, but waits for another flush to end. False after `patience` seconds."""
        end = time.monotonic() + patience
        while not self.run():
            if time.monotonic() > end:
                return False
            time.sleep(0.1)
        return True

    def _drain(self) -> None:
        try:
            self._adopt_mistaken()
            if not self.spool.seal():
                raise Halt("busy", "a process that does not end holds the spool's lock")
            for segment in self.spool.segments():
                self._send_segment(segment)
        except Halt as halt:
            self.halt = halt
        except client.Offline as offline:
            self.halt = Halt("offline", offline.detail)
            state.open_breaker(self.folder)
        self._note_outcome()

    def _adopt_mistaken(self) -> None:
        for other in destinations.others_with_work(self.folder):
            if destinations.mistaken(other):
                destinations.adopt(other, self.folder)

    def _send_segment(self, segment: str) -> None:
        for batch in batches(segment, spool.settled(segment)):
            self._send([line for line in batch if self._is_event(line)])
            spool.settle(segment, batch[-1][1])
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
        self._bury("broken_line", "the spool held a line that is not an event", line[0])
        return False

    def _send(self, batch: list[Line]) -> None:
        if not batch:
            return
        reply = self._post(b'{"events":[' + b",".join(line for line, _ in batch) + b"]}")
        if reply.status == 202 and "accepted" in reply.json():
            destinations.prove(self.folder)
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
        rejected = [entry for entry in answer.get("rejected") or [] if isinstance(entry, dict)]
        reasons = {str(entry.get("id")): entry for entry in rejected}
        for line, _ in batch if reasons else []:
            entry = reasons.get(str(json.loads(line)["id"]))
            if entry is not None:
                self._bury(str(entry.get("code", "rejected")), str(entry.get("detail", "")), line)
        self.sent += len(batch) - len(reasons)

    def _post(self, body: bytes) -> client.Reply:
        import gzip

        reply = client.send(
            self.settings.url,
            "POST",
            "/api/v1/events",
            token=self.settings.token,
            body=gzip.compress(body, 5),
            headers={"Content-Encoding": "gzip"},
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


def refuses_content(reply: client.Reply) -> bool:
    """True when Cairn (not some other server at a wrong URL) says that it will never take this body."""
    return reply.status == 413 or (reply.status in (400, 422) and "code" in reply.json())


def problem(reply: client.Reply) -> tuple[str, str]:
    """Code and detail of an error answer (RFC 9457), with something sensible where the body says nothing."""
    body = reply.json()
    code = str(body.get("code") or f"http_{reply.status}")
    return code, str(body.get("detail") or body.get("title") or f"the server answered {reply.status}")


def refusal(reply: client.Reply, url: str) -> Halt:
    """Why an answer stops the flush: the events stay in the spool."""
    code, detail = problem(reply)
    if reply.status == 401:
        return Halt("unauthorized", "the server refuses the token; run `cairn login`")
    if reply.status == 403:
        return Halt("forbidden", f"the token may not capture ({detail}); ask for one with the scope `capture`")
    if reply.status in FOREIGN or reply.status < 400:
        moved = reply.headers.get("location", "")
        to = f" (it points to {moved})" if moved else ""
        detail = f"{url} does not answer as a Cairn server: {reply.status}{to}; check the URL with `cairn doctor`"
        return Halt("wrong_url", detail)
    return Halt(code, f"the server answered {reply.status}: {detail}", _retry_after(reply))


def _retry_after(reply: client.Reply) -> float:
    value = reply.headers.get("retry-after", "")
    return min(LONGEST_WAIT, float(value)) if value.isdigit() else 0.0


def main(after: str = "0") -> None:
    """The detached process: lets Claude Code get on with the turn that started it, then sends."""
    os.nice(10)
    settings = config.load()
    if settings.token and not config.disabled():
        Flush(destinations.open_spool(settings, config.data_folder()).folder, settings).run(float(after))
