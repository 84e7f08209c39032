"""A step of distilling: what developers state for good (decisions, corrections, conventions), not what they ask for."""

import re
from datetime import datetime

from memory.rules.claims import Claim, claims_of
from memory.rules.languages.reading import regex
from memory.rules.material import Rejection
from memory.rules.noise import noise_reason
from memory.rules.salience import salience
from memory.rules.segmentation import Segment

_REQUEST = re.compile(regex("statements", "request"), re.IGNORECASE)
_LASTING = re.compile(regex("statements", "lasting"), re.IGNORECASE)
_CORRECTION = re.compile(regex("statements", "correction"), re.IGNORECASE)
_PROMPT_LIMIT = 2000  # what people type themselves is short; the rest is pasted
_PASTED = re.compile(regex("statements", "pasted"), re.IGNORECASE)


def stated(prompt: str, now: datetime) -> tuple[list[Claim], list[Rejection]]:
    """What the developer states for good (decisions, corrections, conventions); requests and questions are none."""
    own = prompt[:_PROMPT_LIMIT]
    if _PASTED.match(own) or not (_LASTING.search(own) or _CORRECTION.match(own)) or noise_reason(own) == "noise":
        return [], []
    claims, rejected = claims_of(own, now, framed=True)
    kept = [claim for claim in claims if _is_own_word(claim.segment) and _is_statement(claim.raw)]
    return kept, rejected


def _is_own_word(segment: Segment) -> bool:
    return segment.kind in ("prose", "bullet") and not segment.heading


def _is_statement(sentence: str) -> bool:
    correction = _CORRECTION.match(sentence)
    if correction:
        rest = salience(sentence[correction.end() :])
        return (
            bool({"description", "number", "convention", "decision", "limitation", "version"}.intersection(rest.cues))
            and rest.technical >= 0.5
        )
    lasting = _LASTING.search(sentence)
    return bool(lasting) and not (
        _REQUEST.match(sentence)
        and not re.search(r"\b(?:always|never|from now on|instead of|rather than)\b", sentence, re.IGNORECASE)
    )
