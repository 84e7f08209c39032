"""A step of wording: turns clauses of the first and second person into impersonal ones (`we use X` → `X is used`)."""

import re
from collections.abc import Callable

from memory.rules.languages.reading import regex
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
_FIXED: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), replacement)
    for pattern, replacement in (
        (r"^we, (the [^,]{3,40}),", r"\1"),
        (
            r"\b(?:call|ping|text|message|dm|contact|reach(?: out to)?|mail|e-?mail|tell|slack) (?:me|"
            r"\ue010)(?: (?:at|on|under|via) \ue010)?", "contact the owner"),
        (
            r"\bin (?:my|our) (?:case|setup|project|codebase|code base|repo|code|app|stack|environment|tests?|"
            r"ci)\b", r"in the project"),
        (r"\b(?:in|from) my (?:experience|opinion|view),?\s?", ""),
        (r"\b(?:allow|enable|let|help)(s|ed|ing)? us to (\w+)\b", r"allow\1 to \2"),
        (r"\b(?:makes?|made) (?:us|me|you) (\w+)\b", r"forces a \1"),
        (
            r"\b(?:gives?|gave|costs?|cost|saves?|saved|bites?|bit|tells?|told|asks?) (?:us|me|you)\b",
            lambda m: m[0].rsplit(" ", 1)[0],
        ),
        (r"\s(?:for|to|with|on|by) (?:me|us|myself|ourselves|you|yourself)\b(?= |[,.;]|$)", ""),
        (r"\b(?:on|at|from) (?:my|our) (?:end|side|machine|laptop|box)\b", "locally"),
        (r"\b(?:my|our|your|his|her)\b(?! own)", "the"),
        (r"\b(?:my|our|your|his|her) own\b", "a separate"),
        (r"\b(?:mine|ours|yours|hers)\b", "the own one"),
        (r"\b(?:by )?(?:myself|ourselves|yourself|himself|herself)\b", ""),
        (r"\bmake sure (?:that )?(?:you|we|I) (?:always )?(\w+)", r"make sure to \1"),
        (r"\b(?:remember|be sure|don['’]t forget) to\b", "must"),
        (r"\blet me know\b[^.;]*", ""),
        (r"\bas (?:we|I) (?:discussed|agreed|said|saw|expected|mentioned)(?: in \w+)?,?\s?", ""),
        (r"\bthe way we (\w+)", r"the way to \1"),
    )
)  # fmt: skip


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


_LEFT: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r"(?<![\w'’/-])I['’](?:m|ve|d|ll)\b|(?<![\w'’/-])I(?![\w'’/-])"), "the developer"),
    (re.compile(r"(?<![\w'’-])(?:we|We|WE)(?:['’](?:re|ve|d|ll))?(?![\w'’-])"), "the team"),
    (re.compile(r"(?<![\w'’-])(?:us)(?![\w'’-])"), "the team"),
    (re.compile(r"(?<![\w'’-])(?:me|Me)(?![\w'’-])"), "the developer"),
    (re.compile(r"(?<![\w'’-])(?:my|our|My|Our|your|Your)(?![\w'’-])"), "the"),
    (re.compile(r"(?<![\w'’-])(?:you|You)(?:['’](?:re|ve|d|ll))?(?![\w'’-])"), "users"),
    (re.compile(r"(?<![\w'’-])(?:he|she|He|She)(?![\w'’-])"), "a team member"),
    (re.compile(r"(?<![\w'’-])(?:him)(?![\w'’-])"), "a team member"),
)


def _leftovers(words: str) -> str:
    for pattern, replacement in _LEFT:
        words = pattern.sub(replacement, words)
    return _SPACES.sub(" ", words).strip(" ,;")
