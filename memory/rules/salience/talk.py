"""A step of salience: sentences of people among themselves (intent, mood, address, empty reports), in English."""

import re

from memory.rules.languages.word_lists import regex, word_list
from memory.rules.literals import Literal, literals

# What someone is about to do, after an opener or a clause of time: `Sure thing, I'll …`, `Now that …, I'm going to`.
_INTENT = re.compile(regex("talk", "intent"))
_STRONG = re.compile(regex("talk", "strong"))
# A report that something is looked at, and that nothing is known yet.
_EMPTY_REPORT = re.compile(regex("talk", "empty_report"))
# What is told in spite of the tone.
_TELLS = re.compile(regex("talk", "tells"))
_FRAME = re.compile(regex("talk", "frame"), re.IGNORECASE)
_FIRM = word_list("talk", "firm")
_TIME = re.compile(regex("talk", "time"))
_NUMBERED = re.compile(r"(?<!\w)[A-Z][\w.+-]+ $")  # `Java 11`, not `in 5 …`
_DIRECT = re.compile(r"\b(?:i|i'm|i've|i'd|me|my|mine|you guys|y'all|guys|folks|everybody|everyone)\b")
_HARDLY = 0.6  # one word of the trade


def is_firm(sentence: str) -> bool:
    """Whether a sentence holds something to be kept to the letter: a name in code, a version, a measure."""
    return any(found.kind in _FIRM and not _is_loose(found, sentence) for found in literals(sentence))


def _is_loose(found: Literal, sentence: str) -> bool:
    """Whether a figure only tells how long or how many, as people say it of anything."""
    if found.kind == "number":
        return len(found.text) < 3 and not _NUMBERED.search(sentence[max(0, found.start - 24) : found.start])
    return found.kind == "amount" and bool(_TIME.match(found.text))


def after_frame(sentence: str) -> str:
    """What is told after `I'll be honest: …` or `no idea why, but …`; empty without such a frame."""
    found = _FRAME.match(sentence)
    return sentence[found.end() :] if found else ""


def is_direct(folded: str, technical: float) -> bool:
    """Whether a sentence is about the speaker or to the others, with one word of the trade at most."""
    return technical < _HARDLY and bool(_DIRECT.search(folded.replace("’", "'")))


def talk(folded: str) -> str | None:
    """`plan`, `status` or `personal` for a sentence that holds nothing firm and only keeps a conversation going."""
    plain = folded.strip().lstrip("-*• ").replace("’", "'")
    if _TELLS.search(plain):
        return None
    if _INTENT.match(plain):
        return "plan"
    if _EMPTY_REPORT.search(plain):
        return "status"
    return "personal" if _STRONG.search(plain) else None
