"""A step of distilling: makes one fact of the claims of a single text, its weightiest sentences in their own order."""

from memory.rules.claims import Claim
from memory.rules.languages.word_lists import word_list

MAX_SENTENCES = 3
MAX_FACT_CHARACTERS = 600
_LOWERABLE = word_list("grouping", "lowerable")


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
