"""What the model is asked: the task from the prompt files, the form of the answer, and the turns."""

from __future__ import annotations

import json

from hooks import memory_types
from hooks.distilling.material import Material
from hooks.distilling.task import batch_task, task

MOST_TURNS = 10
LONGEST_BATCH = 120_000  # characters, about 30,000 tokens
CHARS_A_TOKEN = 4
# What the client adds around our words (its own lines, the tool for the answer), and a usual answer for a turn.
OVERHEAD_TOKENS, ANSWER_TOKENS = 700, 250

_FACT = {
    "type": "object",
    "properties": {
        "content": {"type": "string"},
        "type": {"type": "string", "enum": list(memory_types.VALUES)},
        "confidence": {"type": "number"},
        "evidence": {"type": "string"},
    },
    "required": ["content", "type", "confidence", "evidence"],
}
_TURN = {
    "type": "object",
    "properties": {
        "turn": {"type": "integer"},
        "facts": {"type": "array", "items": _FACT},
        "summary": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["turn", "facts"],
}
SCHEMA = json.dumps(
    {"type": "object", "properties": {"turns": {"type": "array", "items": _TURN}}, "required": ["turns"]}
)


def system_prompt() -> str:
    """The task, and how it is answered for several turns at once."""
    return f"{task()}\n{batch_task()}"


def question(batch: list[Material]) -> str:
    """The turns, numbered from 1."""
    return "\n\n".join(material.told(number) for number, material in enumerate(batch, start=1))


def batches(materials: list[Material]) -> list[list[Material]]:
    """The turns in groups that fit one call."""
    found: list[list[Material]] = []
    size = 0
    for material in materials:
        length = len(material.text)
        if not found or len(found[-1]) >= MOST_TURNS or size + length > LONGEST_BATCH:
            found.append([])
            size = 0
        found[-1].append(material)
        size += length
    return found


def estimate(batch: list[Material]) -> tuple[int, int]:
    """About how many tokens a call takes: in, out."""
    read = len(system_prompt()) + len(SCHEMA) + len(question(batch))
    return read // CHARS_A_TOKEN + OVERHEAD_TOKENS, ANSWER_TOKENS * len(batch)
