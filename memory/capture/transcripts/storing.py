"""Stores the placed lines of one session: what is known already is left alone, the rest is redacted and written."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db import IntegrityError, transaction

from hooks.scrubbing import cut
from hooks.transcripts.turn_reader import is_own
from memory.capture.event_validation import clean_text
from memory.capture.transcripts.known import Call, Known, answers_of, calls_of
from memory.capture.transcripts.placing import Line
from memory.capture.transcripts.sessions import SessionKeeper
from memory.capture.transcripts.threads import Threads
from memory.capture.transcripts.turns import TurnFiller
from memory.models import CodingSession, Message, ToolCall, Turn

LONGEST_MESSAGE = 100_000
_NAME, _TARGET, _RESULT = 200, 300, 200


@dataclass
class Tally:
    """What one call of the recorder did: ids of the messages it stored, and counts."""

    messages: list[int] = field(default_factory=list)
    calls: int = 0
    duplicates: int = 0
    private: int = 0
    not_captured: int = 0
    redactions: dict[str, int] = field(default_factory=dict)


class _Batch:
    """Some lines, and what of them is new to their project: `words` are the redacted ones by uuid, `calls` by id."""

    def __init__(self, known: Known, lines: Sequence[Line], redactions: dict[str, int]) -> None:
        self.lines = lines
        self.known = known
        self.calls = self.known.missing_calls(lines)
        self.answers = answers_of(lines)
        missing = self.known.missing_messages(lines)
        said = {uuid: cut(clean_text(line.record.text, redactions), LONGEST_MESSAGE) for uuid, line in missing.items()}
        self.words = {uuid: text for uuid, text in said.items() if text.strip()}
        self.messages = [line for uuid, line in missing.items() if uuid in self.words]
        self.fresh = [*self.messages, *(call.line for call in self.calls.values())]
        self.private = len(missing) - len(self.words)
        self.duplicates = sum(bool(line.record.text) for line in lines) - len(missing)


class Store:
    """The rows of one session. Lines come in the order of the file."""

    def __init__(self, keeper: SessionKeeper, tally: Tally) -> None:
        self._keeper = keeper
        self._tally = tally
        self._threads = Threads()
        self._turns = TurnFiller()

    def add(self, lines: Sequence[Line]) -> None:
        """Store what is new in these lines, in a number of queries that does not grow with them."""
        telling = any(line.record.text or line.record.calls or line.record.results for line in lines)
        if telling and not self._keeper.project().captured:
            self._tally.not_captured += len(lines)
            return
        if telling:
            try:
                self._add(lines, Known.of(self._keeper.project(), lines))
            except IntegrityError:  # somebody else sent the same conversation, at this moment or in a blocked session
                self._threads.forget()
                self._keeper.look_again()
                self._add(lines, Known.with_blocked(self._keeper.project(), lines))
        self._turns.remember(lines)

    def close(self) -> None:
        """Put the threads in order; call it behind the last lines."""
        if self._keeper.row:
            self._threads.renumber(self._keeper.row)

    def _add(self, lines: Sequence[Line], known: Known) -> None:
        batch = _Batch(known, lines, self._tally.redactions)
        if batch.fresh:
            moments = [line.at for line in batch.fresh]
            with transaction.atomic():
                self._write(self._keeper.made(min(moments)), batch)
            self._keeper.stored(moments)
        self._answer(batch)
        self._tally.duplicates += batch.duplicates
        self._tally.private += batch.private

    def _write(self, session: CodingSession, batch: _Batch) -> None:
        keys = {line.turn for line in batch.fresh if line.turn}
        turns = self._turns.rows(session, keys, batch.lines)
        ids = self._write_messages(session, batch, turns)
        calls = self._write_calls(session, batch, turns, ids)
        self._turns.fill(list(turns.values()), batch.lines, said=batch.words, counts=self._tally.redactions)
        self._tally.messages += ids.values()
        self._tally.calls += calls

    def _write_messages(self, session: CodingSession, batch: _Batch, turns: dict[str, Turn]) -> dict[str, int]:
        """The ids of the new messages, by uuid."""
        rows = [
            Message(
                team_id=session.team_id,
                project_id=session.project_id,
                session=session,
                turn=turns.get(line.turn),
                uuid=line.uuid,
                role=line.record.role,
                content=batch.words[line.uuid],
                subagent=line.subagent,
                said_at=line.at,
            )
            for line in batch.messages
        ]
        return {row.uuid: row.pk for row in Message.objects.bulk_create(self._threads.append(session, rows))}

    def _write_calls(self, session: CodingSession, batch: _Batch, turns: dict[str, Turn], ids: dict[str, int]) -> int:
        """Write the new calls, each behind what was said last in its thread; returns how many."""
        own = {uuid: pk for uuid, (pk, session_id) in batch.known.messages.items() if session_id == session.pk}
        new, rows = dict(batch.calls), []
        for line in batch.lines:
            thread = self._threads.of(session, line.subagent)
            thread.last_message = ids.get(line.uuid) or own.get(line.uuid) or thread.last_message
            for call in calls_of([line]):
                if new.pop(call.call_id, None):
                    row = self._row(call, session, turns.get(line.turn))
                    row.message_id = thread.last_message
                    self._take_answer(row, batch)
                    rows.append(row)
        return len(ToolCall.objects.bulk_create(rows))

    def _row(self, call: Call, session: CodingSession, turn: Turn | None) -> ToolCall:
        counts = self._tally.redactions
        return ToolCall(
            team_id=session.team_id,
            project_id=session.project_id,
            session=session,
            turn=turn,
            call_id=call.call_id,
            name=clean_text(call.name, counts)[:_NAME],
            target=clean_text(call.target, counts)[:_TARGET],
            subagent=call.line.subagent,
            called_at=call.line.at,
        )

    def _answer(self, batch: _Batch) -> None:
        """Results that come later than their call."""
        session = self._keeper.row
        open_calls = [
            call
            for call in batch.known.calls.values()
            if session and call.session_id == session.pk and not (call.result or call.failed)
        ]
        answered = [call for call in open_calls if self._take_answer(call, batch)]
        if answered:
            ToolCall.objects.bulk_update(answered, ["result", "failed"])

    def _take_answer(self, call: ToolCall, batch: _Batch) -> bool:
        """What came back from a call, if these lines tell; what Cairn itself answered is memory already."""
        head, failed = batch.answers.get(call.call_id, ("", False))
        if head and not is_own(call.name, call.target):
            call.result = clean_text(head, self._tally.redactions)[:_RESULT]
        call.failed = failed
        return bool(call.result or call.failed)
