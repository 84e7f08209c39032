"""A step of conversation: takes commit trailers off, on lines of their own or joined to the message."""

import re

from memory.rules.conversation.noted import Noted

_NAME = r"[^\W\d_a-z][\w'’.-]{0,20}(?: (?:van |von |de |der |den |da |di |el |al )*[^\W\d_a-z][\w'’.-]{0,20}){0,3}"
_ONE = rf"(?:{_NAME}\s?<[^<>\s]{{3,80}}>|<[^<>\s]{{3,80}}>|{_NAME}(?=\s*(?:$|\n|[A-Z][a-z]+(?:-[a-z]+)*-[Bb]y:)))"
_TRAILER = re.compile(
    rf"(?:^|(?<=\s))(?:[A-Z][a-z]+(?:-[A-Za-z]+)*-[Bb]y|Cc|CC):[ \t]+(?P<who>{_ONE}(?:,\s*{_ONE})*)\.?[ \t]*",
    re.MULTILINE,
)


def without_trailers(text: str, people: Noted) -> str:
    """`text` without `Reported-by: …` and its like, whose names are noted."""
    if "-by:" not in text.lower() and "cc:" not in text.lower():
        return text
    for found in _TRAILER.finditer(text):
        for who in found["who"].split(","):
            people.note(re.sub(r"<[^<>]*>", "", who).strip())
    return _TRAILER.sub("", text).rstrip()
