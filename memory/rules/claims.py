"""A step of distilling: the sentences of a text that state something, with their weight and their wording."""

import re
from collections.abc import Iterable
from datetime import datetime

from memory.rules.blocks import essence
from memory.rules.conversation import without_speakers
from memory.rules.dates import absolute_dates
from memory.rules.languages import is_english
from memory.rules.languages.which import is_foreign
from memory.rules.languages.word_lists import regex
from memory.rules.literals import literals
from memory.rules.material import Rejection
from memory.rules.persons import PERSON, mark_persons, mark_titled, with_roster
from memory.rules.salience import Salience, is_hypothesis, salience
from memory.rules.segmentation import Segment, segments, sentences
from memory.rules.tables import told_by_table
from memory.rules.wording import impersonal
from memory.rules.wording.foreign_sentences import foreign
from memory.rules.wording.frames import unframed
from memory.rules.wording.remarks import without_remarks

_TEXT_SCORE = 0.5  # what a sentence needs in a text that somebody asked to be remembered
_REMARK = 0.5  # below it a sentence that names a person is about the person
_TECHNICAL = 0.4  # one acronym or one word of the trade
_BLOCKS = ("traceback", "log", "diff")
_MEASURED = frozenset(("amount", "number", "version", "date", "acronym", "code", "path", "file"))
_OF_ONESELF = re.compile(r"^(?:(?:turns out|so|and|but|also|well|ok)\b[\s,]+)*(?:I|my|she|he)\b", re.IGNORECASE)
_SUPPOSES = re.compile(regex("claims", "supposes"), re.IGNORECASE)
_EXPLAINS = re.compile(r"\b(?:because|cause[sd]?|due to|since|why|reason)\b", re.IGNORECASE)
_LABELS = re.compile(regex("claims", "labels"), re.IGNORECASE)
_SUMS_UP = re.compile(r":\s*$")
_EMPTY = re.compile(regex("claims", "empty"), re.IGNORECASE)


class Claim:
    """One sentence that states something: in its own words, and impersonally once it is asked for."""

    def __init__(self, raw: str, weight: Salience, segment: Segment, position: int, english: bool) -> None:
        self.raw, self.salience, self.segment, self.position = raw, weight, segment, position
        self.is_english = english
        self._text: str | None = None

    @property
    def text(self) -> str:
        """The impersonal wording; empty when nothing is left."""
        if self._text is None:
            english = is_english(self.raw) and (self.is_english or not is_foreign(self.raw))
            worded = impersonal(self.raw) if english else foreign(self.raw)
            self._text = "" if english and is_empty(worded) else worded
        return self._text

    def joined(self, other: "Claim", text: str) -> "Claim":
        """Both claims as one sentence."""
        claim = Claim(f"{self.raw} {other.raw}", self.salience, self.segment, self.position, self.is_english)
        claim._text = text
        return claim


def claims_of(text: str, now: datetime, *, people: frozenset[str] = frozenset()) -> tuple[list[Claim], list[Rejection]]:
    """Every sentence of `text` that states something, and those that were turned down with their reason.

    `people` are names of the team, which are persons wherever they stand.
    """
    claims: list[Claim] = []
    rejected: list[Rejection] = []
    dated = absolute_dates(mark_titled(with_roster(without_speakers(text), people)), now=now)
    english = is_english(dated)
    parts = segments(dated)
    for position, (segment, raw) in enumerate(_statements(parts)):
        block = segment.kind in _BLOCKS
        told = raw if block else without_remarks(raw)
        if not told.strip(" .!?"):
            rejected.append(Rejection(raw, "personal"))
            continue
        raw, weight = (raw, salience(raw)) if block else _weighed(told)
        if weight.rejected and not block:
            rejected.append(Rejection(raw, weight.rejected))
        else:
            claims.append(Claim(raw, weight, segment, position, english and not block))
    return claims, rejected


def worth_keeping(claims: list[Claim]) -> list[Claim]:
    """Sentences of a single text that say something: by themselves, or by a number right after one that does."""
    kept: list[Claim] = []
    for claim in claims:
        follows = bool(kept) and kept[-1].position == claim.position - 1
        measured = follows and any(found.kind in _MEASURED for found in literals(claim.raw))
        if (claim.salience.score >= _TEXT_SCORE or measured) and claim.text:
            kept.append(claim)
    told = [claim for claim in kept if not _is_remark(claim)]
    return [claim for claim in told if len(told) == 1 or not _is_aside(claim)]


_HAT_TIP = re.compile(r"\bh/t\b:?")
_STRONG = frozenset(("cause", "fix", "decision", "convention", "limitation", "version"))


def _is_remark(claim: Claim) -> bool:
    """A sentence about a person with hardly a word of the trade: `Soo-jin is strict about it.`"""
    marked = mark_persons(claim.raw)
    if PERSON not in marked or claim.salience.technical >= _REMARK:
        return False
    if any(found.kind not in ("amount", "number", "quoted") for found in literals(claim.raw)):
        return False
    return not claim.is_english or len(_STRONG.intersection(claim.salience.cues)) < 2


_SAYS_WHY = frozenset(("cause", "fix", "decision", "convention", "limitation", "version", "number"))


def _is_aside(claim: Claim) -> bool:
    """A sentence about oneself beside one that states the fact (`I got burned by this once`)."""
    told = _SAYS_WHY.intersection(claim.salience.cues)
    named = any(found.kind not in ("amount", "number", "date", "quoted") for found in literals(claim.raw))
    return claim.is_english and not told and not named and bool(_OF_ONESELF.match(claim.raw))


def is_technical(claims: list[Claim]) -> bool:
    """Whether the claims are about technology at all; one word of the trade will do."""
    return sum(claim.salience.technical for claim in claims) >= _TECHNICAL


def _weighed(raw: str) -> tuple[str, Salience]:
    """The sentence, without a last clause that only supposes and explains nothing, and its weight without its frame."""
    raw = _HAT_TIP.sub("thanks to", raw) if "h/t" in raw else raw
    weight = salience(raw)
    if not weight.rejected:
        return raw, weight
    bare = unframed(mark_persons(raw))[0] or raw
    if not is_hypothesis(bare):
        return (raw, weight) if _SUPPOSES.match(raw) else (raw, salience(bare))
    if _SUPPOSES.match(raw):
        return raw, weight
    clauses = re.split(r"(?<=[,;])\s|\s(?=[–—-]\s)", raw)
    sure = next((at for at, clause in enumerate(clauses) if is_hypothesis(clause)), len(clauses))
    supposed = " ".join(clauses[sure:])
    if not sure or _EXPLAINS.search(supposed) or salience(f"{supposed}.").technical >= 0.5:
        return raw, salience(bare)
    kept = " ".join(clauses[:sure]).rstrip(" ,;–—-") + "."
    return kept, salience(unframed(mark_persons(kept))[0] or kept)


def _statements(parts: list[Segment]) -> Iterable[tuple[Segment, str]]:
    """Sentences with their segment; blocks speak by their essence."""
    for segment in parts:
        if segment.kind in ("heading", "code"):
            continue
        if segment.kind in ("traceback", "log", "diff"):
            yield from ((segment, line) for line in essence(segment.kind, segment.text))
            continue
        if segment.kind == "table":
            table = told_by_table(segment.text)
            if table:
                yield segment, table
            continue
        found = sentences(segment.text)
        if found and _SUMS_UP.search(found[-1]) and segment.kind == "prose":
            found.pop()  # it only announces what follows
        for sentence in found:
            label = segment.heading if _LABELS.match(segment.heading) and sentence is found[0] else ""
            yield segment, f"{label}: {sentence}" if label and not _LABELS.match(sentence) else sentence


def is_empty(text: str) -> bool:
    return bool(_EMPTY.match(text))
