"""Finds where in a turn a quotation stands: in the prompt, in the answer, or in what tools read and wrote."""

import re
from collections.abc import Iterable

from memory.rules.material import TurnMaterial

_SPACE = re.compile(r"\s+")


def place_of(quotes: Iterable[str], material: TurnMaterial) -> str:
    """Who says most of these quotes: user, assistant or tool; "" where none of them stands in the turn."""
    texts = texts_of(material)
    found = {place: sum(holds(text, quote) for quote in quotes) for place, text in texts.items()}
    best = max(found, key=lambda place: found[place])
    return best if found[best] else ""


def texts_of(material: TurnMaterial) -> dict[str, str]:
    """What each of the three says in a turn, with all space alike."""
    tools = "\n".join(f"{tool.target or ''}\n{tool.command or ''}\n{tool.output}" for tool in material.tools)
    return {"user": flat(material.prompt), "assistant": flat(material.answer), "tool": flat(tools)}


def holds(text: str, quote: str) -> bool:
    """Whether a flat text has this quote, whatever its spaces and capitals."""
    return bool(quote.strip()) and flat(quote) in text


def flat(text: str) -> str:
    """`text` in small letters, with single spaces."""
    return _SPACE.sub(" ", text).strip().lower()
