"""Reads what a question dates itself by ("what did we decide before the 2.3 release"), and which facts tell of it."""

import re
from dataclasses import dataclass

_EVENTS = (
    "release launch go-live rollout roll-out migration cutover cut-over switchover outage incident upgrade update "
    "deployment deploy freeze rewrite merge refactoring relaunch umzug ausfall umstellung veröffentlichung"
).split()
# What follows the work and what came before it are asked for alike; only a question about the past means a day.
_OF_THE_PAST = re.compile(
    r"\b(?:did|didn't|was|were|wasn't|weren't|had|decided|chose|changed|happened|learned|used to|"
    r"war|waren|hatten?|haben)\b",
    re.I,
)
_OCCASION = re.compile(
    r"\b(?P<side>before|until|prior to|after|since|following|vor|bis|nach|seit)\s+"
    r"(?:(?:the|our|its|that|last|der|dem|unserem|unserer)\s+)*"
    rf"(?P<words>(?:[\w.+-]+\s+){{0,3}}?(?:{'|'.join(map(re.escape, _EVENTS))})"
    r"(?:\s+(?:(?:of|to|from|von|auf)\s+)?(?:version\s+)?(?:v?\d[\w.-]*|(?-i:[A-ZÄÖÜ])[\w.-]*)(?:\s+v?\d[\w.-]*)?)?)\b",
    re.I,
)
_BEFORE = frozenset({"before", "until", "prior to", "vor", "bis"})
_CAME_ABOUT = re.compile(
    r"\b(?:released|shipped|launched|relaunched|rolled out|went (?:live|down|out)|came back|migrated|moved|switched|"
    r"cut over|happened|upgraded|updated|deployed|merged|tagged|froze|rewritten|rewrote|refactored|published|"
    r"(?:was|were|has been|had been) (?:down|cut|done|made|out|over|finished|completed|unavailable)|"
    r"(?:lasted|began|started|ended|took place)|veröffentlicht|ausgeliefert|umgezogen|umgestellt|ausgefallen)\b",
    re.I,
)


@dataclass(frozen=True)
class Occasion:
    """An event that a question looks back to: `words` name it, `before` tells on which side of it the answer lies."""

    words: str
    before: bool


def occasion_in(question: str) -> Occasion | None:
    """The occasion of a question about the past; None for "what do we check before a release", which is any."""
    found = _OCCASION.search(question[:2000])
    if found is None or not _OF_THE_PAST.search(question[:2000]):
        return None
    return Occasion(found["words"], found["side"].lower() in _BEFORE)


def came_about(fact: str) -> bool:
    """Whether a fact says that something has happened, so that its own date is that of the event."""
    return bool(_CAME_ABOUT.search(fact))
