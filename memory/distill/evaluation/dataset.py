"""Reads labelled turns: JSON Lines, plain or gzipped, each with the facts that a careful reader would keep."""

import gzip
import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from memory.capture.event_validation import storable
from memory.distill.evaluation.languages import language_of
from memory.distill.evaluation.places import place_of
from memory.errors import Refused
from memory.rules.classification import TYPES
from memory.rules.material import ToolUse, TurnMaterial

_LONGEST_LINE = 20_000_000  # characters; a turn has a few thousand
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{2,8}){0,2}")
_SHOWN = 40  # characters of a bad value that an error quotes


@dataclass(frozen=True)
class GoldFact:
    """A fact to be found: its words, the words of the turn that say it, what must stand in it.

    `source` is who says it in the turn: user, assistant, tool, or "" where no quote is found.
    """

    type: str
    fact: str
    quotes: tuple[str, ...] = ()
    must: tuple[str, ...] = ()
    source: str = ""


@dataclass(frozen=True)
class LabelledTurn:
    """A turn as it was captured, the facts to find in it, and texts that may be kept or not (`ok`)."""

    id: str
    material: TurnMaterial
    gold: tuple[GoldFact, ...] = ()
    ok: tuple[str, ...] = ()
    language: str = "en"
    repository: str = ""


def read_turns(path: Path) -> list[LabelledTurn]:
    """The turns of a file. Raises Refused with the line and what to change in it."""
    turns: dict[str, LabelledTurn] = {}
    for number, line in _lines(path):
        where = f"{path.name}, line {number}"
        turn = _turn(_object(line, where), where)
        if turn.id in turns:
            raise _bad(where, f'the id "{turn.id[:_SHOWN]}" stands on an earlier line too; give each turn its own.')
        turns[turn.id] = turn
    if not turns:
        raise Refused("invalid_dataset", f"{path.name} has no turns; each line must be one turn as a JSON object.")
    return list(turns.values())


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    opened = gzip.open if path.suffix == ".gz" else open
    try:
        with opened(path, "rt", encoding="utf-8-sig") as file:
            yield from ((number, line) for number, line in _bounded(file, path) if line.strip())
    except UnicodeDecodeError as error:
        raise Refused("invalid_dataset", f"{path.name} is not UTF-8 ({error.reason}); convert it first.") from None
    except (OSError, EOFError, zlib.error) as error:
        why = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise Refused("invalid_dataset", f"{path} cannot be read: {why.rstrip('.')}.") from None


def _bounded(file: IO[str], path: Path) -> Iterator[tuple[int, str]]:
    number = 0
    while line := file.readline(_LONGEST_LINE + 1):
        number += 1
        if len(line) > _LONGEST_LINE:
            raise _bad(f"{path.name}, line {number}", f"the line is longer than {_LONGEST_LINE:,} characters; cut it.")
        yield number, line


def _object(line: str, where: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _bad(where, f"this is not JSON ({error}); each line must be one turn as a JSON object.") from None
    if not isinstance(row, dict):
        raise _bad(where, "this is not a JSON object; each line must be one turn.")
    return row


def _turn(row: dict[str, Any], where: str) -> LabelledTurn:
    if "gold" not in row:
        raise _bad(where, '"gold" is missing: list the facts to find, or [] for a turn without any.')
    material = TurnMaterial(
        prompt=_text(row, "prompt", where, default=""),
        answer=_text(row, "answer", where, default=""),
        tools=tuple(_tool(each, where) for each in _rows(row, "tools", where)),
        occurred_at=_moment(row.get("at"), where),
        project=_text(row, "project", where, default=""),
    )
    name = _text(row, "id", where)
    if not name:
        raise _bad(where, '"id" is empty; give each turn its own.')
    gold = tuple(_gold(each, material, where) for each in _rows(row, "gold", where))
    language = _text(row, "language", where, default="") or language_of(material)
    if not _LANGUAGE.fullmatch(language):
        raise _bad(where, '"language" must be a code such as de or pt-BR.')
    repository = _text(row, "source", where, default="") or _text(row, "project", where, default="")
    return LabelledTurn(name, material, gold, _texts(row, "ok", where), language, repository)


def _gold(row: dict[str, Any], material: TurnMaterial, where: str) -> GoldFact:
    kind = _text(row, "type", where)
    if kind not in TYPES:
        raise _bad(where, f'"{kind[:_SHOWN]}" is not a type; use one of {", ".join(TYPES)}.')
    quotes = _texts(row, "quotes", where)
    return GoldFact(kind, _text(row, "fact", where), quotes, _texts(row, "must", where), place_of(quotes, material))


def _tool(row: dict[str, Any], where: str) -> ToolUse:
    words = {name: _text(row, name, where, default="") for name in ("name", "target", "command", "output")}
    return ToolUse(**words, failed=bool(row.get("failed")))


def _text(row: dict[str, Any], key: str, where: str, default: str | None = None) -> str:
    value = row.get(key)
    if value is None and default is not None:
        return default
    if not isinstance(value, str):
        raise _bad(where, f'"{key}" must be a text.' if key in row else f'"{key}" is missing.')
    return storable(value)


def _texts(row: dict[str, Any], key: str, where: str) -> tuple[str, ...]:
    values = _list(row, key, where)
    if not all(isinstance(value, str) for value in values):
        raise _bad(where, f'"{key}" must be a list of texts.')
    return tuple(map(storable, values))


def _rows(row: dict[str, Any], key: str, where: str) -> list[dict[str, Any]]:
    values = _list(row, key, where)
    if not all(isinstance(value, dict) for value in values):
        raise _bad(where, f'"{key}" must be a list of objects.')
    return values


def _list(row: dict[str, Any], key: str, where: str) -> list[Any]:
    value = row.get(key)
    if value is not None and not isinstance(value, list):
        raise _bad(where, f'"{key}" must be a list.')
    return value or []


def _moment(value: object, where: str) -> datetime:
    """When the turn took place; a time without a zone is UTC, no time at all the start of 2026."""
    if value is None:
        return datetime(2026, 1, 1, tzinfo=UTC)
    try:
        at = datetime.fromisoformat(str(value))
    except ValueError:
        raise _bad(where, '"at" must be an ISO 8601 time such as 2026-03-19T10:00:00+01:00.') from None
    if not 1970 < at.year < 2200:
        raise _bad(where, f'"at" is in the year {at.year}; give the time of the turn.')
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def _bad(where: str, what: str) -> Refused:
    return Refused("invalid_dataset", f"{where}: {what}")
