"""Data of the rules: the places of a sentence where persons stand, by what comes before and after them."""

import re

from memory.rules.languages.word_lists import regex

_ADVERBS = regex("positions", "adverbs")
# What only people do.
_SPEAKS = regex("positions", "speaks")
# What people do, and what is said of things as well: the object tells (`confirmed that`, not `cause confirmed`).
_ACTS_ON = regex("positions", "acts_on")
# What a program may do to itself from one version to the next.
_CHANGES = regex("positions", "changes")
_FROM = r"(?:,? (?:from|in|on|at|of) (?:the |our )?(?:[\w&-]+ ){0,2}?[\w&-]+(?: team| side| squad)?,?)?"
_APPOSED = regex("positions", "apposed")
_OBJECT = regex("positions", "object")
SPEAKS = re.compile(rf"{_FROM}{_APPOSED}\s{_ADVERBS}(?:{_SPEAKS})(?!\w)|\s(?:and|&) I\b|, (?:who|whose)\b")
ACTS = re.compile(rf"{_FROM}{_APPOSED}\s{_ADVERBS}(?:{_ACTS_ON})\b(?:{_OBJECT})")
CHANGES = re.compile(rf"{_FROM}{_APPOSED}\s{_ADVERBS}(?:{_CHANGES})\b")
# What anything may have done; a person, where the word is known to be a given name.
DID = re.compile(regex("positions", "did"))
# A clause begins here: what stands now may be its subject.
CLAUSE_START = re.compile(regex("positions", "clause_start"), re.IGNORECASE)
AFTER_FOREIGN = re.compile(regex("positions", "after_foreign"))
BEFORE = re.compile(regex("positions", "before"), re.IGNORECASE)
# Places where a tool stands as often as a person: there a word must sound like a name.
_EITHER = re.compile(regex("positions", "either"), re.IGNORECASE)
_THINGS_OF_BOTH = regex("positions", "things_of_both")
OWNED = re.compile(regex("positions", "owned"))
OWNED_BY_BOTH = re.compile(rf"(?:\s(?!is\b|was\b|are\b)[\w/-]+){{0,2}}?\s(?i:{_THINGS_OF_BOTH})s?(?![\w-])")
AFTER = re.compile(regex("positions", "after"), re.IGNORECASE)
SIGNATURE = re.compile(r"(?:[\w.!?)`\"]\s+|^)(?:[–—]{1,2}|--?|~|/)\s?$")


def before_person(before: str) -> str:
    """`sure` where only a person is spoken of next, `either` where a tool may stand as well, else ""."""
    if len(before) < 3 or not before[-1].isspace() or not BEFORE.search(before):
        return ""
    return "either" if _EITHER.search(before) else "sure"
