"""Reads what a model answered: JSON within whatever it put around it."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

NOTHING = "NO_FACTUAL_CONTENT"
_THOUGHTS = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_TRAILING_COMMA = re.compile(r'"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])', re.DOTALL)
_STARTS = re.compile(r"[{\[]")
_MAX_STARTS = 40


class Unreadable(ValueError):
    """An answer without the JSON that was asked for."""


@dataclass(frozen=True)
class Told:
    """One fact in a model's words, unchecked: `type` may be anything, `confidence` is between 0 and 1 or None."""

    content: str
    type: str
    confidence: float | None
    evidence: tuple[str, ...]


@dataclass(frozen=True)
class Answer:
    """What a model made of a turn; both empty where it found nothing."""

    facts: tuple[Told, ...] = ()
    summary: tuple[str, ...] = ()


@dataclass(frozen=True)
class Judged:
    """What a model says of one pair (counted from 1)."""

    pair: int
    advice: str
    confidence: float | None


def read_answer(text: str) -> Answer:
    """Facts and bullets; empty for NO_FACTUAL_CONTENT. Raises Unreadable."""
    found = _found(text, "facts")
    if found is None:
        if NOTHING in text:
            return Answer()
        raise Unreadable("broken JSON" if text.strip() else "an empty answer")
    rows = found.get("facts")
    facts = tuple(_told(row) for row in rows if isinstance(row, dict)) if isinstance(rows, list) else ()
    if not facts and rows and rows != NOTHING:
        raise Unreadable("an answer of another shape")
    return Answer(facts, _strings(found.get("summary")))


def read_verdicts(text: str) -> tuple[Judged, ...]:
    """What was said of each pair. Raises Unreadable."""
    found = _found(text, "verdicts")
    if found is None:
        raise Unreadable("broken JSON" if text.strip() else "an empty answer")
    rows = found.get("verdicts")
    rows = rows if isinstance(rows, list) else []
    return tuple(
        Judged(row["pair"], str(row.get("advice") or "").strip().lower(), _share(row.get("confidence")))
        for row in rows
        if isinstance(row, dict) and isinstance(row.get("pair"), int)
    )


def _found(text: str, key: str) -> dict[str, Any] | None:
    """The first object of `text` that has this key, or a bare list of such rows."""
    for value in _values(_TRAILING_COMMA.sub(_kept, _THOUGHTS.sub("", text))):
        if isinstance(value, dict) and key in value:
            return value
        if isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
            return {key: value}
    return None


def _values(text: str) -> Iterator[Any]:
    """Every JSON object or list in prose, from left to right; those inside others are not told again."""
    decoder, done = json.JSONDecoder(strict=False), 0
    for tried, start in enumerate(_STARTS.finditer(text)):
        if tried >= _MAX_STARTS:
            return
        if start.start() < done:
            continue
        try:
            value, done = decoder.raw_decode(text, start.start())
        except (ValueError, RecursionError):
            continue
        yield value


def _kept(match: re.Match[str]) -> str:
    return match[0] if match[0].startswith('"') else ""


def _told(row: dict[str, Any]) -> Told:
    content = row.get("content")
    return Told(
        content=" ".join(content.split()) if isinstance(content, str) else "",
        type=str(row.get("type") or "").strip().lower(),
        confidence=_share(row.get("confidence")),
        evidence=_strings(row.get("evidence")),
    )


def _strings(value: object) -> tuple[str, ...]:
    values = value if isinstance(value, list) else [value]
    return tuple(entry.strip() for entry in values if isinstance(entry, str) and entry.strip())


def _share(value: object) -> float | None:
    """A number between 0 and 1, also where it was written as a string."""
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None
    return number if 0 <= number <= 1 else None
