"""A step of distilling: the type of a fact, by cues and by what was learned from examples."""

from memory.rules.classification.deciding import Classified, classify
from memory.rules.classification.examples import FactType
from memory.rules.classification.likelihood import TYPES

__all__ = ["TYPES", "Classified", "FactType", "classify"]
