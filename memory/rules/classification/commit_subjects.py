"""A tool of classification: what the prefix of a commit message (`fix(cart): …`) tells of the type."""

import re

from memory.rules.classification.types import FactType
from memory.rules.languages.reading import word_list

_SUBJECT = re.compile(r"\s*[\"']?([a-z]{2,8})(?:\(([\w ,./-]{1,40})\))?!?: +(\S+)", re.IGNORECASE)
_PACKAGES = re.compile(r"\bdeps?\b|\bdev-deps\b|\bdependenc(?:y|ies)\b|\brequirements\b", re.IGNORECASE)
_OF_PREFIX: dict[str, tuple[FactType, float]] = {
    "refactor": ("decision", 4.0),
    "perf": ("decision", 2.5),
    "feat": ("decision", 4.0),
    "revert": ("decision", 4.0),
    "build": ("decision", 1.0),
    "chore": ("decision", 1.0),
    "ci": ("decision", 1.0),
    "fix": ("failure", 4.0),
    "hotfix": ("failure", 4.0),
    "bugfix": ("failure", 4.0),
    "deps": ("dependency", 4.0),
    "style": ("pattern", 2.0),
}
_MOVES = word_list("commits", "moves")
_HOLDS = frozenset("bump upgrade update pin hold require raise lock downgrade cap".split())
_TASKS = frozenset(("build", "chore", "ci"))


def of_subject(told: str) -> tuple[FactType, float, str] | None:
    """The type that the prefix speaks for, its points and the prefix; None where the text begins with none.

    Chores speak by their first word: what is bumped or pinned is a dependency, what is moved or dropped a choice.
    """
    found = _SUBJECT.match(told)
    if not found:
        return None
    prefix, scope, verb = found[1].lower(), found[2] or "", found[3].lower()
    cue = f"{prefix}({scope}):" if scope else f"{prefix}:"
    if prefix != "fix" and (_PACKAGES.search(scope) or (prefix in _TASKS and verb in _HOLDS)):
        return "dependency", 3.0, cue
    if prefix not in _OF_PREFIX:
        return None
    type_, weight = _OF_PREFIX[prefix]
    return type_, weight + (2.0 if prefix in _TASKS and verb in _MOVES else 0.0), cue
