"""The order of one conversation on a page: what was said, the tool calls between folded, subagents beside it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain

from memory.models import Message, ToolCall, Turn

# A turn's own copy of the answer is cut where it is long; this much of its beginning tells whether it is the same.
_SAME = 200


@dataclass(frozen=True)
class Words:
    """What one side said; `continues` when it had said something before."""

    role: str
    text: str
    at: datetime
    uuid: str = ""
    continues: bool = False
    kind = "words"


@dataclass(frozen=True)
class Calls:
    """The tool calls between two utterances."""

    calls: tuple[ToolCall, ...]
    at: datetime
    kind = "calls"

    @property
    def names(self) -> list[tuple[str, int]]:
        """The tools with how often each was used, most used first."""
        return Counter(call.name for call in self.calls).most_common()

    @property
    def failed(self) -> int:
        """How many of them failed."""
        return sum(call.failed for call in self.calls)


@dataclass(frozen=True)
class Subagent:
    """A conversation beside the turn's own: whose, about what, since when, and how much of it there is."""

    name: str
    task: str
    at: datetime
    messages: int
    kind = "subagent"


@dataclass(frozen=True)
class Compaction:
    """A moment at which the client went on with a summary in place of the words."""

    at: datetime
    kind = "compaction"


Aside = Subagent | Compaction
Entry = Words | Calls | Aside


def thread(messages: Sequence[Message], calls: Iterable[ToolCall], asides: Iterable[Aside] = ()) -> list[Entry]:
    """One conversation in order: each message with the calls that followed it; asides stand where their time is.

    Calls that followed nothing said here (a command opened the turn) come first.
    """
    known = {message.pk for message in messages}
    after: dict[int | None, list[ToolCall]] = {}
    for call in calls:
        after.setdefault(call.message_id if call.message_id in known else None, []).append(call)
    told = chain(_folded(after.get(None)), *(_with_calls(message, after) for message in messages))
    return _spoken(_placed(list(told), sorted(asides, key=lambda aside: aside.at)))


def summarised(turn: Turn, entries: list[Entry]) -> list[Entry]:
    """What the turn itself knows of prompt and answer, where the transcript has not brought them yet."""
    said = [entry for entry in entries if isinstance(entry, Words)]
    if turn.prompt and not any(words.role == "user" for words in said):
        entries = [Words("user", turn.prompt, turn.started_at), *entries]
    if turn.answer and not any(words.text.startswith(turn.answer[:_SAME]) for words in said):
        entries = [*entries, Words("assistant", turn.answer, turn.ended_at or turn.started_at)]
    return _spoken(entries)


def _with_calls(message: Message, after: dict[int | None, list[ToolCall]]) -> Iterator[Entry]:
    yield Words(message.role, message.content, message.said_at, message.uuid)
    yield from _folded(after.get(message.pk))


def _folded(calls: list[ToolCall] | None) -> Iterator[Calls]:
    if calls:
        yield Calls(tuple(calls), calls[0].called_at)


def _placed(told: list[Entry], asides: list[Aside]) -> list[Entry]:
    """Asides between the entries, each after the last one that is not later."""
    placed: list[Entry] = []
    for entry in told:
        while asides and asides[0].at < entry.at:
            placed.append(asides.pop(0))
        placed.append(entry)
    return [*placed, *asides]


def _spoken(entries: Iterable[Entry]) -> list[Entry]:
    """The entries, each utterance knowing whether its speaker goes on."""
    speaker = ""
    spoken: list[Entry] = []
    for entry in entries:
        if isinstance(entry, Words):
            spoken.append(replace(entry, continues=entry.role == speaker))
            speaker = entry.role
        else:
            spoken.append(entry)
    return spoken
