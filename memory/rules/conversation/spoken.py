"""A step of distilling: takes speakers, greetings, signatures, trailers and lists of names off a whole text."""

from memory.rules.conversation.letters import without_letter
from memory.rules.conversation.messages import without_prefixes
from memory.rules.conversation.minutes import without_attendees
from memory.rules.conversation.noted import Noted
from memory.rules.conversation.trailers import without_trailers


def without_speakers(text: str) -> str:
    """`text` with each message as a paragraph of its own; whoever is told as a speaker is a `PERSON` everywhere."""
    people = Noted()
    plain = text.replace("\r\n", "\n")
    for taken_off in (without_trailers, without_letter, without_prefixes, without_attendees):
        plain = taken_off(plain, people)
    if plain == text.replace("\r\n", "\n") and not people:
        return text
    return people.marked(plain)
