"""The verb behind `manage.py distill_report`: raw texts of a file through the configured distiller, unsaved."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import cast

from django.conf import settings
from django.utils import timezone

from memory.distill import by_model
from memory.errors import Refused
from memory.models import Team
from memory.rules import redaction
from memory.rules.distillation import Fact, Source, TurnMaterial, distill_text

_LARGEST = 20_000_000  # bytes
_SOURCES = ("user", "assistant", "tool")
_RULER = re.compile(r"^---+[ \t]*$", re.MULTILINE)


@dataclass(frozen=True)
class RawText:
    """One text of the file; `at` is aware and decides what "yesterday" means."""

    text: str
    at: datetime
    source: Source = "user"


@dataclass(frozen=True)
class Judged:
    """What came of a text: its facts or the reason why not, secrets by kind, what distilled it and why that."""

    text: str
    facts: tuple[Fact, ...]
    reason: str
    redactions: dict[str, int]
    by: str = "rules"
    note: str = ""


def read_texts(path: Path) -> list[RawText]:
    """The texts of a file: JSON objects one per line, else paragraphs between `---`, else one per line.

    Raises Refused with what to change where the file cannot be read so.
    """
    content = _content(path)
    lines = [(number, line) for number, line in enumerate(content.splitlines(), start=1) if line.strip()]
    if not lines:
        raise Refused("empty", f"{path} holds no text.")
    if lines[0][1].lstrip().startswith("{"):
        return [_from_json(line, number) for number, line in lines]
    now = timezone.localtime()
    parts = _RULER.split(content) if _RULER.search(content) else [line for _, line in lines]
    return [RawText(part.strip(), now) for part in parts if part.strip()]


def judged(texts: list[RawText], team: Team | None = None) -> Iterator[Judged]:
    """Each text through secrets, limits and the distiller of `team` (the rules without one), in order.

    A model's calls count in the team's budget, as they do live; nothing is saved.
    """
    for raw in texts:
        cleaned = redaction.redact(redaction.strip_private(raw.text))
        if len(raw.text) > settings.CAIRN_MAX_OBSERVATION_CHARS:
            yield Judged(cleaned.text, (), "too_long", dict(cleaned.counts))
        else:
            yield _judged(cleaned.text, dict(cleaned.counts), raw, team)


def _judged(text: str, redactions: dict[str, int], raw: RawText, team: Team | None) -> Judged:
    found = distill_text(text, now=raw.at, source=raw.source)
    reason = "" if found.facts else found.rejected[0].reason
    if team is None or reason in ("noise", "too_short"):
        return _safe(Judged(text, found.facts, reason, redactions))
    made = by_model.distill(TurnMaterial("", text, (), raw.at), found, team=team)
    reason = "" if made.facts else reason or "no_factual_content"
    return _safe(Judged(text, made.facts, reason, redactions, made.by, made.note))


def _safe(result: Judged) -> Judged:
    """The hard block: a fact with a live credential is no fact."""
    kept = tuple(fact for fact in result.facts if not redaction.live_credential(fact.content))
    if len(kept) == len(result.facts):
        return result
    reason = "" if kept else "live_credential"
    return Judged(result.text, kept, reason, result.redactions, result.by, result.note)


def _content(path: Path) -> str:
    try:
        if path.stat().st_size > _LARGEST:
            raise Refused("too_large", f"{path} is larger than {_LARGEST // 1_000_000} MB; split it.")
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise Refused("unreadable", f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError as error:
        raise Refused("not_utf8", f"{path} is not UTF-8 (byte {error.start}); convert it first.") from None


def _from_json(line: str, number: int) -> RawText:
    try:
        given = json.loads(line)
    except ValueError:
        raise Refused("not_json", f'Line {number} is no JSON object; each line must be {{"text": "…"}}.') from None
    if not isinstance(given, dict) or not isinstance(given.get("text"), str):
        raise Refused("no_text", f'Line {number} has no "text" that is a string.')
    source = given.get("source") or "user"
    if source not in _SOURCES:
        raise Refused("bad_source", f'Line {number}: "source" must be one of {", ".join(_SOURCES)}.')
    return RawText(given["text"], _at(given.get("at"), number), cast("Source", source))


def _at(given: object, number: int) -> datetime:
    if given is None:
        return timezone.localtime()
    try:
        at = datetime.fromisoformat(str(given))
    except ValueError:
        detail = f'Line {number}: "at" must be an ISO 8601 time such as 2026-03-19T10:00:00+01:00.'
        raise Refused("bad_time", detail) from None
    return at if at.tzinfo else timezone.make_aware(at)
