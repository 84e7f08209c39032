"""The audit log to take along: JSON lines or CSV, oldest first, with the hashes of the chain."""

import csv
import json
from collections.abc import Iterable
from typing import Protocol

from django.db.models import QuerySet

from memory.access import Actor
from memory.audit.log_pages import Filter, events
from memory.audit.recording import record
from memory.models import AuditEvent

FORMATS = ("jsonl", "csv")
COLUMNS = ("sequence", "at", "verb", "subject", "actor", "actor_key", "agent", "token", "detail", "hash")
_CHUNK = 1_000
# What a spreadsheet would take for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class Writer(Protocol):
    """A file, or a response that is written like one."""

    def write(self, text: str, /) -> object:
        """Take the next piece of text."""


def export_events(to: Writer, *, format: str, actor: Actor, wanted: Filter | None = None) -> int:
    """Write the events that fit; returns how many. Raises Forbidden."""
    return export_rows(to, events(actor=actor, wanted=wanted).order_by("pk"), format=format, actor=actor)


def export_rows(to: Writer, rows: QuerySet[AuditEvent], *, format: str, actor: Actor) -> int:
    """Write these events as `jsonl` or `csv`, and note in the log itself that somebody took them along."""
    actor.authorize("audit")
    written = (_write_csv if format == "csv" else _write_lines)(to, rows.iterator(chunk_size=_CHUNK))
    record("export_audit", f"team:{actor.team.pk}", actor=actor, events=written, format=format)
    return written


def as_row(event: AuditEvent) -> dict[str, object]:
    """One event under the names of COLUMNS; who was erased has only a number."""
    return {
        "sequence": event.sequence,
        "at": event.at.isoformat(),
        "verb": event.verb,
        "subject": event.subject,
        "actor": event.actor.username if event.actor else None,
        "actor_key": event.actor_key,
        "agent": event.agent.agent_id if event.agent else None,
        "token": event.token.prefix if event.token else None,
        "detail": event.detail,
        "hash": event.hash,
    }


def _write_lines(to: Writer, rows: Iterable[AuditEvent]) -> int:
    count = 0
    for event in rows:
        to.write(json.dumps(as_row(event), ensure_ascii=False) + "\n")
        count += 1
    return count


def _write_csv(to: Writer, rows: Iterable[AuditEvent]) -> int:
    table = csv.DictWriter(to, COLUMNS, lineterminator="\n")
    table.writeheader()
    count = 0
    for event in rows:
        row = as_row(event) | {"detail": json.dumps(event.detail, ensure_ascii=False)}
        table.writerow({name: _cell(value) for name, value in row.items()})
        count += 1
    return count


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
