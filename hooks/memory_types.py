"""The types of a memory, each declared once: everything that names types reads them here.

It is a module of the plugin because the client distills without the server, too. CONTRIBUTING.md says what else a new
type needs. Their order here is that of pages, schemas and prompts.
"""

from __future__ import annotations

from typing import NamedTuple


class MemoryType(NamedTuple):
    """One type of memory."""

    value: str
    """Its name in rows, API and data files: at most 10 small letters."""
    label: str
    """Its name on pages."""
    meaning: str
    """When a fact is of this type, as models read it in the prompt; no final stop."""
    scale_days: float
    """How many days it lasts: the scale of a Weibull survival, after which 37 % of its weight is left."""
    shape: float
    """How it fades, the survival's shape: below 1 quickly first and then slowly, above 1 the other way round."""
    light: str
    """Its color on a light page, `#rrggbb`."""
    dark: str
    """Its color on a dark page."""
    icon: str
    """Its drawing: SVG in a box of 16 by 16, in `currentColor`."""
    is_standing: bool = False
    """Whether a briefing begins with it, because it holds for a long time. A change needs a migration."""
    is_short_term: bool = False
    """Whether it concerns only the present (`Memory.level`)."""


TYPES = (
    MemoryType(
        "decision",
        "Decision",
        "a choice that was made and its reason, also how something is required to behave",
        scale_days=14,
        shape=1.5,
        light="#4a6530",
        dark="#a9c284",
        icon='<path d="M8 1 15 8 8 15 1 8Z" fill="currentColor"/>',
    ),
    MemoryType(
        "failure",
        "Failure",
        "what went wrong and why, with its fix if there is one",
        scale_days=45,
        shape=1.2,
        light="#ad4227",
        dark="#e58a6d",
        icon='<path d="M8 1.5 15.2 14.2H.8Z" fill="currentColor"/>',
    ),
    MemoryType(
        "pattern",
        "Pattern",
        "a convention or rule that holds from now on, or how a system works",
        scale_days=90,
        shape=0.8,
        light="#5b5a99",
        dark="#a9a8e2",
        icon='<path d="M2 2h5v5H2zM9 2h5v5H9zM2 9h5v5H2zM9 9h5v5H9z" fill="currentColor"/>',
        is_standing=True,
    ),
    MemoryType(
        "dependency",
        "Dependency",
        "a technology from outside, its version, its limits, its behaviour",
        scale_days=180,
        shape=0.7,
        light="#946212",
        dark="#dcab52",
        icon=(
            '<path d="M8 .8 14.2 4.4v7.2L8 15.2 1.8 11.6V4.4ZM8 4.6 5.1 6.3v3.4L8 11.4l2.9-1.7V6.3Z"'
            ' fill="currentColor" fill-rule="evenodd"/>'
        ),
        is_standing=True,
    ),
    MemoryType(
        "context",
        "Context",
        "short-lived, yet others must know it: what is switched off, frozen or broken for now",
        scale_days=7,
        shape=2.0,
        light="#78716a",
        dark="#a59d92",
        icon='<circle cx="8" cy="8" r="5" fill="none" stroke="currentColor" stroke-width="3"/>',
        is_short_term=True,
    ),
)
VALUES = tuple(each.value for each in TYPES)
BY_VALUE = {each.value: each for each in TYPES}


def meanings() -> str:
    """One line a type, as prompts list them."""
    return "\n".join(f"- `{each.value}`: {each.meaning}" for each in TYPES)
