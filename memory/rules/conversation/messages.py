"""A step of conversation: each message of a chat becomes a paragraph, without its time and its speaker."""

import re

from memory.rules.conversation.noted import Noted, is_surely_person, may_speak
from memory.rules.languages.reading import regex, word_list
from memory.rules.persons.names import is_known

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
_SAYS = re.compile(rf"(?P<start>^|[.!?…][ \t]{{1,3}})[ \t]{{0,8}}(?P<who>{_WHO}):\s+(?=\S)", re.MULTILINE)
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
    return _dialogue(text, people)


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


def _dialogue(text: str, people: Noted) -> str:
    """`Tomás: … Petronella: …`: two speakers at least, one of them surely a name, and no label among them."""
    found = [match for match in _SAYS.finditer(text) if may_speak(match["who"])]
    names = [match["who"] for match in found]
    sure = [name for name in set(names) if is_surely_person(name)]
    turns = len(set(names)) < len(names) and len(set(names)) > 1 and len(found) == text.count("\n") + 1
    lines = [line for line in text.split("\n") if line.strip()]
    alone = len(names) > 1 and len(found) == len(lines) and len(set(names)) > 1 and not any(map(is_known, names))
    turns = turns or alone
    if not (len(sure) > 1 or (sure and turns) or alone):
        return text
    told = [match for match in found if match["who"] in sure or turns]
    for match in told:
        people.note(match["who"])
    spots = {match.start("who") for match in told}
    return _SAYS.sub(lambda m: f"{m['start'].rstrip()}\n\n" if m.start("who") in spots else m[0], text).strip("\n")
