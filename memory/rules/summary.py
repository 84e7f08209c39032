"""The zero-cost summariser: three to eight impersonal bullets of what a turn decided, solved, changed and found."""

import re
from collections.abc import Sequence

from memory.rules.dates import absolute_dates
from memory.rules.distillation import Fact, TurnMaterial, distill_turn
from memory.rules.extraction.texts import head_and_tail
from memory.rules.languages import is_english
from memory.rules.noise import noise_reason
from memory.rules.outcomes import outcomes
from memory.rules.own_words import own_words
from memory.rules.paths import is_plain
from memory.rules.salience import salience
from memory.rules.segmentation import Segment, segments, sentences
from memory.rules.wording import foreign, impersonal

MAX_BULLETS = 8
MAX_CHARACTERS = 240
_EDITS = frozenset(("Edit", "Write", "MultiEdit", "NotebookEdit"))
_ENOUGH = 2.2


REQUEST = "Request:"


def summary_bullets(material: TurnMaterial, facts: Sequence[Fact] | None = None) -> tuple[str, ...]:
    """Bullets without their dash: facts first, then changes, resolved failures and files; fewer for tiny turns.

    `facts` are those that the rules found, where the turn has been read already.
    """
    told = distill_turn(material).facts if facts is None else facts
    bullets = [shortened(fact.content) for fact in told]
    bullets += [
        f"`{found.command}` failed with `{found.error}` and passes after the change."
        for found in outcomes(material.tools)
    ]
    files = _files(material)
    room = MAX_BULLETS - len(bullets) - (1 if files else 0)
    bullets += _findings(material, bullets, room)
    if files:
        bullets.append(files)
    if not bullets:
        bullets = _topic(material)
    return tuple(_distinct(bullets)[:MAX_BULLETS])


def _findings(material: TurnMaterial, known: list[str], room: int) -> list[str]:
    """The weightiest other statements of the answer, in its own order."""
    dated = absolute_dates(head_and_tail(material.answer), now=material.occurred_at)
    english = is_english(dated)
    scored: list[tuple[float, int, str]] = []
    for at, (segment, sentence) in enumerate(_lines(segments(dated))):
        weight = salience(sentence)
        if weight.rejected or weight.score < _ENOUGH or sentence.rstrip().endswith(":"):
            continue
        text = shortened(impersonal(sentence) if english else foreign(sentence))
        if len(text) > 20 and not any(_alike(text, other) for other in known):
            scored.append((weight.score + (0.4 if segment.kind == "bullet" else 0.0), at, text))
    best = sorted(scored, key=lambda item: (-item[0], item[1]))[: max(0, min(room, 5))]
    return [text for _, _, text in sorted(best, key=lambda item: item[1])]


def _lines(parts: list[Segment]) -> list[tuple[Segment, str]]:
    return [(part, sentence) for part in parts if part.kind in ("prose", "bullet") for sentence in sentences(part.text)]


def _files(material: TurnMaterial) -> str:
    names: list[str] = []
    for tool in material.tools:
        if (
            tool.name in _EDITS
            and tool.target
            and not tool.failed
            and tool.target not in names
            and is_plain(tool.target)
        ):
            names.append(tool.target)
    if not names:
        return ""
    shown = ", ".join(names[:6])
    return f"Files changed: {shown}{f' and {len(names) - 6} more' if len(names) > 6 else ''}."


def _topic(material: TurnMaterial) -> list[str]:
    """A turn without findings is at least remembered by what it was about."""
    for text, is_answer in ((material.answer, True), (own_words(material.prompt), False)):
        if noise_reason(text):
            continue
        for _, sentence in _lines(segments(absolute_dates(head_and_tail(text), now=material.occurred_at))):
            if is_answer and salience(sentence).rejected:
                continue
            worded = shortened(impersonal(sentence) if is_english(sentence) else foreign(sentence))
            if len(worded) > 20:
                return [worded if is_answer else f"{REQUEST} {worded}"]
    return []


def shortened(text: str) -> str:
    """`text` as a bullet holds it: at most `MAX_CHARACTERS`, cut behind a sentence or word."""
    if len(text) <= MAX_CHARACTERS:
        return text
    cut = text.rfind(". ", 60, MAX_CHARACTERS)
    return text[: cut + 1] if cut > 0 else f"{text[: text.rfind(' ', 0, MAX_CHARACTERS - 1)]} …"


_WORD = re.compile(r"\w{3,}")


def _alike(text: str, other: str) -> bool:
    words, others = set(_WORD.findall(text.lower())), set(_WORD.findall(other.lower()))
    return len(words & others) >= 0.7 * max(1, min(len(words), len(others)))


def _distinct(bullets: list[str]) -> list[str]:
    kept: list[str] = []
    for bullet in bullets:
        if not any(_alike(bullet, other) for other in kept if not bullet.startswith("Files changed")):
            kept.append(bullet)
    return kept
