"""A tool of conversation: remembers who was told to be a person, and marks them wherever the text names them."""

import re

from memory.rules.languages.word_lists import word_list
from memory.rules.persons import PERSON
from memory.rules.persons.names import is_first_name, is_known, is_product_name, is_sometimes_name, sound_of_a_name

_PART = re.compile(r"[^\W\d_][\w'’-]+|[A-Z]{2,3}\b")
# Words before a colon that are no speakers, in small letters.
_LABELS = word_list("speakers", "labels")


def may_speak(name: str) -> bool:
    """Whether the words before a colon may be a speaker at all; labels and words of the trade are none."""
    words = name.replace("_", " ").split()
    return bool(words) and len(words) <= 3 and not any(word.lower().strip(".") in _LABELS for word in words)


def is_surely_person(name: str) -> bool:
    """Whether the first of some words is a name, or sounds like one and means nothing else."""
    words = name.split()
    first = words[0].split("-")[0] if words else ""
    if len(first) < 2 or not first[0].isupper() or not all(word[0].isupper() for word in words if word[0].isalpha()):
        return False
    if is_first_name(first) or (is_sometimes_name(first) and not is_product_name(first)):
        return True
    return not is_known(first) and sound_of_a_name(first) > (0.0 if len(words) > 1 else 1.5)


class Noted:
    """The names of the persons of one text."""

    def __init__(self) -> None:
        self._names: set[str] = set()

    def __bool__(self) -> bool:
        return bool(self._names)

    def note(self, name: str) -> None:
        """Takes a full name, a first name, initials or a handle; its parts count as well."""
        bare = " ".join(name.split()).strip("@ .,;:<>\"'()[]+~&")
        if len(bare) < 2:
            return
        if " " in bare:
            self._names.add(bare)
        self._names.update(self._parts(bare))

    @staticmethod
    def _parts(name: str) -> set[str]:
        if not _PART.fullmatch(name) and " " not in name:
            return {name} if any(character.isdigit() or character in "._" for character in name) else set()
        parts = set()
        for part in _PART.findall(name):
            if is_product_name(part) or (is_known(part) and not is_sometimes_name(part)) or part.lower() in _LABELS:
                continue
            if part[0].isupper():
                parts.add(part)
            elif " " not in name and not is_sometimes_name(part):
                parts |= {part, part[:1].upper() + part[1:]}
        return parts

    def marked(self, text: str) -> str:
        """`text` with each of them as `PERSON`; inside of paths, code and addresses names stay."""
        if not self._names:
            return text
        longest = sorted(self._names, key=len, reverse=True)
        told = re.compile(rf"(?<![\w./@`-])@?(?:{'|'.join(map(re.escape, longest))})(?![\w/@`(]|-\w|\.\w|\s\d+\.\d)")
        return told.sub(PERSON, text)
