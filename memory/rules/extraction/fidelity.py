"""The check that guards the rules like a model: every literal and negation of a fact stands in the turn as it was."""

import re

from memory.rules.extraction.candidates import Candidate

_OUTER = ".,;:!?()[]{}\"'“”‘’«»…。，；：！？、—–"
_PLAIN = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_NEGATION = re.compile(
    r"\b(?:not|never|no|none|cannot|without|neither|nor|except|unless)\b|n['’]t\b|[不没無未非]|\bне\b|\bни\b|\bnão\b|"
    r"\bnunca\b|\bnicht\b|\bkein\w*\b|\bnie\b|\bpas\b|\bjamais\b|ない|ません",
    re.IGNORECASE,
)


def faithful(candidate: Candidate) -> bool:
    """Whether the candidate's words are those of its sources: each token with a digit, an operator, a path or an
    inner capital literally, and as many negations as the sentences had."""
    source = " ".join(part.source for part in candidate.parts)
    if any(not _stands(token, source) for token in candidate.text.split() if not _PLAIN.fullmatch(token.strip(_OUTER))):
        return False
    told = " ".join(part.text for part in candidate.parts)
    had = " ".join(part.raw for part in candidate.parts)
    return len(_NEGATION.findall(told)) == len(_NEGATION.findall(had))


def _stands(token: str, source: str) -> bool:
    """Whether a token stands there, whatever punctuation or emphasis is around it."""
    bare = token.strip(_OUTER)
    return not bare or bare in source
