"""A guard of the write line: tells text that gives orders to an agent from text that states engineering facts."""

import re

from memory.rules.languages.reading import names, regex

_FLAGS = re.IGNORECASE | re.MULTILINE
_ORDER = re.compile(regex("poisoning", "order"), re.IGNORECASE)
_VISIT = re.compile(regex("poisoning", "visit"), re.IGNORECASE)
_COMPILED = tuple(
    (name.replace("_", " "), re.compile(regex("poisoning", name), _FLAGS))
    for name in names("poisoning")
    if name not in ("order", "visit")
)


def instruction_like(text: str, *, source: str = "user") -> str | None:
    """Why `text` reads as an order to an agent, or None for engineering text.

    Conventions ("always use the envelope format", "run `make lint` before committing") pass. What a tool printed
    (`source="tool"`) has no business giving orders: there, "always run `x`" or "go to https://…" is enough.
    """
    for reason, pattern in _COMPILED:
        if pattern.search(text):
            return reason
    if source != "tool":
        return None
    if _ORDER.search(text):
        return "orders a command"
    return "orders a visit to an address" if _VISIT.search(text) else None
