"""A guard of the read line: a stored text can neither close the fence that it stands in nor open another."""

import re

# The tags that our own answers and the client give a meaning to, however they are written.
_TAG = re.compile(r"<(?=\s*/?\s*(?:cairn|memor(?:y|ies)|match|turn|system|command|local-command)\b)", re.IGNORECASE)
_OUTSIDE = re.compile(r'[<>"\s]+')


def inert(text: str) -> str:
    """`text` with the angle of such tags turned into one that means nothing; all else to the letter."""
    return _TAG.sub("‹", text)


def label(text: str) -> str:
    """One line without brackets and quotes, for a place outside the fences."""
    return _OUTSIDE.sub(" ", text).strip()
