"""A step of distilling: impersonal wording, with identifiers, paths, versions, numbers and error texts to the
letter."""

import re

from memory.rules.languages.word_lists import regex, word_list
from memory.rules.literals import MASKED, Mask
from memory.rules.persons import PERSON, mark_persons
from memory.rules.persons.products import PLAIN_WORDS
from memory.rules.vocabulary import TECHNICAL, TOOLS
from memory.rules.wording.clauses import with_nouns, without_subjects
from memory.rules.wording.decisions import as_decision
from memory.rules.wording.exclamations import without_exclamations
from memory.rules.wording.frames import unframed
from memory.rules.wording.markup import tidy, without_markup
from memory.rules.wording.moods import without_moods
from memory.rules.wording.preambles import without_person_preamble

_FILLER = re.compile(regex("wording", "filler"), re.IGNORECASE)
_DANGLING_END = re.compile(regex("wording", "dangling_end"), re.IGNORECASE)


def impersonal(sentence: str) -> str:
    """One sentence without people, first person, feelings and filler; empty when nothing is left of it.

    Dates are expected to be absolute already: a date that falls away with its frame ("I spent hours on this
    yesterday and …") is kept as "Identified 2026-03-18."
    """
    plain = tidy(without_markup(without_exclamations(sentence)))
    mask = Mask(mark_persons(plain), open_kinds=_OPEN_KINDS)
    words, found_on = unframed(without_person_preamble(_AT_WORK.sub(r"\g<when> ", mask.text)), mask.restore)
    words = without_exclamations(words) if PERSON in mask.text else words
    words = _CHOSE.sub("chose", without_moods(_FILLER.sub("", words))).strip(" ,;:–—-")
    if not words.strip(" .!?"):
        return ""
    # "Let's Encrypt issues …" is a firm, no proposal.
    rewritten = without_subjects(words if words.startswith(_FIRMS) else as_decision(words))
    words = _without_persons(with_nouns(words) if _says_less(words, rewritten) else rewritten)
    text = _finished(mask.restore(words))
    if found_on and text and found_on not in text:
        text += f" Identified {found_on}."
    return text


# `Right now I'm halfway through …`: a state of the work.
_AT_WORK = re.compile(regex("wording", "at_work"), re.IGNORECASE)
_MASK = re.compile(MASKED)
_CHOSE = re.compile(r"(?:(?<=\bwe )|(?<=\bI ))went with\b", re.IGNORECASE)
_FIRMS = ("Let's Encrypt", "Let’s Encrypt")
_NEGATION = re.compile(regex("wording", "negation"), re.IGNORECASE)


def _says_less(before: str, after: str) -> bool:
    """Whether rewriting lost a literal or a negation; rather clumsy than wrong, the sentence then keeps its clauses."""
    if set(_MASK.findall(before)) - set(_MASK.findall(after)):
        return True
    return len(_NEGATION.findall(after)) < len(_NEGATION.findall(before))


_OPEN_KINDS = frozenset({"email"})


_OF_PERSONS = re.compile(rf"{PERSON}['’]s(?:(?:, | and | & ){PERSON}['’]s)+")
_OF_PERSON = re.compile(rf"{PERSON}(?:['’]s| ['’]s)")
_PERSONS = re.compile(rf"(?:the |our )?{PERSON}(?:(?:, | and | & ){PERSON})*")
_ARTICLES_IN_A_ROW = re.compile(r"\bthe (?:the|a|an) ")
_MEMBERS = re.compile(r"\ba team member(?:, a team member)+")


def _without_persons(words: str) -> str:
    if PERSON not in words:
        return words
    return _PERSONS.sub("a team member", _OF_PERSON.sub("the", _OF_PERSONS.sub("the", words)))


def _finished(text: str) -> str:
    text = _DANGLING_END.sub("", tidy(text)).strip(" ,;:–—-")
    text = _MEMBERS.sub("team members", _ARTICLES_IN_A_ROW.sub("the ", text))
    if not text:
        return ""
    if text[0].islower() and _is_common(text):
        text = text[0].upper() + text[1:]
    return text if text.endswith((".", "!", "?", "。", ":", "…")) else text + "."


_NAME_START = re.compile(regex("wording", "name_start"))
_NO_WORD = re.compile(r"[b-df-hj-np-tv-xz]{3,}$")  # sqlc
# What a program does to what is written to the letter: `towncrier builds CHANGELOG.md`.
_BUILDS = re.compile(regex("wording", "builds"))
_ARTICLES = word_list("wording", "articles")


def _is_common(text: str) -> bool:
    """Whether the first word is plain English; the name of a tool or a package keeps its small letter."""
    first = text.split(None, 1)[0].strip(",;:.")
    if _NO_WORD.match(first) or (first not in _ARTICLES and first not in PLAIN_WORDS and _BUILDS.match(text)):
        return False
    if not first.isalpha() or not first.islower() or first in TOOLS:
        return False
    return first in _ARTICLES or first in TECHNICAL or not _NAME_START.match(text)
