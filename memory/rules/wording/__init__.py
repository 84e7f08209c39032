"""A step of distilling: impersonal wording, in English and in other languages."""

from memory.rules.wording.english import impersonal
from memory.rules.wording.foreign_sentences import foreign

__all__ = ["foreign", "impersonal"]
