"""The door to Claude Code's transcripts: what each line says, and which turn it belongs to.

Client and server read them through here, so that both make the same of a file.
"""

from __future__ import annotations

from hooks.transcripts.record import Record, named_by_content, parse
from hooks.transcripts.tools import head_of, is_own, one_line, target_of

__all__ = [
    "Chains",
    "Record",
    "TranscriptTurn",
    "TurnKeys",
    "head_of",
    "is_own",
    "named_by_content",
    "one_line",
    "parse",
    "read_turns",
    "target_of",
]


class TranscriptTurn:
    """What a person asked, and all that followed.

    `uuid`: the client's prompt id, else the uuid of the line that asked. `at`: ISO text. `items`: ("text", what the
    agent said, or in a quote what the person threw in while it worked) and ("tool", a line), in order. `tools`: how
    many calls.
    """

    __slots__ = ("at", "items", "prompt", "tools", "uuid")

    def __init__(self, uuid: str, at: str, prompt: str) -> None:
        self.uuid, self.at, self.prompt = uuid, at, prompt
        self.items: list[tuple[str, str]] = []
        self.tools = 0


class TurnKeys:
    """Says of each line of one conversation which turn it belongs to: the key is the turn's uuid, empty for none."""

    def __init__(self, current: str = "") -> None:
        """`current`: the turn that was going on before the first line."""
        self._current = current
        self._prompt_id = ""
        self._task = ""
        self._answered = True

    def keys(self, records: list[Record]) -> list[str]:
        """The keys of these lines, which follow those of the call before.

        A fork gives the lines that it copies the prompt id of its own first prompt: of several prompts under one id,
        each answered, the last has the id and the others go by their own uuid.
        """
        openings = self._openings(records)
        owners = {records[at].prompt_id: at for at in openings}
        keys, begins = [], set(openings)
        for at, record in enumerate(records):
            if at in begins:
                owned = record.prompt_id and owners[record.prompt_id] == at
                self._current = record.prompt_id if owned else record.uuid
            if record.sidechain:
                self._task = record.prompt_id or self._task
            keys.append((self._task if record.sidechain else "") or self._current)
        return keys

    def _openings(self, records):
        """Where turns begin; a prompt told in several lines begins one, at the first."""
        openings: list[int] = []
        for at, record in enumerate(records):
            if record.opens:
                if self._answered or not record.prompt_id or record.prompt_id != self._prompt_id:
                    openings.append(at)
                self._prompt_id, self._answered = record.prompt_id, False
            elif record.role == "assistant" and not record.sidechain:
                self._answered = True
        return openings


class Chains:
    """Tells the subagents of older clients apart: their lines stand among the others, each a chain of parents."""

    def __init__(self) -> None:
        self._roots: dict[str, str] = {}
        self._last = ""

    def __contains__(self, uuid: str) -> bool:
        return uuid in self._roots

    def root_of(self, record: Record) -> str:
        """The uuid of the line that began the record's chain, empty in the main thread. Ask of every line, in order.

        A line whose parent is not in the file goes with the chain before it.
        """
        root = ""
        if record.sidechain:
            orphan = record.parent and record.parent not in self._roots
            root = (self._last if orphan else self._roots.get(record.parent, "")) or record.uuid
            self._last = root
        self._roots[record.uuid] = root
        return root


def read_turns(lines) -> list[TranscriptTurn]:
    """The turns of a local transcript (its lines, str or bytes), in order; lines that cannot be read are passed over.

    What subagents did is in their own files or marked as theirs, and not in these turns: their call is.
    """
    records = list(_main_thread(lines))
    called = {call_id: (name, target) for record in records for call_id, name, target in record.calls}
    came_back = {call_id: (head, failed) for record in records for call_id, head, failed in record.results}
    turns: dict[str, TranscriptTurn] = {}
    for key, record in zip(TurnKeys().keys(records), records, strict=True):
        if record.opens and key not in turns:
            turns[key] = TranscriptTurn(key, record.at, record.asked)
        elif key in turns:
            _add(turns[key], record)
        for call_id, _, _ in record.calls if key in turns else ():
            turns[key].tools += 1
            turns[key].items.append(("tool", one_line(*called[call_id], *came_back.get(call_id, ("", False)))))
    return list(turns.values())


def _main_thread(lines):
    """The lines of the conversation with the person, each once."""
    seen = set()
    for record in map(parse, lines):
        line = (record.uuid, record.text)
        if not (record.sidechain or (record.uuid and line in seen)):
            seen.add(line)
            yield record


def _add(turn, record):
    if record.role == "assistant" and record.text:
        turn.items.append(("text", record.text))
    elif record.text:
        turn.items.append(("text", "> " + record.text.replace("\n", "\n> ")))
