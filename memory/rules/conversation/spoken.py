"""A step of distilling: takes speakers, and signatures off a whole text."""

from memory.rules.conversation.letters import without_signature
from memory.rules.conversation.messages import without_prefixes
from memory.rules.conversation.noted import Noted


def without_speakers(text: str) -> str:
    """`text` with each message as a paragraph of its own; whoever is told as a speaker is a `PERSON` everywhere."""
    people = Noted()
    plain = text.replace("\r\n", "\n")
    for taken_off in (without_signature, without_prefixes):
        plain = taken_off(plain, people)
    if plain == text.replace("\r\n", "\n") and not people:
        return text
    return people.marked(plain)
