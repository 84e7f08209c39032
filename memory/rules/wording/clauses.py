"""A step of wording: turns clauses of the first and second person into impersonal ones (`we use X` → `X is used`)."""

import re

from memory.rules.languages.word_lists import all_pairs, regex
from memory.rules.persons import PERSON
from memory.rules.wording.morphology import is_past
from memory.rules.wording.predicates import PREDICATE, Place, said

_PERSONS = rf"{PERSON}(?:(?:, | and | & |, and )(?:{PERSON}|I|me))*"
_SUBJECTS = re.compile(
    rf"(?P<who>(?<![\w'’-])(?:I(?: and {PERSON})?|[Ww]e(?: all| both)?|WE|[Yy]ou|[Mm]e and {PERSON}|"
    rf"[Ss]omeone(?: on the team| else| (?:from|in|on|at) (?:the )?(?:\w+ ){{1,3}}?(?:team|side|office|department|"
    rf"squad|ops|infra))?|[Ss]omebody(?: else)?|[Hh]e|[Ss]he)(?![\w-])|{_PERSONS}(?!['’]))"
    r"(?P<aux>['’](?:ve|re|d|ll|m)|(?= ))"
)
_WHEN = re.compile(r"\b(?P<word>when|whenever|while|before|after|once|until|if|unless)\s?$", re.IGNORECASE)
_BECAUSE = re.compile(regex("clauses", "because"), re.IGNORECASE)


def without_subjects(words: str) -> str:
    """Masked words with each clause of I, we, you, a person or someone said without them."""
    words = _fixed_phrases(words)
    done, rest = "", words
    for _ in range(12):
        found = _SUBJECTS.search(rest)
        if not found:
            break
        head, tail = done + rest[: found.start()], rest[found.end() :]
        done, rest = _clause(head, found, tail)
    return _leftovers(done + rest)


def with_nouns(words: str) -> str:
    """Masked words with the team, the developer or users in place of we, I and you; clumsy, but nothing is lost."""
    return _leftovers(_fixed_phrases(words))


_SPACES = re.compile(r" {2,}")
_FIXED = tuple((re.compile(said, re.IGNORECASE), told) for said, told in all_pairs("clauses", "fixed").items())
_LEFT = tuple((re.compile(said), told) for said, told in all_pairs("clauses", "left").items())


def _fixed_phrases(words: str) -> str:
    for pattern, replacement in _FIXED:
        words = pattern.sub(replacement, words)
    return _SPACES.sub(" ", words).strip()


def _clause(head: str, found: re.Match[str], tail: str) -> tuple[str, str]:
    """Head and rest of a sentence after its clause was said without its subject."""
    predicate = PREDICATE.match(_auxiliary(found["aux"][1:] if found["aux"] else "", tail) + tail)
    if not predicate:
        return head, tail
    when = _WHEN.search(head)
    place = Place(
        who=found["who"].lower(),
        head=head,
        initial=not head.strip(" (,;:–—-") or head.rstrip().endswith((".", ":", ";", "–", "—")),
        when=when["word"].lower() if when else "",
        because=bool(_BECAUSE.search(head)),
    )
    text = said(predicate, place)
    if text is None:
        return head + _fallback(place.who), f" {predicate.string.lstrip()}"
    if place.when == "once" and when and is_past(predicate["verb"]):
        return f"{head[: when.start()]}after ", text
    return head, text


_AUX = {"ve": " have", "re": " are", "ll": " will", "m": " am", "": ""}


def _auxiliary(short: str, tail: str) -> str:
    """What `'ve`, `'re`, `'ll` and `'d` stand for; `'d` is had before a participle and would before a base form."""
    if short == "d":
        following = re.match(r" (?:\w+ly )?(\w+)", tail)
        return " had" if following and (is_past(following[1]) or following[1] in ("been", "better")) else " would"
    return _AUX.get(short, "")


def _fallback(who: str) -> str:
    if who.startswith(("someone", "somebody")):
        return "someone"
    if PERSON in who:
        return "a team member"
    return "users" if who == "you" else "the team" if who.startswith("we") else "the developer"


def _leftovers(words: str) -> str:
    for pattern, replacement in _LEFT:
        words = pattern.sub(replacement, words)
    return _SPACES.sub(" ", words).strip(" ,;")
