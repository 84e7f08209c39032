"""A step of wording: takes off what frames a statement (greetings, "it turns out that", who found it, remarks)."""

import re

from memory.rules.languages.reading import regex
from memory.rules.literals import MASKED, literals
from memory.rules.persons.contacts import PERSON
from memory.rules.vocabulary import TECHNICAL, TECHNOLOGY, TOOLS
from memory.rules.wording.attributions import (
    ABOUT_PERSON,
    ABSENT,
    AGREED,
    ASIDE,
    ATTRIBUTION,
    CONTACT,
    CREDITED,
    ENCLOSED,
    INQUIT,
    LEARNED,
    ONLY,
    PERSON_DID,
    SIGNED,
    THANKS,
    TO_WHOM,
    TOLD_BY,
)
from memory.rules.wording.morphology import is_past
from memory.rules.wording.openers import LEAD, REMEMBER

_REPORTED = re.compile(regex("frames", "reported"), re.IGNORECASE)
_ASKED = re.compile(regex("frames", "asked"), re.IGNORECASE)
_VERB = re.compile(regex("frames", "verb"), re.IGNORECASE)
_PREAMBLE = re.compile(r"^(?P<frame>[^:\n]{2,80}):\s+(?=\S)")
_PERSONAL = re.compile(regex("frames", "personal"), re.IGNORECASE)
_SPENT = re.compile(regex("frames", "spent"), re.IGNORECASE)
_SUPPOSED = re.compile(regex("frames", "supposed"), re.IGNORECASE)
_TALKED = re.compile(regex("frames", "talked"), re.IGNORECASE)
_AFTER_TALK = re.compile(regex("frames", "after_talk"), re.IGNORECASE)
_WAS_RIGHT = re.compile(regex("frames", "was_right"), re.IGNORECASE)
_MEETING = re.compile(regex("frames", "meeting"), re.IGNORECASE)
_PERSONAL_CLAUSE = re.compile(regex("frames", "personal_clause"), re.IGNORECASE)
_REQUEST = re.compile(regex("frames", "request"), re.IGNORECASE)
_RULES_THAT = re.compile(regex("frames", "rules_that"), re.IGNORECASE)
_LOOKED = re.compile(regex("frames", "looked"), re.IGNORECASE)
_DID = re.compile(regex("frames", "did"), re.IGNORECASE)
_STATES = re.compile(regex("frames", "states"), re.IGNORECASE)
_DAY = re.compile(r"\b(?:on )?(\d{4}-\d\d-\d\d)\b")
_GROUP = re.compile(regex("frames", "group"))


def unframed(words: str, restore: object = None) -> tuple[str, str]:
    """The words without what frames them, and a date (`2026-03-18`) that fell away with the frame, or ""."""
    words, found_on = _without_tellers(words), ""
    if CONTACT.match(words) or PERSON_DID.match(words) or (THANKS.match(words) and PERSON in words):
        return "", ""
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
        words = ATTRIBUTION.sub("", LEAD.sub("", words)).lstrip(" ,")
        words = ASIDE.sub(_kept_space, words).strip()
        reported = _REPORTED.match(words)
        if reported and ((reported["that"] or "").strip() or _VERB.search(words, reported.end())):
            words = words[reported.end() :]
        if words == before:
            break
    return words, found_on


def _without_tellers(words: str) -> str:
    """Words without the clauses that say whose word it is; persons who act stay, as `we`."""
    words = LEAD.sub("", words) if PERSON in words else words
    if PERSON not in words:
        return CREDITED.sub("", words)
    if ABOUT_PERSON.match(words) or (_is_thanks(words) and not CREDITED.match(words)):
        return ""
    words = ABSENT.sub("", CREDITED.sub("", LEARNED.sub("", SIGNED.sub(".", words))))
    words = _WAS_RIGHT.sub("", _AFTER_TALK.sub("", _TALKED.sub("", words)))
    for told in (TOLD_BY, AGREED, INQUIT, ENCLOSED, ATTRIBUTION):
        rest = told.sub(lambda found: found[0][-1] if found[0][-1] in ".;" else "", words).lstrip(" ,:;")
        words = rest if _is_telling(rest) else words
    return _as_group(ONLY.sub("only one person", TO_WHOM.sub("", words)))


def _is_thanks(words: str) -> bool:
    """Whether a whole sentence thanks somebody, and for nothing that would be a fact."""
    return bool(THANKS.match(words.rstrip(" .!"))) and not re.search(MASKED, words) and len(words.split()) < 14


def _is_telling(words: str) -> bool:
    """Whether words still say something: more than two of them are left."""
    return len(words.split()) > 2


def _kept_space(match: re.Match[str]) -> str:
    """An aside between words leaves one space, one at the end nothing."""
    rest = match.string[match.end() : match.end() + 1]
    return " " if rest and rest not in ",.;!?)" else ""


def _as_group(words: str) -> str:
    """Persons who did something as `we`, whose clauses are said impersonally later."""
    if PERSON not in words:
        return words
    return _GROUP.sub(lambda m: "we" if not m["verb"] or is_past(m["verb"]) or PERSON in m[0][1:] else m[0], words)


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
