"""Who may be believed: whether a captured fact starts active, why, and when a team's line moves."""

from dataclasses import dataclass
from decimal import ROUND_DOWN, Decimal

# What a person says of their own work is believed from here on; below this the rules have guessed what was meant.
TOLD_LINE = 0.6
DEFAULT_LINE = 0.8
# Where a line can be set, and where it stops when it moves by itself.
LOWEST, HIGHEST = 0.5, 0.98
# Fewer memories than these (started active by the line, or judged drafts) say nothing of where it should be.
FEWEST = 20
# Days that are looked back on.
WINDOW = 30
# How far below the line drafts are looked at, to see whether it is too high.
BAND = 0.05
_UP, _DOWN = 0.05, 0.02
# It goes up where more than this share was thrown away, and down where more than that one was approved.
TOO_MANY_THROWN, NEARLY_ALL_APPROVED = 0.2, 0.95


@dataclass(frozen=True)
class Belief:
    """Whether a fact starts active; `basis` is one word for it, `why` a sentence's end that people read."""

    active: bool
    basis: str
    why: str


def belief(*, source: str, confidence: float, distiller: str, line: float) -> Belief:
    """What to think of a captured fact. `distiller` is the model whose evidence was checked, "" for the rules."""
    if source == "user" and confidence >= TOLD_LINE:
        return Belief(True, "told", "a person said it")
    if distiller:
        return Belief(True, "checked", f"{distiller} distilled it, and its evidence was checked")
    if confidence >= line:
        return Belief(True, "confident", f"confidence {share(confidence)} reaches the team's line {share(line)}")
    return Belief(False, "doubted", f"confidence {share(confidence)} is below the team's line {share(line)}")


def raised(line: float, *, active: int, thrown: int) -> float:
    """Where the line belongs after so many memories started active by it, and so many of them were thrown away."""
    if active < FEWEST or thrown <= TOO_MANY_THROWN * active:
        return line
    return max(line, min(HIGHEST, round(line + _UP, 2)))


def lowered(line: float, *, judged: int, approved: int) -> float:
    """Where the line belongs after so many drafts just below it were judged, and so many of them approved."""
    if judged < FEWEST or approved <= NEARLY_ALL_APPROVED * judged:
        return line
    return min(line, max(LOWEST, round(line - _DOWN, 2)))


def share(number: float) -> str:
    """`.62`; cut, not rounded, so that what is below a line never reads as if it reached it."""
    cut = Decimal(str(min(max(number, 0.0), 1.0))).quantize(Decimal("0.01"), ROUND_DOWN)
    return f"{cut:.2f}".removeprefix("0")
