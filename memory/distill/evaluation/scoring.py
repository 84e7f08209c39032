"""Holds what was made of a turn against its labels: what counts as found, as neutral, and as junk."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from memory.distill.evaluation.dataset import GoldFact, LabelledTurn

RIGHT, NEUTRAL, JUNK = "right", "neutral", "junk"
_COVERED = 0.6  # so much of a memory's content words stand in what it is held against
_MUST = 0.5  # and so many of the strings that must be in it
_FEWEST_WORDS = 3
_STOP = frozenset(
    """a an and are as at be because been but by can could did do does for from had has have if in into is it its may
    might more most must no not of on or our should so some such than that the their them then there these they this
    those to too was we were what when where which while who why will with would you your now also only just all any
    each both used use uses using""".split()
)
_HEADINGS = (
    r"fix(?: needed)?|bug|issue|problem(?: description)?|root cause|key (?:points?|findings?)|what happened|"
    r"why this works|summary|result|solution|note|changes?|before|after|files?|example|feature"
)
_POINTERS = (
    r"it|this|that|these|those|they|he|she|here|there(?:'s| is| are)?|so|then|now|also|but|and|or|both|"
    r"all (?:of )?(?:them|these)|the (?:following|above|latter|former|other)"
)
# What nobody understands without the conversation around it, or what was cut out of its frame.
_CUT_OUT = (
    re.compile(rf"^(?:the )?(?:{_HEADINGS})s?\s*[:—–-]", re.IGNORECASE),
    re.compile(rf"^(?:{_POINTERS})\b", re.IGNORECASE),
    re.compile(r"^(?:i|i'm|i've|we|let me|let's|you|your|my|our)\b", re.IGNORECASE),
    re.compile(r"[:,]\s*\.?$|\b(?:developer|user) am\b|\b(?:as follows|see below|below:)"),
    re.compile(r"^[a-z]+ing\b[^.]{0,60}\.?$"),
    re.compile(r"^[^a-zA-Z`\"'(\[/.#<*_@$\w]"),
)
_TOKEN = re.compile(r"[\w][\w./:+#-]*[\w+#]|\w")
_JOINED = re.compile(r"[./:_-]")
_JOINTS = re.compile(r"[./:_-]+")
_ENDING = re.compile(r"(?:ing|ed|es|s)$")
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True)
class Candidate:
    """A memory that was made of a turn; `active` says whether it would be known at once, without anybody's look."""

    content: str
    type: str
    confidence: float = 1.0
    source: str = ""
    active: bool = True


@dataclass(frozen=True)
class Scored:
    """A candidate and what it is: right (then with the gold fact that it is), neutral or junk."""

    candidate: Candidate
    verdict: str
    bad_form: bool
    gold: GoldFact | None = None

    @property
    def type_right(self) -> bool:
        """Whether it is right, and called what the label calls it."""
        return self.gold is not None and self.candidate.type == self.gold.type

    @property
    def mark(self) -> str:
        """One character for a line: found, neutral, bad form, junk."""
        return {RIGHT: "+", NEUTRAL: "o"}.get(self.verdict, "F" if self.bad_form else "-")


@dataclass(frozen=True)
class TurnScore:
    """A turn's candidates, the gold facts that nobody found, and whether nothing was made that should not have been."""

    turn: LabelledTurn
    scored: tuple[Scored, ...]
    missed: tuple[GoldFact, ...]
    silent: bool


def score_turn(turn: LabelledTurn, made: Iterable[Candidate]) -> TurnScore:
    """Score what was made of a turn. Two candidates may be the same gold fact; both are right, it is found once."""
    scored: list[Scored] = []
    hit: set[int] = set()
    silent = True
    for candidate in made:
        allowed = coverage(candidate.content, turn.ok) >= _COVERED
        silent = silent and allowed
        found = _gold_of(candidate.content, turn.gold)
        bad = is_bad_form(candidate.content)
        if found is not None and not bad:
            hit.add(found)
            scored.append(Scored(candidate, RIGHT, bad, turn.gold[found]))
        else:
            scored.append(Scored(candidate, NEUTRAL if allowed and not bad else JUNK, bad))
    missed = tuple(gold for at, gold in enumerate(turn.gold) if at not in hit)
    return TurnScore(turn, tuple(scored), missed, silent)


def _gold_of(content: str, gold: Sequence[GoldFact]) -> int | None:
    """The place of the gold fact that `content` comes nearest to, if it comes near enough."""
    if not gold:
        return None
    shares = [coverage(content, (each.fact, *each.quotes)) for each in gold]
    best = max(range(len(gold)), key=lambda at: shares[at])
    return best if shares[best] >= _COVERED and _must_share(content, gold[best].must) >= _MUST else None


def coverage(content: str, texts: Sequence[str]) -> float:
    """How much of the content words of `content` stand in `texts`, 0 to 1; nothing below three of them counts."""
    mine = content_words(content)
    shared = mine & frozenset[str]().union(*map(content_words, texts))
    return len(shared) / len(mine) if len(shared) >= _FEWEST_WORDS else 0.0


@lru_cache(maxsize=256)  # a label's texts are looked at for every candidate
def content_words(text: str) -> frozenset[str]:
    """The words that carry the meaning, without their commonest endings; joined ones whole and in parts."""
    parts: list[str] = []
    for token in _TOKEN.findall(text.lower()):
        parts.append(token)
        if _JOINED.search(token):
            parts += _JOINTS.split(token)
    stems = (_ENDING.sub("", part) if len(part) > 4 else part for part in parts if part and part not in _STOP)
    return frozenset(stems)


def is_bad_form(content: str) -> bool:
    """Whether a memory points at what is not in it, speaks as somebody, or was cut out of its frame."""
    return any(pattern.search(content.strip()) for pattern in _CUT_OUT)


def _must_share(content: str, must: Sequence[str]) -> float:
    flat = _SPACE.sub(" ", content.lower())
    return sum(each.lower() in flat for each in must) / len(must) if must else 1.0
