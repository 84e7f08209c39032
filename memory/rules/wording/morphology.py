"""A tool of wording: English verb forms, as far as turning `we use X` into `X is used` needs them."""

import re

from memory.rules.languages.word_lists import all_pairs, word_list

_IRREGULAR = all_pairs("verbs", "irregular")
_PAST = all_pairs("verbs", "past")
_DOUBLED = word_list("verbs", "doubled")
_NOT_PAST = word_list("verbs", "not_past")


def participle(verb: str) -> str:
    """The past participle of a base form: use → used, write → written, drop → dropped."""
    verb = verb.lower()
    prefix, _, last = verb.rpartition("-")
    if prefix and last:
        return f"{prefix}-{participle(last)}"
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb in _DOUBLED:
        return f"{verb}{verb[-1]}ed"
    if verb.endswith("e"):
        return f"{verb}d"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ied"
    return f"{verb}ed"


def gerund(verb: str) -> str:
    """The -ing form of a base form: use → using, run → running."""
    verb = verb.lower()
    if verb in _DOUBLED:
        return f"{verb}{verb[-1]}ing"
    if verb.endswith("ie"):
        return f"{verb[:-2]}ying"
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")) and verb != "be":
        return f"{verb[:-1]}ing"
    return f"{verb}ing"


def is_past(word: str) -> bool:
    """Whether a word is a verb in the simple past: fixed, ran, chose."""
    word = word.lower()
    return word in _PAST or (len(word) > 4 and word.endswith("ed") and word not in _NOT_PAST)


def past_gerund(word: str) -> str:
    """The -ing form of a simple past: upgraded → upgrading, ran → running, retried → retrying."""
    word = word.lower()
    if word in _PAST:
        return gerund(_PAST[word])
    return f"{word[:-3]}ying" if word.endswith("ied") else f"{word[:-2]}ing"


def past_participle(word: str) -> str:
    """The participle of a simple past: chose → chosen, added → added."""
    word = word.lower()
    return participle(_PAST[word]) if word in _PAST else word


_PLURAL_HEAD = re.compile(r"\band\b|(?:[^su'’]s|ies|data|people|children)(?:\s*\ue001)?$", re.IGNORECASE)


def is_or_are(noun_phrase: str, *, past: bool = False) -> str:
    """The form of `be` that agrees with a noun phrase, told by its head's ending."""
    head = re.split(r"\s(?:of|for|in|on|with|from|to|at|that|which)\s", noun_phrase.strip(), maxsplit=1)[0]
    if head.endswith("\ue001"):
        return ("were" if past else "are") if head.endswith("a\ue001") else ("was" if past else "is")
    plural = bool(_PLURAL_HEAD.search(head)) and not re.search(
        r"(?:is|us|ss|ics|ous|ws)$|^(?:this|a|an|each|every)\b", head
    )
    return ("were" if past else "are") if plural else ("was" if past else "is")
