"""Takes names of persons out of a text that otherwise stays as it was written."""

import re

from memory.rules.persons.contacts import PERSON, mark_titled
from memory.rules.persons.marking import mark_persons
from memory.rules.persons.roster import with_roster

# Fenced blocks and code spans hold names of things.
_CODE = re.compile(r"(^\s*(?:```|~~~).*?^\s*(?:```|~~~)\s*$|`[^`\n]+`)", re.DOTALL | re.MULTILINE)


def without_persons(text: str, people: frozenset[str]) -> str:
    """Return `text` with each person as "a team member"; code, paths and the layout stay.

    `people` are the names of the team's members, who are persons wherever they stand.
    """
    parts = _CODE.split(text)
    parts[::2] = ["\n".join(_unnamed(line, people) for line in part.split("\n")) for part in parts[::2]]
    return "".join(parts)


def _unnamed(line: str, people: frozenset[str]) -> str:
    return mark_persons(mark_titled(with_roster(line, people))).replace(PERSON, "a team member")
