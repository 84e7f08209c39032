"""Erasure: a person, a memory or a leaked secret goes for good, wherever it is kept."""

from memory.knowledge.erasure.report import Erased, Export
from memory.knowledge.erasure.verbs import erase_memory, erase_person, erase_text

__all__ = ["Erased", "Export", "erase_memory", "erase_person", "erase_text"]
