"""A step of distilling: tells sentences that state a fact (cause, decision, fix, convention …) from the rest."""

import re
from dataclasses import dataclass

from memory.rules.languages import is_english
from memory.rules.languages.word_lists import regex, word_list
from memory.rules.literals import Literal, literals
from memory.rules.persons import east_asian
from memory.rules.salience.cues import CUES
from memory.rules.salience.foreign_talk import foreign_talk
from memory.rules.salience.foreign_unsure import foreign_why_not
from memory.rules.salience.substance import substance
from memory.rules.salience.talk import after_frame, is_direct, is_firm, talk
from memory.rules.salience.unsure import why_not
from memory.rules.vocabulary import TECHNICAL, TECHNICAL_PARTS, TOOLS
from memory.rules.wording.exclamations import is_exclamation

_ENOUGH = 1.0  # above it names and figures tell nothing more
_NAMES_SOMETHING, _DECLARED = 0.4, 0.5
_WEIGHTY = 2.5  # a cue of cause, failure, fix, rule or limit
_CODE_SPAN = re.compile(r"`[^`\n]{1,200}`")
_ACRONYM = re.compile(r"\b[A-Z]{2,6}s?\b")
_NO_ACRONYMS = word_list("small_talk", "no_acronyms")
_WORD = re.compile(r"[^\W\d_][\w'’+#-]*")
_STRONG_LITERALS = word_list("small_talk", "strong_literals")


@dataclass(frozen=True)
class Salience:
    """What speaks for a sentence: its score, its cues by name, and why it may not stand (`hypothesis`, `plan` …)."""

    score: float
    cues: tuple[str, ...]
    rejected: str | None
    technical: float


def salience(sentence: str) -> Salience:
    """How much of a fact one sentence states; `rejected` names what keeps it from being one."""
    folded = sentence.lower()
    foreign = not is_english(sentence)
    technical = _technical(sentence, folded, foreign=foreign)
    rejected = _why_not(sentence, folded, technical, foreign=foreign)
    if rejected:
        framed = after_frame(sentence) if rejected in _FRAMED else ""
        return salience(framed) if framed else Salience(0.0, (), rejected, 0.0)
    known = technical
    if technical < _ENOUGH:
        technical = round(technical + substance(sentence, folded, foreign=foreign), 2)
    prose = _CODE_SPAN.sub("`x`", folded) if "`" in folded else folded  # names of things are no cues
    cues = [(name, weight) for name, weight, pattern in CUES if pattern.search(prose)]
    if not foreign and is_direct(folded, known) and max((weight for _, weight in cues), default=0.0) < _WEIGHTY:
        return Salience(0.0, (), "personal", 0.0)
    # Cues are English words: a sentence in another language that names or counts something states it.
    told = _DECLARED if foreign and technical >= _NAMES_SOMETHING and not cues else 0.0
    score = told + max((weight for _, weight in cues), default=0.0) + 0.4 * max(0, len(cues) - 1) + min(2.5, technical)
    return Salience(round(score, 2), tuple(name for name, _ in cues), None, technical)


_FRAMED = frozenset(("plan", "hypothesis", "personal"))  # may still be said before a fact: `I'll be honest: …`


def _why_not(sentence: str, folded: str, technical: float, *, foreign: bool) -> str | None:
    """What keeps a sentence from being a fact: its form, its mood, or that it only keeps a conversation going."""
    rejected = foreign_why_not(sentence, folded, technical) if foreign else why_not(folded)
    if rejected or is_exclamation(sentence):
        return rejected or "personal"
    if (technical < 0.7 and _PERSONAL_EVENT.search(folded)) or (technical < 1.5 and _GREETING.match(folded)):
        return "personal"
    if _SMALL_TALK.search(folded):
        return "personal"
    if is_firm(sentence):
        return None
    if foreign:
        return foreign_talk(sentence, folded, technical, eastern=east_asian.is_east_asian(sentence))
    return talk(folded)


_GREETING = re.compile(regex("small_talk", "greeting"))


_KNOWN = TECHNICAL | TOOLS
_TRADE = word_list("trade", "words")
_COMPOUND = re.compile(regex("trade", "compounds"))
# Words of the trade in English that mean something of every day elsewhere: `noch ein Tag`.
_FALSE_FRIENDS = frozenset("tag rest gang".split())


def _is_known_form(word: str) -> bool:
    """Whether a word is the plural or the possessive of a word of the trade."""
    if not word.endswith("s"):
        return False
    bare = word.removesuffix("'s").removesuffix("’s")
    return bare in _KNOWN or (bare.endswith("s") and bare[:-1] in TECHNICAL)


def _technical(sentence: str, folded: str, *, foreign: bool) -> float:
    """A measure of technical substance: literals count most, words of the trade less."""
    strong = sum(
        1 for literal in literals(sentence) if literal.kind in _STRONG_LITERALS and not _is_plain_time(literal)
    )
    acronyms = sum(word not in _NO_ACRONYMS for word in set(_ACRONYM.findall(sentence)))
    words = {word.strip("'’") for word in _WORD.findall(folded)}
    if foreign:
        words -= _FALSE_FRIENDS
    plain = words & _KNOWN
    known = len(plain) + sum(1 for word in words - plain if _is_known_form(word) or (foreign and _is_trade(word)))
    if not sentence.isascii():
        known += sum(part in sentence for part in TECHNICAL_PARTS)
    return 0.7 * min(strong, 4) + 0.5 * min(known, 5) + 0.4 * min(acronyms, 3)


def _is_trade(word: str) -> bool:
    """Whether a word of another language belongs to the trade: `migrazioni`, `Rechnungsdienst`."""
    return word in _TRADE or bool(_COMPOUND.fullmatch(word))


_TIME = re.compile(regex("small_talk", "time"), re.IGNORECASE)


def _is_plain_time(literal: Literal) -> bool:
    """A number of days or hours is technical only where something technical lasts so long."""
    return literal.kind == "amount" and bool(_TIME.match(literal.text))


# What people say to each other, however many names of tools they say it with.
_SMALL_TALK = re.compile(regex("small_talk", "small_talk"))
_PERSONAL_EVENT = re.compile(regex("small_talk", "personal_event"))
