"""The first station of a transcript: its lines become messages, tool calls and turns, idempotently."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.db import transaction

from hooks.transcripts.turn_reader import Record
from memory import audit
from memory.access import Actor
from memory.capture import gates
from memory.capture.locks import one_sender_a_person
from memory.capture.transcripts.line_reader import Reader
from memory.capture.transcripts.placing import Placer, by_session, fitting
from memory.capture.transcripts.sessions import Origin, SessionKeeper
from memory.capture.transcripts.standing_in import give_way
from memory.capture.transcripts.storing import Store, Tally
from memory.errors import Refused
from memory.models.lexicon import Collection
from memory.recall import lexicon
from memory.rules.identity import ProjectIdentity


@dataclass(frozen=True)
class TranscriptReceipt:
    """What became of some lines.

    `accepted` and `calls` were stored now, `duplicates` are messages that were stored before, `skipped` counts lines
    by why nothing of them is kept. `next_offset`: bytes, behind the last complete line. `sessions`: the client's ids
    of the conversations that the lines belong to.
    """

    accepted: int
    duplicates: int
    calls: int
    skipped: dict[str, int]
    next_offset: int
    sessions: frozenset[str] = frozenset()


@transaction.atomic
def record_transcript(
    lines: Iterable[bytes],
    *,
    session_id: str,
    actor: Actor,
    offset: int = 0,
    project: ProjectIdentity | None = None,
    root: str = "",
    branch: str = "",
    path: str = "",
    subagent: str = "",
    agent_id: str = "",
) -> TranscriptReceipt:
    """Store lines of a transcript as its file yields them, with their line ends; sending them again adds nothing.

    A message is known by its uuid in its project: what a fork or a colleague's copy repeats is there already. A line
    belongs to the session that it names, else to `session_id`; what is not told the lines tell. `offset`: where in
    the file they begin, in bytes. Only what is being read is held in memory.

    Raises Refused ("not_a_transcript") when lines from the file's start hold no JSON object, Forbidden without the
    capture scope, Refused("blocked") for lines of a session or agent that is switched off.
    """
    actor.authorize("capture")
    if not fitting(session_id).strip():
        raise Refused("invalid_session_id", "A transcript belongs to a session. Give the client's session id.")
    one_sender_a_person(actor)
    reader, tally = Reader(lines, offset), Tally()
    origin = Origin(actor, project, root, branch, path, subagent, agent_id)
    sessions = _Sessions(origin, tally)
    for records in reader.batches():
        for external_id, own in by_session(records, session_id).items():
            sessions.add(external_id, own)
    sessions.close()
    if tally.messages:
        sessions.give_way()
    if tally.private:
        reader.skipped["private"] = tally.private
    if tally.not_captured:
        reader.skipped[gates.NOT_CAPTURED] = tally.not_captured
    _finish(tally, reader, actor=actor)
    return TranscriptReceipt(
        len(tally.messages), tally.duplicates, tally.calls, reader.skipped, reader.next_offset, sessions.spoken
    )


class _Sessions:
    """The sessions that the lines of one call belong to; mostly it is one."""

    def __init__(self, origin: Origin, tally: Tally) -> None:
        self._origin = origin
        self._tally = tally
        self._open: dict[str, tuple[SessionKeeper, Placer, Store]] = {}
        self.spoken: frozenset[str] = frozenset()

    def add(self, external_id: str, records: list[Record]) -> None:
        """Store lines of one session."""
        if external_id not in self._open:
            self._open[external_id] = self._begin(external_id, records)
        keeper, placer, store = self._open[external_id]
        for record in records:
            keeper.hear(record)
        lines = placer.place(records)
        store.add(lines)
        if any(line.record.text or line.record.calls for line in lines):
            self.spoken |= {external_id}

    def close(self) -> None:
        """Bring the sessions' own rows up to date."""
        for keeper, placer, store in self._open.values():
            store.close()
            keeper.write(placer.has_seen, self._tally.redactions)

    def give_way(self) -> None:
        """Let what was stored take the place of what events told of it."""
        for keeper, _, _ in self._open.values():
            if keeper.row:
                give_way(keeper.row, actor=self._origin.actor)

    def _begin(self, external_id: str, records: list[Record]) -> tuple[SessionKeeper, Placer, Store]:
        # A file is its first session's; others in it came along, by a fork or by hand.
        origin = replace(self._origin, path="") if self._open else self._origin
        gates.ensure_open(external_id, origin.agent_id, actor=origin.actor)
        keeper = SessionKeeper(external_id, origin)
        row = keeper.row
        placer = Placer(subagent=self._origin.subagent, latest=row.last_event_at if row else None)
        if row:
            begun = row.turns.filter(started_at__lte=placer.begins_at(records)).order_by("-started_at")
            placer.continue_turn(begun.values_list("uuid", flat=True).first() or "")
        return keeper, placer, Store(keeper, self._tally)


def _finish(tally: Tally, reader: Reader, *, actor: Actor) -> None:
    """Count the words of what was stored, and write the deed down."""
    if tally.messages or tally.calls:
        counts = {"accepted": len(tally.messages), "calls": tally.calls, "duplicates": tally.duplicates}
        audit.record(
            "capture", "transcripts", actor=actor, **counts, redactions=tally.redactions, skipped=reader.skipped
        )
    if tally.messages:
        lexicon.count(tally.messages, team=actor.team, collection=Collection.MESSAGE)
