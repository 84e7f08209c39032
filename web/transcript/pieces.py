"""Pieces of conversations: loads what was said and done in turns, and cuts what is more than a page carries."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, Window
from django.db.models.functions import Left

from memory.errors import NotFound
from memory.models import CodingSession, Message, ToolCall, Turn
from web.transcript.thread import Aside, Compaction, Entry, Subagent, summarised, thread

# What one page may weigh, in characters: nearly all of its time goes to marking up what was said.
PAGE_WEIGHT = 40_000
_MESSAGE_WEIGHT = 100
_CALL_WEIGHT = 150
# No more than this is even looked at: one turn may hold a whole day of work.
MOST_MESSAGES = 300
MOST_CALLS = 600
_TASK_LENGTH = 200


@dataclass(frozen=True)
class Piece:
    """A piece of one conversation of a turn (its own, or a subagent's); `more` is the position it goes on after."""

    turn: Turn | None
    entries: list[Entry]
    subagent: str = ""
    more: int | None = None


def load_words(turns: Sequence[Turn]) -> list[Message]:
    """What was said in the turns' own conversations, in order; one message more than a page takes tells of the rest."""
    found = Message.objects.filter(turn__in=turns, subagent="")
    return list(found.order_by("turn__started_at", "turn_id", "position")[: MOST_MESSAGES + 1])


def weight(turn: Turn, messages: Sequence[Message]) -> int:
    """What showing a turn costs."""
    heard = 0 if messages else len(turn.prompt) + len(turn.answer)
    return heard + turn.tool_count * _CALL_WEIGHT + sum(_weight(message) for message in messages)


def read_pieces(
    session: CodingSession, turns: Sequence[Turn], words: dict[int | None, list[Message]], *, until: datetime | None
) -> dict[int, Piece]:
    """By turn, its own conversation from the beginning; `until` is when the turn after the last one starts."""
    used = ToolCall.objects.filter(turn__in=turns, subagent="").order_by("called_at", "pk")
    calls: dict[int | None, list[ToolCall]] = defaultdict(list)
    # Of several turns each is light; one alone may be of any size.
    for call in used if len(turns) > 1 else used[: MOST_CALLS + 1]:
        calls[call.turn_id].append(call)
    asides = _subagents(turn__in=turns)
    for turn, compaction in _compactions(session, turns, until):
        asides[turn.pk].append(compaction)
    return {turn.pk: _piece(turn, words.get(turn.pk, []), calls[turn.pk], asides[turn.pk]) for turn in turns}


def read_piece(
    session: CodingSession, turn: Turn | None, *, subagent: str = "", after: int = 0, until: datetime | None = None
) -> Piece:
    """What a conversation of `turn` (None: of what was said outside all turns) says after a position.

    Raises NotFound when there is no such conversation, or nothing more of it.
    """
    told = {"session": session, "turn": turn, "subagent": subagent}
    messages = list(Message.objects.filter(**told, position__gt=after).order_by("position")[: MOST_MESSAGES + 1])
    asides = [] if subagent else _asides(session, turn, until)
    if after:
        asides = [aside for aside in asides if messages and aside.at >= messages[0].said_at]
    used = ToolCall.objects.filter(**({"message__in": messages} if after else told)).order_by("called_at", "pk")
    piece = _piece(turn, messages, list(used[: MOST_CALLS + 1]), asides, subagent)
    if not piece.entries:
        raise NotFound("This conversation does not exist or has no more messages.")
    return piece


def _piece(
    turn: Turn | None, messages: list[Message], calls: list[ToolCall], asides: Iterable[Aside], subagent: str = ""
) -> Piece:
    shown, rest = _cut(messages, calls)
    if rest:
        known = {message.pk for message in shown}
        calls = [call for call in calls if call.message_id in known or call.called_at < rest.said_at]
        here = [aside for aside in asides if aside.at < rest.said_at]
        return Piece(turn, thread(shown, calls, here), subagent, shown[-1].position)
    entries = thread(shown, calls, asides)
    return Piece(turn, entries if subagent or turn is None else summarised(turn, entries), subagent)


def _cut(messages: list[Message], calls: list[ToolCall]) -> tuple[list[Message], Message | None]:
    """What fits on a page, at least one, and the first that does not."""
    room = PAGE_WEIGHT
    # What follows this message was not loaded.
    last = calls[MOST_CALLS].message_id if len(calls) > MOST_CALLS else None
    for at, message in enumerate(messages):
        room -= _weight(message)
        if at and (room < 0 or at == MOST_MESSAGES or (last and last in (message.pk, messages[at - 1].pk))):
            return messages[:at], message
    return messages, None


def _weight(message: Message) -> int:
    return len(message.content) + _MESSAGE_WEIGHT


def _asides(session: CodingSession, turn: Turn | None, until: datetime | None) -> list[Aside]:
    beside = _subagents(session=session, turn=turn)[turn.pk if turn else None]
    return [*beside, *(compaction for _, compaction in _compactions(session, [turn] if turn else [], until))]


def _compactions(
    session: CodingSession, turns: Sequence[Turn], until: datetime | None
) -> Iterator[tuple[Turn, Compaction]]:
    """The session's compactions with the turn in whose time each was."""
    for at in session.compactions:
        turn = next((turn for turn in reversed(turns) if turn.started_at <= at), None)
        if turn and (until is None or at < until):
            yield turn, Compaction(at)


def _subagents(**of: object) -> dict[int | None, list[Aside]]:
    """By turn, who else spoke in it, and with what task each began."""
    count = Window(Count("pk"), partition_by=[F("turn_id"), F("subagent")])
    first = Message.objects.filter(**of).exclude(subagent="").annotate(task=Left("content", _TASK_LENGTH), count=count)
    first = first.order_by("turn_id", "subagent", "position").distinct("turn_id", "subagent")
    subagents: dict[int | None, list[Aside]] = defaultdict(list)
    for turn_id, name, task, at, number in first.values_list("turn_id", "subagent", "task", "said_at", "count"):
        subagents[turn_id].append(Subagent(name, task, at, number))
    return subagents
