"""Data of the rules: sentences of each type, from which `likelihood` learns the weight of words.

To teach the classifier, add a sentence to the type that a team lead would give it: one a line, in the module of its
type (English) or of its language. Sentences of the `told` modules are longer and say it as teams do. A line that
begins with two spaces goes on with the one before.
"""

from memory.rules.classification.examples import (
    contested,
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
    told_besides,
    told_contexts,
    told_decisions,
    told_dependencies,
    told_eastern,
    told_failures,
    told_french_italian,
    told_germanic,
    told_iberian,
    told_patterns,
    told_slavic,
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
_TOLD: dict[FactType, str] = {
    "decision": told_decisions.SENTENCES,
    "failure": told_failures.SENTENCES,
    "pattern": told_patterns.SENTENCES,
    "dependency": told_dependencies.SENTENCES,
    "context": told_contexts.SENTENCES,
}
_LANGUAGES = (
    _ENGLISH,
    _TOLD,
    contested.SENTENCES,
    germanic.SENTENCES,
    french_italian.SENTENCES,
    iberian.SENTENCES,
    slavic.SENTENCES,
    eastern.SENTENCES,
    told_besides.SENTENCES,
    told_germanic.SENTENCES,
    told_french_italian.SENTENCES,
    told_iberian.SENTENCES,
    told_slavic.SENTENCES,
    told_eastern.SENTENCES,
)


def _lines(block: str) -> tuple[str, ...]:
    return tuple(block.strip().replace("\n  ", " ").split("\n")) if block else ()


EXAMPLES: dict[FactType, tuple[str, ...]] = {
    type_: tuple(line for language in _LANGUAGES for line in _lines(language.get(type_, ""))) for type_ in _ENGLISH
}
