"""Data of the rules: how a sentence begins that only says who told it (`Amara bestätigt: …`, `TK says …`)."""

import re

from memory.rules.languages.word_lists import regex

TOLD = re.compile(regex("tellers", "told"))
INITIALS = re.compile(regex("tellers", "initials"))
