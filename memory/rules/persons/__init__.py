"""The tools that find people in a text: by name, by how they are reached, and by where they stand in a sentence."""

from memory.rules.persons.contacts import PERSON, mark_titled
from memory.rules.persons.marking import mark_persons

__all__ = ["PERSON", "mark_persons", "mark_titled"]
