"""A step of distilling: puts claims together that make one fact (cause and fix, statement and reason)."""

import re

from memory.rules.claims import Claim
from memory.rules.languages.reading import regex, word_list

MAX_SENTENCES = 3
_LOOKS = 8  # facts that a paragraph is searched for; a turn keeps three anyway
_NEAR = 8  # sentences that may belong to the one before them
MAX_FACT_CHARACTERS = 600
_WORK_LOG = re.compile(regex("grouping", "work_log"), re.IGNORECASE)
_TASK = re.compile(regex("grouping", "task"), re.IGNORECASE)
_ANNOUNCED = re.compile(r"^(?:decision|convention|(?:new )?rule)\b[^.:]{0,30}:", re.IGNORECASE)
_REASONED = frozenset(("cause", "decision", "failure", "fix", "limitation"))
_HERE = re.compile(regex("grouping", "here"), re.IGNORECASE)
_LOWERABLE = word_list("grouping", "lowerable")


def groups(claims: list[Claim], score: float, technical: float) -> list[list[Claim]]:
    """Claims that belong together (cause and fix, statement and reason), each group able to stand alone."""
    groups: list[list[Claim]] = []
    for claim in claims:
        if groups and _belongs(groups[-1], claim):
            groups[-1].append(claim)
        elif not claim.refers():
            groups.append([claim])
    return [fact for group in groups for fact in _facts_in(group, score, technical)]


def _belongs(group: list[Claim], claim: Claim) -> bool:
    last = group[-1]
    near = claim.position == last.position + 1
    same_place = claim.segment.paragraph == last.segment.paragraph and claim.segment.heading == last.segment.heading
    both_bullets = claim.segment.kind == last.segment.kind == "bullet" and claim.segment is not last.segment
    if not near or not same_place or both_bullets:
        return bool(near and claim.refers() and not both_bullets)
    return True


def _facts_in(group: list[Claim], score: float, technical: float) -> list[list[Claim]]:
    """Each fact of a paragraph: what the weightiest claim founds, then what is left of it, in the text's order."""
    facts: list[list[Claim]] = []
    left = list(group)
    weights = {claim: _founding(claim) for claim in group}
    for _ in range(_LOOKS):
        founding = max(left, key=weights.__getitem__, default=None)
        if founding is None or weights[founding] < score:
            break
        fact = _founded_on(founding, left)
        left = [claim for claim in left if claim not in fact]
        if sum(claim.salience.technical for claim in fact) >= technical:
            facts.append(fact)
    return sorted(facts, key=lambda fact: fact[0].position)


def _founded_on(founding: Claim, group: list[Claim]) -> list[Claim]:
    """The claim that founds a fact, and neighbours that carry weight or that it refers to."""
    at = group.index(founding)
    kept = [founding]
    first = at
    while group[first].refers() and first > 0:
        first -= 1
        kept.insert(0, group[first])
    for claim in sorted(group[at + 1 : at + 1 + _NEAR], key=lambda c: -c.salience.score):
        if (
            len(kept) < MAX_SENTENCES
            and _adds(claim, founding)
            and _length(kept) + len(claim.raw) <= MAX_FACT_CHARACTERS
        ):
            kept.append(claim)
    grounded = first > 0 and group[first - 1].salience.score >= 3.4
    if grounded and len(kept) < MAX_SENTENCES and not _ANNOUNCED.match(founding.raw):
        kept.append(group[first - 1])
    kept.sort(key=lambda claim: claim.position)
    return _without_gaps(kept) if _length(kept) <= MAX_FACT_CHARACTERS + 200 else [founding]


def _adds(claim: Claim, founding: Claim) -> bool:
    """Whether a later sentence belongs to the fact: it weighs much, or follows at once and is about something."""
    weight = claim.salience
    if weight.score >= 3.0:
        # What is announced as a decision or rule is a fact of its own.
        return not _ANNOUNCED.match(claim.raw)
    # What comes next and speaks of the same ("It now raises …") tells how it ended, in however plain words.
    at_once = claim.position == founding.position + 1
    about = weight.technical >= 0.5 and (weight.score >= 1.4 or claim.refers())
    return at_once and (about or "fix" in weight.cues)


def _founding(claim: Claim) -> float:
    """The score of a claim as the ground of a fact: what was done, or points at this conversation, counts less."""
    score = claim.salience.score
    if _WORK_LOG.match(claim.raw):
        score -= 1.0 if _REASONED.intersection(claim.salience.cues) else 4.0
    if _TASK.match(claim.raw) and claim.segment.kind == "bullet":
        score -= 4.0
    return score - (1.6 if _HERE.search(claim.raw) else 0.0)


def _without_gaps(kept: list[Claim]) -> list[Claim]:
    """A sentence that refers to one which was left out goes as well."""
    good: list[Claim] = []
    for claim in kept:
        if claim.refers() and (not good or good[-1].position != claim.position - 1):
            continue
        good.append(claim)
    return good


def _length(claims: list[Claim]) -> int:
    return sum(len(claim.raw) + 1 for claim in claims)


def dense(claims: list[Claim]) -> list[Claim]:
    """The weightiest claims of a single text that fit into one fact, in their own order, as three sentences."""
    chosen: list[Claim] = []
    for claim in sorted(claims, key=lambda c: (-c.salience.score, c.position)):
        if not chosen or _length(chosen) + len(claim.raw) <= MAX_FACT_CHARACTERS:
            chosen.append(claim)
    chosen.sort(key=lambda claim: claim.position)
    while len(chosen) > MAX_SENTENCES:
        at = min(range(len(chosen) - 1), key=lambda n: len(chosen[n].text) + len(chosen[n + 1].text))
        first, second = chosen[at], chosen[at + 1]
        joined = f"{first.text.rstrip('.')}; {_lowered(second.text)}"
        chosen[at : at + 2] = [first.joined(second, joined)]
    return chosen


def _lowered(text: str) -> str:
    first = text.split(None, 1)[0]
    return (
        text[0].lower() + text[1:] if first.isalpha() and first[1:].islower() and first.lower() in _LOWERABLE else text
    )
