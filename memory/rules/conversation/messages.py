"""A step of conversation: each message of a chat becomes a paragraph, without its time and its speaker."""

import re

from memory.rules.conversation.noted import Noted, may_speak
from memory.rules.languages.word_lists import regex, word_list

_CLOCK = regex("messages", "clock")
_NICK = regex("messages", "nick")
_WHO = regex("messages", "who")
# `[10:15] oskar: …`, `10:15 <oskar> …`, `[19.03.26, 08:15:22] Wanda K: …`, `10:15 - oskar: …`
_STAMPED = re.compile(regex("messages", "stamped"))
# `oskar (10:15): …`, `oskar [10:15] …`
_STAMPED_AFTER = re.compile(regex("messages", "stamped_after"))
# `lena  10:14 AM` on a line of its own, above what she says
_ABOVE = re.compile(rf"^\s*(?P<who>{_WHO})(?: APP)?\s{{1,4}}[\[(]?{_CLOCK}[\])]?\s*$")
_NICKED = re.compile(rf"^\s*<(?P<who>[@+~&%]?{_NICK})>\s+(?=\S)")
_LEVELS = re.compile(r"(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\b", re.IGNORECASE)
_ELEMENTS = word_list("messages", "elements")


def without_prefixes(text: str, people: Noted) -> str:
    """A chat as paragraphs, its speakers noted; any other text as it is."""
    lines = text.split("\n")
    for pattern in (_STAMPED, _STAMPED_AFTER):
        found = [_speaks(pattern.match(line)) for line in lines]
        if any(found):
            return _paragraphs(lines, found, people)
    above = [_speaks(_ABOVE.match(line)) for line in lines]
    if any(above):
        return _paragraphs(lines, above, people)
    nicked = [_speaks(_NICKED.match(line)) for line in lines]
    if sum(match is not None for match in nicked) > 1 and nicked[0]:
        return _paragraphs(lines, nicked, people)
    return text


def _who(match: re.Match[str]) -> str:
    groups = match.groupdict()
    return (groups.get("nick") or groups.get("who") or "").strip("@+~&% ")


def _speaks(match: re.Match[str] | None) -> re.Match[str] | None:
    if not match:
        return None
    who = _who(match)
    return match if may_speak(who) and not _LEVELS.match(who) and who.lower() not in _ELEMENTS else None


def _paragraphs(lines: list[str], found: list[re.Match[str] | None], people: Noted) -> str:
    told: list[str] = []
    for line, match in zip(lines, found, strict=True):
        if match:
            people.note(_who(match))
            told += ["", line[match.end() :].strip()]
        else:
            told.append(line)
    return "\n".join(told).strip("\n")
