"""Data of the rules: how a sentence begins that only says who told it (`Amara bestätigt: …`, `TK says …`)."""

from memory.rules.languages.reading import regex
from memory.rules.needles import Needle

TOLD = Needle(regex("tellers", "told"))
INITIALS = Needle(regex("tellers", "initials"))
