"""A step of distilling: which sentences state a fact, how much of one, and why the others state none."""

from memory.rules.salience.unsure import is_hypothesis
from memory.rules.salience.weighing import Salience, salience

__all__ = ["Salience", "is_hypothesis", "salience"]
