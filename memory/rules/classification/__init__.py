"""A step of distilling: the type of a fact, by cues and by what was learned from examples."""

from memory.rules.classification.type_choice import Classified, classify
from memory.rules.classification.types import TYPES, FactType

__all__ = ["TYPES", "Classified", "FactType", "classify"]
