"""A step of wording: finds people by name and by the place where they stand, so that no memory says who did it."""

import re
from functools import lru_cache

from memory.rules.languages.which import Language
from memory.rules.languages.word_lists import regex
from memory.rules.persons import positions
from memory.rules.persons.company import NAME
from memory.rules.persons.contacts import PERSON, mark_contacts
from memory.rules.persons.names import (
    is_double_name,
    is_first_name,
    is_known,
    is_product_name,
    is_sometimes_name,
    sound_of_a_name,
)  # fmt: skip

_CAPITAL = re.compile(rf"(?<![\w.@`'’-])(?<!(?<!\bw)/){NAME}(?:['’]s|(?<=s)['’](?=\s))?(?![\w`@/-]|\.\w|\()")
_SURNAMES = re.compile(
    rf"(?:\s(?:(?:van|von|de|da|di|del|la|le|der|den|dos|al|el|bin|ben|ter)\s){{0,2}}{NAME}(?!['’]s)(?![\w.(/-]\w)|"
    r"\s[A-Z]\.(?=\s|$))"
)
_VERSION = re.compile(r"\s(?:v\d|\d+(?:\.[\dx]+)*(?![-\w:])|R\d\b)")
_SCORE = re.compile(r"\s\d+\s?[–—:-]\s")  # `Xiomara 1 – desyncs 0`
_THING = re.compile(regex("marking", "thing"), re.IGNORECASE)
_PAIR = re.compile(rf"\s(?:and|&|y|und|et|e|en|i)\s({NAME})")
_SPOKEN_TO = re.compile(r",\s(?:that|this|the|we|you|it|so|and|but|is|are|i|qué|que|dass|das|die|der|c['’]est|il|on)\b")
_FOR_WHOM = re.compile(r"\b(?:for|für|pour|para|per)\s$", re.IGNORECASE)
_SOUNDS = 4.9  # as some given name does
_ENCLOSED = re.compile(r"[.…!?]{0,3}\)")
_LISTED = re.compile(rf",\s({NAME})(?=[,.;)]|\s(?:and|&)\s)")
_ATTENDEES = re.compile(rf"(?:\s{NAME})?(?:(?:,| and| &)\s{NAME}(?:\s{NAME})?)+\)")
_ADDRESSED = re.compile(r",\s(?:we|you|your|please|I|can you|could you|this|fyi|heads up)\b")
_PLURAL = re.compile(r"(?:[^aeiou\Ws]s|ers|ors|ies|ees)$")
_ROLE = re.compile(regex("marking", "role"))


@lru_cache(maxsize=256)  # a sentence is looked at by several rules in turn
def mark_persons(text: str) -> str:
    """`text` with every person as `PERSON` (possessives as `PERSON's`); commit trailers and e-mails are gone."""
    marked = _marked_names(mark_contacts(text))
    return _ROLE.sub(PERSON, marked) if "y " in marked or "ur " in marked else marked


def _marked_names(text: str) -> str:
    parts: list[str] = []
    done = 0
    inside = _code_spans(text)
    language = Language(text)
    for found in _CAPITAL.finditer(text):
        if found.start() < done or any(start <= found.start() < end for start, end in inside):
            continue
        before = ("".join(parts[-3:]) + text[done : found.start()])[-80:]
        word = _Word(found, before, text[found.end() : found.end() + 140])
        if not _is_person(word, language):
            continue
        end = found.end() + (0 if word.possessive else _surnames(word))
        parts += (text[done : found.start()], PERSON, "'s" if word.possessive else "")
        done = end
    return "".join(parts) + text[done:]


class _Word:
    """A capitalised word with what stands before and after it."""

    def __init__(self, found: re.Match[str], before: str, after: str) -> None:
        word = found[0]
        self.possessive = word.endswith(("'s", "’s", "'", "’"))
        self.text = word.removesuffix("'s").removesuffix("’s").rstrip("'’")
        self.name = self.text.split("-")[0].removeprefix("O'").removeprefix("O’")
        self.hyphenated = "-" in self.text
        self.before, self.after = before, after

    @property
    def initial(self) -> bool:
        """Whether a clause begins with the word."""
        return bool(positions.CLAUSE_START.search(self.before))


def _code_spans(text: str) -> list[tuple[int, int]]:
    return (
        [match.span() for match in re.finditer(r"`[^`\n]*`|\"[^\"\n]*\"", text)] if "`" in text or '"' in text else []
    )


def _surnames(word: _Word) -> int:
    """How many characters of surnames follow a first name."""
    end = 0
    for _ in range(3):
        found = _SURNAMES.match(word.after, end)
        if not found or (is_known(found[0].split()[-1].strip(".")) and not is_first_name(found[0].split()[-1])):
            break
        end = found.end()
    return end


def _is_person(word: _Word, language: Language) -> bool:
    if _VERSION.match(word.after) and not (_SCORE.match(word.after) and is_first_name(word.name)):
        return False
    if word.hyphenated and is_double_name(word.text):
        return True
    if is_first_name(word.name):
        return not (language.german and word.name.lower() in _GERMAN_NOUNS)
    if is_sometimes_name(word.name):
        return _is_person_here(word)
    if language.german and word.text.endswith("s") and is_first_name(word.text[:-1]):
        return True
    if is_known(word.name) or len(word.name) < 2:
        return False
    return _is_unknown_person(word, language)


_GERMAN_NOUNS = frozenset("mark rosen heide ernst gerd".split())


def _is_person_here(word: _Word) -> bool:
    """Whether a word that is a name at times is one in its place."""
    trade = is_known(word.name) or is_product_name(word.name)
    if word.possessive:
        return bool(positions.OWNED.match(word.after) or (not trade and positions.OWNED_BY_BOTH.match(word.after)))
    if _ENCLOSED.match(word.after) and word.before.endswith("(") and not is_known(word.name):
        return True
    if not trade and _FOR_WHOM.search(word.before) and _is_spoken_to(word):
        return True
    told = positions.before_person(word.before)
    if told == "sure" or (told and not trade):
        return True
    if PERSON in word.before[-5:-4] or _leads_to_person(word):
        return True
    acts = positions.SPEAKS.match(word.after) or positions.AFTER.match(word.after)
    if acts or is_product_name(word.name):
        return bool(acts)
    return word.initial and bool(
        positions.ACTS.match(word.after)
        or positions.CHANGES.match(word.after)
        or positions.AFTER_FOREIGN.match(word.after)
    )


def _leads_to_person(word: _Word) -> bool:
    """`X and Priya`, `X and Casey rewrote`: whose neighbour on equal footing is a person."""
    pair = _PAIR.match(word.after)
    listed = _LISTED.match(word.after)
    if listed and not word.possessive and is_first_name(listed[1]):
        return True
    if not pair or word.possessive:
        return False
    rest = word.after[pair.end() :]
    if is_first_name(pair[1]) and not is_known(pair[1]):
        return True
    return not is_known(pair[1]) and bool(positions.SPEAKS.match(rest))


def _is_unknown_person(word: _Word, language: Language) -> bool:
    """Whether an unknown word stands where people stand; the less sure the place, the more it must sound so."""
    sound = sound_of_a_name(word.name)
    if language.german:
        sound -= 3.0  # every noun is capitalised
    if word.possessive:
        return (bool(positions.OWNED.match(word.after)) and sound > -6.0) or (
            bool(positions.OWNED_BY_BOTH.match(word.after)) and sound > 1.0
        )
    told = positions.before_person(word.before)
    if (told == "sure" and sound > -14.0) or (told and sound > 0.0):
        return True
    if not word.text.isascii() and language.english and not _THING.search(word.before):
        return True
    return _acts(word, sound) or _stands_aside(word, sound)


def _acts(word: _Word, sound: float) -> bool:
    """Whether the word is the subject of what people do."""
    if _THING.search(word.before) or (_PLURAL.search(word.text) and sound < 2.0):
        return False
    after = word.after[_surnames(word) :]
    if positions.SPEAKS.match(after) or positions.AFTER.match(after) or _leads_to_person(word):
        return sound > -10.0
    if not word.initial:
        return False
    if positions.ACTS.match(after) or positions.AFTER_FOREIGN.match(after):
        return sound > -1.0
    if positions.DID.match(after) and sound > 4.5:
        return True
    return bool(positions.CHANGES.match(after)) and sound > 3.0


def _stands_aside(word: _Word, sound: float) -> bool:
    """Beside another person, as a signature, in brackets, spoken to, or a word that cannot be but a name."""
    if sound > 7.5 and not _THING.search(word.before):
        return True
    if word.before.strip().lower() == "from" and word.after.startswith(": "):
        return sound > -10.0
    if sound > _SOUNDS and _is_spoken_to(word):
        return True
    if word.before.endswith("(") and _ATTENDEES.match(word.after):
        return sound > -2.0
    if word.before.endswith("(") and _ENCLOSED.match(word.after):
        return sound > 0.0
    if word.before.endswith((f"{PERSON} & ", f"{PERSON} and ", f"{PERSON}, ")):
        return sound > 0.0
    rest = word.after[_surnames(word) :]
    if not rest.strip(" .!\n"):
        signed = positions.SIGNATURE.search(word.before)
        return sound > (-1.0 if signed else 0.5 if word.before.endswith(", ") and "!" in rest else 99.0)
    if word.before.strip():
        return False
    return bool(_ADDRESSED.match(rest)) or (rest.startswith((", ", ": ")) and sound > 3.0)


def _is_spoken_to(word: _Word) -> bool:
    """`Turns out, Humphrey, that …`, `Findings for Octavia: …`."""
    if word.before.endswith(", ") and _SPOKEN_TO.match(word.after):
        return True
    return bool(_FOR_WHOM.search(word.before)) and bool(re.match(r"[*_]{0,2}(?::|\n|$)", word.after))
