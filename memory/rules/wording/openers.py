"""Data of the rules: the words that open a statement and say nothing (greetings, "it turns out that", "fyi")."""

import re

from memory.rules.languages.word_lists import regex

_PAUSE = r"(?:\s?[,:–—!-]+\s?that\s|\sthat\s|\s?[,:;!.–—-]+\s*|\s+)"
_STOP = r"\s?[,:;!.–—-]+\s*"
_OPENERS = regex("openers", "openers")
_EXCLAMATIONS = regex("openers", "exclamations")
LEAD = re.compile(rf"^(?:(?:{_OPENERS}){_PAUSE}|(?:(?:{_EXCLAMATIONS}){_STOP})+)", re.IGNORECASE)
REMEMBER = re.compile(regex("openers", "remember"), re.IGNORECASE)
