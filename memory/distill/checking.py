"""Holds what a model told against the material: the facts that stay, a reader of it could have written."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from memory.distill.answers import Answer, Told
from memory.distill.prompting import turn_text
from memory.rules import redaction
from memory.rules.classification import TYPES, classify
from memory.rules.dates import absolute_dates
from memory.rules.distillation import Fact, Source, TurnMaterial
from memory.rules.fabrication import Source as Checked
from memory.rules.fabrication import fabricated
from memory.rules.noise import noise_reason
from memory.rules.personal import is_personal
from memory.rules.persons import with_roster
from memory.rules.segmentation import sentences
from memory.rules.wording import impersonal

MAX_FACTS = 5
MAX_CHARACTERS = 600
MAX_BULLET = 240
BULLETS = range(3, 9)
_MAX_SENTENCES = 3
_MIN_QUOTE = 8
_MIN_PART = 3  # of a quotation that leaves something out
_DATE = re.compile(r"(?<!\d)\d{4}-\d\d(?:-\d\d)?(?!\d)")


@dataclass(frozen=True)
class Kept:
    """The facts and bullets that hold, and why the other facts do not."""

    facts: tuple[Fact, ...]
    bullets: tuple[str, ...]
    refused: tuple[str, ...]


@dataclass(frozen=True)
class _Refusal(Exception):
    reason: str


def checked(answer: Answer, material: TurnMaterial, *, by: str, text: str = "") -> Kept:
    """Check every fact and bullet of `answer`; `by` is the model's name. No fact is repaired but in its wording.

    `text` is what the model read of the turn, where it is not `turn_text` of the material.
    """
    source = _source(text or turn_text(material), material)
    facts: list[Fact] = []
    refused: list[str] = []
    for told in answer.facts[:MAX_FACTS]:
        try:
            facts.append(_fact(told, source, material, by))
        except _Refusal as refusal:
            refused.append(refusal.reason)
    return Kept(_once(facts), _bullets(answer.summary, source, material), tuple(refused))


def _source(text: str, material: TurnMaterial) -> Checked:
    meant = _DATE.findall(absolute_dates(text, now=material.occurred_at))
    return Checked(f"{material.project}\n{text}", days=[*meant, f"{material.occurred_at:%Y-%m-%d}"])


def _fact(told: Told, source: Checked, material: TurnMaterial, by: str) -> Fact:
    if len(told.content) > MAX_CHARACTERS or len(sentences(told.content)) > _MAX_SENTENCES:
        raise _Refusal("too long")
    content = _wording(told.content, source, material)
    said_by, excerpt = _evidence(told, material, source)
    found = classify(content)
    if told.type in TYPES:
        sure = told.confidence if told.confidence is not None else 0.7
        return Fact(content, told.type, sure, f"said by {by}", said_by, excerpt)
    return Fact(content, found.type, found.confidence, found.cue, said_by, excerpt)


def _wording(text: str, source: Checked, material: TurnMaterial) -> str:
    """`text`, impersonal and with absolute dates. Raises _Refusal where it says what it must not."""
    content = absolute_dates(text, now=material.occurred_at)
    if is_personal(content, material.people):
        named = with_roster(content, material.people)
        content = " ".join(filter(None, map(impersonal, sentences(named))))
    if noise_reason(content):
        raise _Refusal("says nothing")
    if is_personal(content, material.people):
        raise _Refusal("speaks of a person")
    if kind := redaction.live_credential(content):
        raise _Refusal(f"holds a secret ({kind})")
    if lies := fabricated(content, source):
        # A secret that was made up in no known form must not get into the note either.
        raise _Refusal(f"fabricated: {redaction.redact(', '.join(lies)).text[:80]}")
    return content


def _evidence(told: Told, material: TurnMaterial, source: Checked) -> tuple[Source, str]:
    """Who said the quoted words, and the words. Raises _Refusal where nobody did.

    Quotations from several places are worth what the least trusted of them is.
    """
    if not told.evidence:
        raise _Refusal("no evidence")
    places = [_place(quote, material, source) for quote in told.evidence]
    said_by = next(place for place in ("tool", "assistant", "user") if place in places)
    excerpt = redaction.redact(" … ".join(" ".join(quote.split()) for quote in told.evidence)).text
    return said_by, excerpt[:400]


def _place(quote: str, material: TurnMaterial, whole: Checked) -> Source:
    sizes = list(map(len, _quoted_parts(quote)))
    # Dots and single letters in this order stand in every turn.
    if max(sizes) >= _MIN_QUOTE and min(sizes) >= _MIN_PART:
        spoken: tuple[tuple[Source, str], ...] = (("user", material.prompt), ("assistant", material.answer))
        for said_by, text in spoken:
            if Checked(text).quotes(quote):
                return said_by
        if whole.quotes(quote):
            return "tool"
    raise _Refusal("evidence that is not in the turn")


def _quoted_parts(quote: str) -> list[str]:
    """What a quotation says between its ellipses."""
    return [part.strip(" .…\"'`") for part in re.split(r"…|\.\.\.", quote.strip(" .…\"'`"))]


def _bullets(told: Iterable[str], source: Checked, material: TurnMaterial) -> tuple[str, ...]:
    """The bullets that hold, if they are as many as a summary needs; else none."""
    kept: list[str] = []
    for bullet in told:
        try:
            text = _wording(" ".join(bullet.lstrip("-*• ").split()), source, material)
        except _Refusal:
            continue
        if len(text) <= MAX_BULLET and text not in kept:
            kept.append(text)
    return tuple(kept[: BULLETS.stop - 1]) if len(kept) >= BULLETS.start else ()


def _once(facts: list[Fact]) -> tuple[Fact, ...]:
    return tuple({fact.content: fact for fact in facts}.values())
