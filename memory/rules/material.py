"""The values of distilling: what a turn left behind, and the facts or refusals that came of it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal as OneOf

from memory.rules.classification import FactType

Source = OneOf["assistant", "user", "tool"]


@dataclass(frozen=True)
class ToolUse:
    """One tool call: its name, the file it touched or None, its command, its output, and whether it failed."""

    name: str
    target: str | None = None
    command: str | None = None
    output: str = ""
    failed: bool = False


@dataclass(frozen=True)
class TurnMaterial:
    """What one turn left behind; `occurred_at` is aware, in the developer's own zone.

    `people` are the names of the team's members, `project` is the project's name, where they are known. A `relayed`
    prompt was written by an agent.
    """

    prompt: str
    answer: str
    tools: tuple[ToolUse, ...]
    occurred_at: datetime
    people: frozenset[str] = frozenset()
    project: str = ""
    relayed: bool = False


@dataclass(frozen=True)
class Fact:
    """One memory to be: 1–3 impersonal sentences, their type, and the excerpt of the source they rest on."""

    content: str
    type: FactType
    confidence: float
    cue: str
    source: Source
    excerpt: str


@dataclass(frozen=True)
class Rejection:
    """A text that became no fact, and why: noise, too_short, no_factual_content, hypothesis, question, plan …"""

    text: str
    reason: str


@dataclass(frozen=True)
class Distilled:
    """The facts of one piece of material in order of weight, and what was turned down."""

    facts: tuple[Fact, ...]
    rejected: tuple[Rejection, ...] = ()
