"""The `rules` distiller: a turn or a single text becomes short, typed, impersonal facts, or a reason why not."""

import re
from dataclasses import replace
from datetime import datetime

from memory.rules.claims import Claim, claims_of, is_technical, worth_keeping
from memory.rules.classification import Classified, classify
from memory.rules.extraction.extracting import extract
from memory.rules.grouping import dense
from memory.rules.literals import literals
from memory.rules.material import Distilled, Fact, Rejection, Source, ToolUse, TurnMaterial
from memory.rules.noise import noise_reason
from memory.rules.persons import PERSON

__all__ = ["Distilled", "Fact", "Rejection", "Source", "ToolUse", "TurnMaterial", "distill_text", "distill_turn"]
_SURE = 0.8  # so sure of a type that the original words need not be asked
_TOLD_OUTRIGHT = 0.85  # "we decided to always …" is a decision, whatever rule it makes
_DECIDED = re.compile(r"\b(?:decid|chose|opted|agreed)", re.IGNORECASE)
# One line in small letters that only says what to do (`fix the failing test`): a task for today, no knowledge.
_TASK = re.compile(
    r"(?:please )?(?:add|fix|rename|remove|update|write|create|delete|refactor|implement|check|run|clean up|make|move|"
    r"show|try|look at) (?:a|an|the|this|that|my|our|some|all|these) [^\n]{3,80}$"
)
_WHY = re.compile(
    r"\b(?:because|since|so that|due to|when|otherwise|instead|always|never|must|every|from|to avoid)\b|\d|[:;]"
)


def distill_turn(material: TurnMaterial) -> Distilled:
    """The facts of a turn that the ranker finds worth keeping, or why there are none."""
    facts = extract(material)
    return Distilled(facts, () if facts else _rejections(material))


def distill_text(
    text: str, *, now: datetime, source: Source = "user", people: frozenset[str] = frozenset()
) -> Distilled:
    """One fact that compresses the text, or one rejection: `noise`, `too_short`, `request`, `no_factual_content`.

    `people` are the names of the team's members (first names, full names, usernames): always persons.
    """
    reason = noise_reason(text)
    if reason:
        return Distilled((), (Rejection(text, reason),))
    if _TASK.match(text) and not _WHY.search(text):
        return Distilled((), (Rejection(text, "request"),))
    claims, _ = claims_of(text, now, people=people)
    kept = worth_keeping(claims)
    if not kept or not is_technical(kept):
        return Distilled((), (Rejection(text, "no_factual_content"),))
    fact = _fact(dense(kept), source, told=text)
    return Distilled((fact,)) if fact else Distilled((), (Rejection(text, "no_factual_content"),))


def states_something(text: str, *, now: datetime) -> bool:
    """Tell whether a text that somebody saves on purpose holds more than moods and guesses."""
    claims, _ = claims_of(text, now)
    return bool(claims) or "```" in text or bool(literals(text))


def _fact(claims: list[Claim], source: Source, *, told: str = "") -> Fact | None:
    """The fact that claims make; `told` is the text where it is all about this one fact."""
    content = " ".join(claim.text for claim in claims if claim.text).strip()
    if not content or (not told and len(content) < 25):
        return None
    verdict = _classified(claims, content, told)
    excerpt = " ".join(" ".join(claim.raw for claim in claims).split()).replace(PERSON, "a team member")[:400]
    return Fact(content, verdict.type, verdict.confidence, verdict.cue, source, excerpt)


def _classified(claims: list[Claim], content: str, told: str) -> Classified:
    """Type by the impersonal words, and by the original ones where those say nothing clear."""
    original = " ".join(claim.raw for claim in claims)
    worded = classify(content, told or original)
    if worded.confidence >= _SURE and worded.type != "pattern":
        return worded
    meant = classify(original, told or original)
    if worded.type == meant.type:
        return replace(worded, confidence=max(worded.confidence, meant.confidence))
    if meant.type == "decision" and meant.confidence >= _TOLD_OUTRIGHT and _DECIDED.search(meant.cue):
        return meant
    return worded if worded.confidence >= meant.confidence - 0.05 else meant


def _rejections(material: TurnMaterial) -> tuple[Rejection, ...]:
    text = material.answer or material.prompt
    return (Rejection(text[:400], noise_reason(text) or "no_factual_content"),)
