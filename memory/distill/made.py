"""What came of a turn, whoever distilled it."""

from dataclasses import dataclass

from memory.adapters.distiller import RULES
from memory.rules.distillation import Fact


@dataclass(frozen=True)
class Made:
    """What came of a turn: facts, bullets, what made them, and why that is not, or not wholly, what was wished."""

    facts: tuple[Fact, ...]
    bullets: tuple[str, ...]
    by: str = RULES
    note: str = ""
