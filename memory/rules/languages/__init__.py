"""What the rules know of languages: data in a folder for each, and how to tell one from another."""

from memory.rules.languages.telling import is_english

__all__ = ["is_english"]
