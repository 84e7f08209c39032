"""A tool of the rules: reads from a pattern the words of which a text must have one, for the pattern to match."""

import re
from importlib import import_module
from typing import Any

_PARSER: Any = import_module("re._parser")
# Words and signs that most texts have: a pattern that needs one of them is tried nearly always.
_EVERYWHERE = frozenset(
    "the a an is are was to of in on and for with it this that we i s t you not has be as by from at or but so when "
    "all no use used now which because since its if only have had can after before while every".split()
) | frozenset(".,`'’():-/_")
_MOST = 4000  # words; a pattern with more of them is tried always
_EXACT, _SURE, _SHORT = 12, 4, 3

_REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")
_EAST = range(0x2E80, 0x10000)  # scripts without blanks, and signs of our own: each stands for itself
_Item = tuple[Any, Any]
_UNKNOWN: list[_Item] = [("UNKNOWN", None)]


def needed_words(pattern: re.Pattern[str]) -> frozenset[str] | None:
    """Words in small letters, beginnings of words (three or four letters) and signs: every match has one of them.

    None where no such words can be told. A word of up to four letters may also stand for a longer one's beginning.
    """
    tree = _PARSER.parse(pattern.pattern, pattern.flags & ~re.DEBUG)
    needed = _needed(list(tree), [], at_word=False)
    return frozenset(needed) if needed and len(needed) <= _MOST else None


def _needed(items: list[_Item], behind: list[_Item], *, at_word: bool) -> set[str] | None:
    """The rarest words that one of the items needs; `behind` stands behind them, `at_word` before a word's start."""
    best: set[str] | None = None
    for place, (kind, told) in enumerate(items):
        rest = [*items[place + 1 :], *behind]
        found = [_inside(str(kind), told, rest, at_word=at_word)]
        if at_word or _is_sign(str(kind), told):
            found.append(_begun("", [items[place], *rest]))
        for words in found:
            if words is not None and (best is None or _cost(words) < _cost(best)):
                best = words
        at_word = _leaves_at_word(str(kind), told, at_word=at_word)
    return best


def _cost(words: set[str]) -> int:
    return len(words) + 200 * len(words & _EVERYWHERE)


def _inside(kind: str, told: Any, rest: list[_Item], *, at_word: bool) -> set[str] | None:
    """What an item with items of its own needs."""
    if kind == "SUBPATTERN":
        return _needed(list(told[-1]), rest, at_word=at_word)
    if kind == "ATOMIC_GROUP":
        return _needed(list(told), rest, at_word=at_word)
    if kind in _REPEATS and told[0] > 0:
        return _needed(list(told[2]), _again(told, rest), at_word=at_word)
    if kind == "BRANCH":
        return _united([_needed(list(branch), rest, at_word=at_word) for branch in told[1]])
    return None


def _united(parts: list[set[str] | None]) -> set[str] | None:
    """All words of alternatives; None where one of them needs nothing."""
    known = [part for part in parts if part is not None]
    return set().union(*known) if len(known) == len(parts) else None


def _begun(word: str, items: list[_Item]) -> set[str] | None:
    """The words or the sign that the items begin with, where `word` stands before them already."""
    if len(word) >= _EXACT or not items:
        return _open(word)
    (kind, told), rest = (str(items[0][0]), items[0][1]), items[1:]
    if kind == "LITERAL":
        return _with_letter(word, chr(told), rest)
    if kind == "IN":
        return _with_set(word, told, rest)
    if kind in ("AT", "ASSERT", "ASSERT_NOT"):
        return _at_place(word, kind, told, rest)
    if kind in ("SUBPATTERN", "ATOMIC_GROUP"):
        return _begun(word, [*(told[-1] if kind == "SUBPATTERN" else told), *rest])
    if kind == "BRANCH":
        return _united([_begun(word, [*branch, *rest]) for branch in told[1]])
    if kind in _REPEATS:
        return _repeated(word, told, rest)
    return _open(word)


def _open(word: str) -> set[str] | None:
    """A word of which only the beginning is known."""
    return {word[:_SURE]} if len(word) >= _SHORT else None


def _at_place(word: str, kind: str, told: Any, rest: list[_Item]) -> set[str] | None:
    """What is known at a place of no width: the whole word where it ends there, or what stands ahead."""
    if kind == "ASSERT":
        ahead = _begun(word, [*told[1], *_UNKNOWN]) if told[0] > 0 else None
        return ahead or _begun(word, rest)
    ends = str(told) != "AT_NON_BOUNDARY" if kind == "AT" else told[0] > 0 and _holds_letters(told[1])
    return {word} if word and ends else _begun(word, rest)


def _with_letter(word: str, letter: str, rest: list[_Item]) -> set[str] | None:
    if _is_letter(letter):
        small = letter.lower()
        return _begun(word + small, rest) if len(small) == 1 else _open(word)
    if word:
        return {word}
    return _begun("", rest) if letter.isspace() else {letter.lower()}


def _with_set(word: str, told: Any, rest: list[_Item]) -> set[str] | None:
    letters = _letters(told)
    if letters is not None:
        return _united([_with_letter(word, letter, rest) for letter in letters])
    if _is_no_letter(told):
        return {word} if word else _begun("", rest)
    return _open(word)


def _repeated(word: str, told: Any, rest: list[_Item]) -> set[str] | None:
    once = _begun(word, [*told[2], *_again(told, rest)])
    return once if told[0] > 0 else _united([once, _begun(word, rest)])


def _again(told: Any, rest: list[_Item]) -> list[_Item]:
    """What stands behind the first of some repeated items: the rest, or one more of them and whatever comes then."""
    return rest if told[1] == 1 else [("BRANCH", (None, [[*told[2], *_UNKNOWN], rest]))]


def _letters(told: Any) -> list[str] | None:
    """The members of a set of at most twelve characters; None for others and for what a set leaves out."""
    found: list[str] = []
    for kind, value in told:
        if str(kind) == "LITERAL":
            found.append(chr(value))
        elif str(kind) == "RANGE" and value[1] - value[0] < 12:
            found += [chr(code) for code in range(value[0], value[1] + 1)]
        else:
            return None
    return found if len(found) <= 12 else None


def _is_no_letter(told: Any) -> bool:
    """Whether a set has nothing but signs and spaces."""
    return all(
        (str(kind) == "LITERAL" and not _is_letter(chr(value)))
        or (str(kind) == "CATEGORY" and str(value) in ("CATEGORY_SPACE", "CATEGORY_NOT_WORD"))
        for kind, value in told
    )


def _holds_letters(items: Any) -> bool:
    """Whether what must not stand at a place are all letters, so that no word goes on or begins before it."""
    found = list(items)
    return (
        len(found) == 1
        and str(found[0][0]) == "IN"
        and any(str(kind) == "CATEGORY" and str(value) == "CATEGORY_WORD" for kind, value in found[0][1])
        and not any(str(kind) == "NEGATE" for kind, _ in found[0][1])
    )


def _is_letter(sign: str) -> bool:
    return (sign.isalnum() or sign == "_") and ord(sign) not in _EAST


def _is_sign(kind: str, told: Any) -> bool:
    """Whether an item is a sign or one of some signs, which need no start of a word before them."""
    if kind == "LITERAL":
        return not _is_letter(chr(told)) and not chr(told).isspace()
    signs = _letters(told) if kind == "IN" else None
    return bool(signs) and not any(_is_letter(sign) or sign.isspace() for sign in signs or ())


def _leaves_at_word(kind: str, told: Any, *, at_word: bool) -> bool:
    """Whether a letter behind an item can only begin a word."""
    if kind == "LITERAL":
        return not _is_letter(chr(told))
    if kind == "IN":
        return _is_no_letter(told)
    if kind == "AT":
        return str(told) != "AT_NON_BOUNDARY" and (at_word or str(told) != "AT_END")
    if kind in ("ASSERT", "ASSERT_NOT"):
        return at_word or (kind == "ASSERT_NOT" and told[0] < 0 and _holds_letters(told[1]))
    if kind in ("SUBPATTERN", "ATOMIC_GROUP"):
        return _all_leave(list(told[-1] if kind == "SUBPATTERN" else told), at_word=at_word)
    if kind == "BRANCH":
        return all(_all_leave(list(branch), at_word=at_word) for branch in told[1])
    if kind in _REPEATS:
        return (at_word or told[0] > 0) and _all_leave(list(told[2]), at_word=at_word)
    return False


def _all_leave(items: list[_Item], *, at_word: bool) -> bool:
    for kind, told in items:
        at_word = _leaves_at_word(str(kind), told, at_word=at_word)
    return at_word
