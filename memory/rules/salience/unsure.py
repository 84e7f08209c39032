"""A step of distilling: why a sentence states nothing (a question, a plan, a status, a mere supposition)."""

import re

from memory.rules.languages.word_lists import regex

_ASKED = re.compile(r"\?[\"'”)*_]*\s*$")
_QUESTION = re.compile(regex("unsure", "question"))
_WONDER = re.compile(regex("unsure", "wonder"))
_HYPOTHESIS = re.compile(regex("unsure", "hypothesis"))
# Only what is allowed: "only fixes may be merged", "tokens may be used once".
_ALLOWED = re.compile(r"\b(?:only|no|not|never)\b[^.;:]{0,80}\bmay be \w+(?:ed|en|t)\b|\bmay only be\b")
_CONFIRMED = re.compile(regex("unsure", "confirmed"))
_PLAN = re.compile(regex("unsure", "plan"))
_LATER = re.compile(regex("unsure", "later"))
_META = re.compile(regex("unsure", "meta"))


def why_not(folded: str) -> str | None:
    """`question`, `plan`, `status` or `hypothesis` for a sentence in small letters, None for what may be a fact."""
    plain = folded.strip().lstrip("-*• ").replace("’", "'")
    if _ASKED.search(plain[-8:]) or _QUESTION.match(plain) or _WONDER.match(plain):
        return "question"
    if _PLAN.match(plain) or (_LATER.search(plain) and not _CONFIRMED.search(plain)):
        return "plan"
    if _META.match(plain):
        return "status"
    return "hypothesis" if _supposes(plain) else None


def is_hypothesis(sentence: str) -> bool:
    """Whether a sentence only supposes: "maybe it is the cache" is no fact, "it turned out to be the cache" is."""
    return _supposes(sentence.lower().replace("’", "'"))


def _supposes(folded: str) -> bool:
    supposed = _HYPOTHESIS.search(folded)
    if not supposed or _CONFIRMED.search(folded):
        return False
    return not (supposed[0].startswith("may be") and _ALLOWED.search(folded))
