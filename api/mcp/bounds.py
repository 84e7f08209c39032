"""Bounds what a tool is told before anything reads it: the first reading happens in the event loop of everybody."""

from django.conf import settings

from api.serializers.fields import LONGEST_NAME
from api.serializers.search import LONGEST_QUESTION

MOST_ITEMS = 20
LONGEST_TOOL = 100
# What a verb with a limit of its own refuses is let through; JSON may write a sign with twelve characters.
LARGEST_BODY = 64 * 1024 + 12 * settings.CAIRN_MAX_OBSERVATION_CHARS
_LISTS = frozenset({"ids", "projects", "tags"})
_LONGEST = {"query": LONGEST_QUESTION}


def split(value: object) -> object:
    """A list that was given as one text, with commas."""
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


def too_much(arguments: dict[str, object]) -> str:
    """Which argument is too long or has too many parts, and how much it may have; "" where none is."""
    return next(filter(None, (_too_much(name, value) for name, value in arguments.items())), "")


def _too_much(name: str, value: object) -> str:
    if name == "content":
        return ""
    items = split(value) if name in _LISTS else value
    if isinstance(items, list) and len(items) > MOST_ITEMS:
        return f"{name} has {len(items):,} parts; give 1 to {MOST_ITEMS} {name} at a time."
    longest = _LONGEST.get(name, LONGEST_NAME)
    texts = items if isinstance(items, list) else [items]
    length = max((len(text) for text in texts if isinstance(text, str)), default=0)
    what = f"A part of {name}" if isinstance(items, list) else name
    return f"{what} has {length:,} characters; give at most {longest:,}." if length > longest else ""
