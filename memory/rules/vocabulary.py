"""Data of the rules: the words that mark a text as technical, and kinds of technology that a choice is made among."""

import re

from memory.rules.languages.word_lists import all_pairs, entries, regex, word_list

# to be looked for in small letters
TECHNOLOGY = re.compile(regex("vocabulary", "technology"))
TECHNICAL = word_list("vocabulary", "technical")
TECHNICAL_PARTS = entries("trade", "parts")  # of scripts that set no space between words
TOOLS = word_list("vocabulary", "tools")
PURPOSE_OF = all_pairs("vocabulary", "purposes")  # of technologies that a choice is made among


def shared_purpose(one: str, other: str) -> str | None:
    """What both technologies are for, where both are known and agree: Celery and RQ → task queue."""
    purpose = PURPOSE_OF.get(one.lower())
    return purpose if purpose and purpose == PURPOSE_OF.get(other.lower()) else None
