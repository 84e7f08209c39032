"""Data of the rules: sentences of each type, from which `likelihood` learns the weight of words.

To teach the classifier, add a sentence to the type that a team lead would give it: one a line, in the module of its
type (English) or of its language. A line that begins with two spaces goes on with the one before.
"""

from memory.rules.classification.examples import (
    contexts,
    decisions,
    dependencies,
    eastern,
    failures,
    french_italian,
    germanic,
    iberian,
    patterns,
    slavic,
)
from memory.rules.classification.examples.types import FactType

__all__ = ["EXAMPLES", "FactType"]

_ENGLISH: dict[FactType, str] = {
    "decision": decisions.SENTENCES,
    "failure": failures.SENTENCES,
    "pattern": patterns.SENTENCES,
    "dependency": dependencies.SENTENCES,
    "context": contexts.SENTENCES,
}
_LANGUAGES = (
    _ENGLISH,
    germanic.SENTENCES,
    french_italian.SENTENCES,
    iberian.SENTENCES,
    slavic.SENTENCES,
    eastern.SENTENCES,
)


def _lines(block: str) -> tuple[str, ...]:
    return tuple(block.strip().replace("\n  ", " ").split("\n"))


EXAMPLES: dict[FactType, tuple[str, ...]] = {
    type_: tuple(line for language in _LANGUAGES for line in _lines(language[type_])) for type_ in _ENGLISH
}
