"""A step of wording: takes off what frames a statement (greetings, "it turns out that", who found it, remarks)."""

import re

from memory.rules.languages.word_lists import regex
from memory.rules.literals import MASKED, literals
from memory.rules.vocabulary import TECHNICAL, TECHNOLOGY, TOOLS
from memory.rules.wording.openers import LEAD, REMEMBER

_ASIDE = re.compile(regex("attributions", "aside"), re.IGNORECASE)
_ATTRIBUTION = re.compile(regex("attributions", "attribution"), re.IGNORECASE)
_REPORTED = re.compile(regex("frames", "reported"), re.IGNORECASE)
_ASKED = re.compile(regex("frames", "asked"), re.IGNORECASE)
_VERB = re.compile(regex("frames", "verb"), re.IGNORECASE)
_PREAMBLE = re.compile(r"^(?P<frame>[^:\n]{2,80}):\s+(?=\S)")
_PERSONAL = re.compile(regex("frames", "personal"), re.IGNORECASE)
_SPENT = re.compile(regex("frames", "spent"), re.IGNORECASE)
_SUPPOSED = re.compile(regex("frames", "supposed"), re.IGNORECASE)
_TALKED = re.compile(regex("frames", "talked"), re.IGNORECASE)
_MEETING = re.compile(regex("frames", "meeting"), re.IGNORECASE)
_PERSONAL_CLAUSE = re.compile(regex("frames", "personal_clause"), re.IGNORECASE)
_REQUEST = re.compile(regex("frames", "request"), re.IGNORECASE)
_RULES_THAT = re.compile(regex("frames", "rules_that"), re.IGNORECASE)
_LOOKED = re.compile(regex("frames", "looked"), re.IGNORECASE)
_DID = re.compile(regex("frames", "did"), re.IGNORECASE)
_STATES = re.compile(regex("frames", "states"), re.IGNORECASE)
_DAY = re.compile(r"\b(?:on )?(\d{4}-\d\d-\d\d)\b")


def unframed(words: str, restore: object = None) -> tuple[str, str]:
    """The words without what frames them, and a date (`2026-03-18`) that fell away with the frame, or ""."""
    found_on = ""
    for _ in range(4):
        before = words
        words = _LOOKED.sub("", _without_preamble(words))
        words = _MEETING.sub(lambda m: "Decision: " if m["decision"].lower() != "result" else "", words)
        remember = REMEMBER.match(words)
        if remember:
            words = words[remember.end() :].rstrip(" ?")
        for frame in (_SPENT, _SUPPOSED, _ASKED, _TALKED, _REQUEST):
            framed = frame.match(words)
            if framed:
                day = _DAY.search(restore(framed[0]) if callable(restore) else framed[0])
                found_on = day[1] if day else found_on
                words = words[framed.end() :]
        words = _ATTRIBUTION.sub("", LEAD.sub("", words)).lstrip(" ,")
        words = _ASIDE.sub(_kept_space, words).strip()
        reported = _REPORTED.match(words)
        if reported and ((reported["that"] or "").strip() or _VERB.search(words, reported.end())):
            words = words[reported.end() :]
        if words == before:
            break
    return words, found_on


def _kept_space(match: re.Match[str]) -> str:
    """An aside between words leaves one space, one at the end nothing."""
    rest = match.string[match.end() : match.end() + 1]
    return " " if rest and rest not in ",.;!?)" else ""


def _without_preamble(words: str) -> str:
    """`After two days of pulling hair: …` says nothing before its colon; `Root cause: …` does."""
    found = _PREAMBLE.match(words) or _PERSONAL_CLAUSE.match(words)
    if not found or not _PERSONAL.search(found["frame"]):
        return words
    frame = found["frame"]
    words_ = [word.strip("'’,.()") for word in frame.split()]
    known = sum(word.lower() in TECHNICAL for word in words_)
    named = bool(TECHNOLOGY.search(frame.lower())) or any(
        word.lower() in TOOLS or (len(word) > 2 and word[:2].isupper()) for word in words_
    )
    if (
        known > 1
        or (known and _DID.search(frame))
        or named
        or _RULES_THAT.search(frame)
        or _STATES.match(frame)
        or re.search(MASKED, frame)
        or any(item.kind not in ("amount", "number", "date") for item in literals(frame))
    ):
        return words
    return words[found.end() :]
