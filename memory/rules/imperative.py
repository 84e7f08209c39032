"""Tells an English sentence that bids ("Pin numpy below 2") from one that states ("The lock file pins numpy")."""

import re
from functools import cache

from memory.rules.languages.word_lists import word_list

_PARTS = re.compile(r"[;:()–—]\s|\s-{1,2}\s|->|=>|→")
_COMMA = re.compile(r",\s+")
_TOKENS = re.compile(r"`[^`\n]{1,200}`|[^\s,;:()\[\]]+")
_WORD = re.compile(r"[A-Za-z]+(?:['’]t)?")
_EDGES = ".!?\"'“”‘’*_>#•|~"
_LEADS = frozenset(
    "please always never just simply first next finally then also now instead only ever so and or but do don't not"
    " kindly ok okay note that remember".split()
)
# With them a sentence says when or where before it bids: "In CI, run it with `-n 2`".
_INTRODUCES = frozenset(
    "in on at for before after when whenever if unless once until while with without to from by inside within during"
    " upon into onto over under between through via against instead as since because where wherever except".split()
)
# What stands before a thing, and so right behind what is done to it.
_POINTS = frozenset(
    "a an the this that these those my our your his her its their it them us him me all any every each both some"
    " everything nothing anything".split()
)
# What stands right behind a thing of which something is said.
_STATES = frozenset(
    "is are was were be been has have had does did can cannot could will would may might must should isn't aren't"
    " wasn't weren't hasn't doesn't didn't can't couldn't won't wouldn't needs now also still no already".split()
)
_JOINS = frozenset("and or but which who what how why so then than not".split())
_CLAUSE, _LOOKED_AT = 400, 12  # letters and words of a clause
_SHORT = 2
_INFLECTED = ("s", "ed", "ing")


@cache
def base_forms() -> frozenset[str]:
    """Verbs in the form that bids."""
    return word_list("base_forms", "base_forms")


def bids(sentence: str) -> bool:
    """Whether a clause of the sentence begins with a verb's base form as one that tells somebody to act. Linear.

    At the sentence's begin and behind an introduction ("Before a release, …") any such verb bids, also one that could
    be a noun there; behind a comma or colon only one with its object at once.
    """
    for at, part in enumerate(_PARTS.split(sentence)):
        clauses = _COMMA.split(part)
        introduced = _first(clauses[0]).lower() in _INTRODUCES
        for place, clause in enumerate(clauses):
            surely = (at == 0 and place == 0) or (introduced and place == 1)
            if _begins(clause, surely):
                return True
    return False


def _words(clause: str) -> list[str]:
    words = (token.strip(_EDGES) for token in _TOKENS.findall(clause[:_CLAUSE])[:_LOOKED_AT])
    return [word for word in words if any(map(str.isalnum, word))]


def _first(clause: str) -> str:
    return next(iter(_words(clause)), "")


def _begins(clause: str, alone: bool) -> bool:
    words = _words(clause)
    led = next((at for at, word in enumerate(words) if not _leads(word.lower())), len(words))
    if led == len(words) or not _WORD.fullmatch(words[led]):
        return False
    verb, rest = words[led].lower(), [word.lower() for word in words[led + 1 :]]
    if verb in _POINTS | _STATES | _INTRODUCES or _is_said_of(rest):
        return False
    may = verb in base_forms() or (alone and len(verb) > _SHORT and not verb.endswith(_INFLECTED))
    behind = rest[0] if rest else ""
    if behind in _POINTS:
        return may
    named = bool(behind) and not behind.isalpha()
    return (may and named and _goes_on(rest[1:])) or (verb in base_forms() and (alone or named))


def _is_said_of(rest: list[str]) -> bool:
    """Whether what stands behind a first word makes it a thing: "(Cache) entries are removed", "(Docker) 27 was"."""
    place = next((at for at, word in enumerate(rest) if word in _STATES), None)
    return place is not None and not any(word in _POINTS | _INTRODUCES | _JOINS for word in rest[:place])


def _goes_on(rest: list[str]) -> bool:
    """Whether an object is put somewhere: "(Vendor `x`) into the tree"."""
    return bool(rest) and rest[0] in _INTRODUCES and not any(word in _STATES for word in rest)


def _leads(word: str) -> bool:
    return word in _LEADS or word.isdigit() or (word.endswith("ly") and word not in base_forms())
