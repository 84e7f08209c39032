"""Puts what was said in a turn and what tools did in it back into one order: the reading side of a transcript."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from hooks.transcripts.turn_reader import head_of, one_line, target_of
from memory.models import Message, Observation, ToolCall, Turn

_TOOL_EVENTS = ("PostToolUse", "PostToolUseFailure")
Row = TypeVar("Row", Message, ToolCall, Observation)


@dataclass(frozen=True)
class Item:
    """One thing of a turn: words (`kind` "text", verbatim) or a tool call in one line (`kind` "tool").

    `role` is user or assistant. `subagent` is '' in the conversation with the person; `uuid` is the message's
    own, '' where there is none.
    """

    kind: str
    text: str
    role: str
    at: datetime
    subagent: str = ""
    uuid: str = ""


@dataclass(frozen=True)
class TurnText:
    """A turn verbatim: what was asked (message `prompt_uuid`, '' before its transcript arrived), and all after it.

    `wanted` marks the one that was asked for; `short` is what names it in its session.
    """

    turn: Turn
    at: datetime
    prompt: str
    items: tuple[Item, ...]
    wanted: bool
    short: str
    prompt_uuid: str = ""


@dataclass(frozen=True)
class _Material:
    """All rows of one turn."""

    turn: Turn
    messages: list[Message]
    calls: list[ToolCall]
    seen: list[Observation]


def verbatim(pks: Sequence[int], *, wanted: int, threads: set[str] | None, shorts: Mapping[str, str]) -> list[TurnText]:
    """The turns with these keys in order of time, in four queries; `threads` are the subagents that speak ('' for
    the conversation with the person), None for all. `shorts` has the short name of each turn's uuid."""
    return [_text(material, material.turn.pk == wanted, shorts) for material in _materials(pks, threads)]


def _materials(pks: Sequence[int], threads: set[str] | None) -> list[_Material]:
    turns = Turn.objects.filter(pk__in=pks).order_by("started_at", "pk")
    messages = Message.objects.filter(turn__in=pks).order_by("position")
    calls = ToolCall.objects.filter(turn__in=pks).order_by("called_at", "pk")
    if threads is not None:
        messages, calls = messages.filter(subagent__in=threads), calls.filter(subagent__in=threads)
    said, used = list(messages), list(calls)
    # Row-level security shows raw observations to their author alone.
    unread = set(pks) - {call.turn_id for call in used}
    seen = list(Observation.objects.filter(turn__in=unread, event__in=_TOOL_EVENTS).order_by("occurred_at", "pk"))
    return [_Material(turn, _of(turn, said), _of(turn, used), _of(turn, seen)) for turn in turns]


def _of(turn: Turn, rows: Iterable[Row]) -> list[Row]:
    return [row for row in rows if row.turn_id == turn.pk]


def _text(material: _Material, wanted: bool, shorts: Mapping[str, str]) -> TurnText:
    """The turn as its transcript has it; what has not arrived is told from what the hooks left."""
    turn = material.turn
    main = [message for message in material.messages if not message.subagent]
    opening = main[0] if main and main[0].role == Message.Role.USER else None
    items = [item for item in _woven(material) if not _is(item, opening)]
    if turn.answer and all(message.role == Message.Role.USER for message in main):
        items.append(Item("text", turn.answer, Message.Role.ASSISTANT, turn.ended_at or turn.started_at))
    prompt, uuid = (opening.content, opening.uuid) if opening else (turn.prompt, "")
    return TurnText(turn, turn.started_at, prompt, tuple(items), wanted, shorts[turn.uuid], uuid)


def _is(item: Item, message: Message | None) -> bool:
    return message is not None and item.uuid == message.uuid and not item.subagent


def _woven(material: _Material) -> list[Item]:
    """One turn in the order of the conversation.

    A call stands behind the words it followed, a subagent's thread behind what had happened when it began.
    """
    main, *threads = _threads(material.messages, material.calls)
    for observation in material.seen:
        _place([_told(observation)], main)
    for thread in sorted(threads, key=lambda items: items[0].at):
        _place(thread, main)
    return main


def _threads(messages: Iterable[Message], calls: Iterable[ToolCall]) -> list[list[Item]]:
    """The main thread, and each subagent's that has anything."""
    said: dict[str, list[Message]] = defaultdict(list, {"": []})
    used: dict[str, list[ToolCall]] = defaultdict(list)
    for message in messages:
        said[message.subagent].append(message)
    for call in calls:
        used[call.subagent].append(call)
    return [_thread(said[name], used[name]) for name in dict.fromkeys([*said, *used])]


def _thread(messages: Iterable[Message], calls: Iterable[ToolCall]) -> list[Item]:
    following: dict[int | None, list[ToolCall]] = defaultdict(list)
    for call in calls:
        following[call.message_id].append(call)
    items: list[Item] = []
    for message in messages:
        items.append(Item("text", message.content, message.role, message.said_at, message.subagent, message.uuid))
        items += map(_used, following.pop(message.pk, ()))
    for call in (call for loose in following.values() for call in loose):
        _place([_used(call)], items)
    return items


def _place(block: list[Item], items: list[Item]) -> None:
    """Insert the block behind the last item that is not younger than it."""
    older = (index for index in range(len(items), 0, -1) if items[index - 1].at <= block[0].at)
    index = next(older, 0)
    items[index:index] = block


def _used(call: ToolCall) -> Item:
    text = one_line(call.name, call.target, call.result, call.failed)
    return Item("tool", text, Message.Role.ASSISTANT, call.called_at, call.subagent)


def _told(observation: Observation) -> Item:
    """A tool call as its hook told of it."""
    payload = observation.payload
    name, failed = str(payload.get("tool_name") or ""), observation.event == "PostToolUseFailure"
    head = head_of(payload.get("error")) if failed else ""
    text = one_line(name, target_of(name, payload.get("tool_input")), head, failed)
    return Item("tool", text, Message.Role.ASSISTANT, observation.occurred_at)
