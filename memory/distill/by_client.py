"""Takes what a developer's own Claude made of a turn, and holds it against the turn like any model's answer."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from memory.capture.event_validation import DISTILLED
from memory.distill import material as gathering
from memory.distill.answers import Answer, Unreadable, read_answer
from memory.distill.checking import checked
from memory.distill.made import Made
from memory.models import Observation, Turn
from memory.rules.distillation import ToolUse, TurnMaterial
from memory.rules.summary import summary_bullets

NAME = "claude"
_LATE = f"{NAME}: nothing came in time"
_NOTE_CHARS = 300
_MOST_FACTS, _MOST_QUOTES = 5, 12
_HEAD_CHARS = 1_000  # more of a tool's output than any client reads
_SOURCES = ("user", "assistant", "tool")


@dataclass(frozen=True)
class Told:
    """One answer of a developer's Claude: its facts, or why it has none.

    `alone`: the turn stayed on their machine, so that its short evidence is all there is to check by. `history`: it is
    about a session of long ago.
    """

    by: str
    answer: Answer
    failure: str = ""
    note: str = ""
    alone: bool = False
    history: bool = False


@dataclass(frozen=True)
class Source:
    """A turn to check against: its material, and all of its text that the client may have read."""

    material: TurnMaterial
    text: str


def latest(observations: Sequence[Observation]) -> Observation | None:
    """The answer to work with: the last that has facts, else the last."""
    told = [row for row in observations if row.event == DISTILLED]
    answered = [row for row in told if isinstance(row.payload.get("facts"), list)]
    return next(reversed(answered or told), None)


def read(row: Observation) -> Told:
    """The answer in this observation; whatever it holds, it can be read."""
    payload: dict[str, Any] = row.payload
    by = str(payload.get("distiller") or NAME)
    by = (by if by.startswith(NAME) else f"{NAME}:{by}")[:40]
    told = Told(
        by,
        Answer(),
        note=str(payload.get("note") or "")[:_NOTE_CHARS],
        alone=payload.get("raw") == "off",
        history=bool(payload.get("history")),
    )
    if not isinstance(payload.get("facts"), list):
        return replace(told, failure=str(payload.get("failure") or "its answer has no facts")[:_NOTE_CHARS])
    try:
        given = {
            "facts": [_bounded(fact) for fact in payload["facts"][:_MOST_FACTS]],
            "summary": payload.get("summary"),
        }
        return replace(told, answer=read_answer(json.dumps(given)))
    except (Unreadable, ValueError, RecursionError):
        return replace(told, failure="its answer has another shape")


def _bounded(fact: object) -> object:
    """A fact with no more quotations than one may need: each is looked up in the whole turn."""
    if isinstance(fact, dict) and isinstance(fact.get("evidence"), list):
        return {**fact, "evidence": fact["evidence"][:_MOST_QUOTES]}
    return fact


def source(turn: Turn, row: Observation, observations: Sequence[Observation]) -> Source:
    """What the answer is checked against: the turn's events, else its transcript, else (alone) its own evidence."""
    if observations:
        found = replace(gathering.gather(turn, observations), tools=gathering.all_tools(turn, observations))
    elif row.payload.get("raw") == "off":
        found = _of_evidence(row)
    else:
        found = gathering.gather_said(turn)
    return Source(found, _text(found))


def made(told: Told, source: Source) -> Made | str:
    """The facts and bullets that hold; or why none does, in words for the turn."""
    if told.failure:
        return f"{told.by}: {told.failure}"[:_NOTE_CHARS]
    kept = checked(told.answer, source.material, by=told.by, text=source.text)
    refused = "; ".join(dict.fromkeys(kept.refused))
    if refused and not kept.facts:
        return f"{told.by}: {refused}"[:_NOTE_CHARS]
    total = len(kept.refused) + len(kept.facts)
    note = f"{len(kept.refused)} of {total} facts rejected: {refused}" if refused else told.note
    bullets = kept.bullets or (() if told.alone else summary_bullets(source.material))
    return Made(kept.facts, bullets, told.by, note[:_NOTE_CHARS])


def has_settled(turn: Turn) -> bool:
    """Whether a developer's Claude made this turn's facts: what arrives later is no longer the rules' to read."""
    return turn.distiller.startswith(NAME)


def late_note(turn: Turn) -> str:
    """Why the server works on a turn that was promised to the developer's Claude."""
    return _LATE if turn.distill == Turn.Distill.CLAUDE else ""


def _of_evidence(row: Observation) -> TurnMaterial:
    """A turn of which only the quotations are known, each in the words of whoever said it."""
    said: dict[str, list[str]] = {name: [] for name in _SOURCES}
    facts = row.payload.get("facts")
    for fact in map(_bounded, facts[:_MOST_FACTS] if isinstance(facts, list) else []):
        if isinstance(fact, dict):
            quotes = fact.get("evidence")
            quotes = quotes if isinstance(quotes, list) else [quotes]
            who = fact.get("source") if fact.get("source") in _SOURCES else "tool"
            said[str(who)] += [quote for quote in quotes if isinstance(quote, str)]
    tools = tuple(ToolUse("evidence", output=quote) for quote in said["tool"])
    joined = {who: "\n".join(said[who]) for who in ("user", "assistant")}
    return TurnMaterial(joined["user"], joined["assistant"], tools, gathering.local_time(row))


def _text(material: TurnMaterial) -> str:
    """All of it: what a client cuts, and how, is its own affair."""
    tools = "\n".join(gathering.one_line(tool) + (f"\n{tool.output[:_HEAD_CHARS].strip()}") for tool in material.tools)
    parts = (("Developer", material.prompt), ("Tool calls", tools), ("Agent", material.answer))
    return "\n\n".join(f"## {name}\n{text}" for name, text in parts if text)
