"""The tools that find people in a text: by name, by how they are reached, and by where they stand in a sentence."""

from memory.rules.persons.contacts import PERSON, mark_titled
from memory.rules.persons.marking import mark_persons
from memory.rules.persons.removing import without_persons
from memory.rules.persons.roster import with_roster

__all__ = ["PERSON", "mark_persons", "mark_titled", "with_roster", "without_persons"]
