"""A check on wording that rules did not make: whether a sentence still speaks of persons."""

import re

from memory.rules.literals import Mask
from memory.rules.persons import PERSON, mark_persons, with_roster

_FIRST_PERSON = re.compile(
    r"(?<![\w'’/.-])(?:I(?:['’](?:m|ve|d|ll))?|[Ww]e(?:['’](?:re|ve|d|ll))?|me|[Mm]y|mine|us|[Oo]urs?|myself|"
    r"ourselves|[Ll]et['’]s)(?![\w/-]|\.\w)"
)


def is_personal(text: str, people: frozenset[str] = frozenset()) -> bool:
    """Whether `text` has a first person, a name (of `people` in any case), an @mention or an e-mail; not in code."""
    text = with_roster(text, people)
    return bool(_FIRST_PERSON.search(Mask(text, open_kinds=frozenset({"email"})).text)) or PERSON in mark_persons(text)
