"""What a model is asked to do with a turn. The server's own models are asked the same."""

from __future__ import annotations

import os

from hooks import memory_types

_PROMPTS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "prompts")


def task() -> str:
    """The task for one turn, with the meaning of each type."""
    return _read("distill.md").replace("{types}", memory_types.meanings())


def batch_task() -> str:
    """What is added to it for several turns at once."""
    return _read("batch.md")


def _read(name: str) -> str:
    with open(os.path.join(_PROMPTS, name), encoding="utf-8") as file:
        return file.read()
