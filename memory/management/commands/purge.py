"""`manage.py purge [--dry-run] [--json]`: let go of what is past its days."""

import json as json_format
import sys
from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone
from rich.console import Console
from rich.table import Table

from memory.knowledge.retention import Purged, purge
from memory.management.command import VerbCommand
from memory.management.progress import progress

_CLASSES = tuple(field.name for field in fields(Purged) if field.name not in ("team", "on_hold"))
_TERMINAL_WIDTH = 160


class Command(VerbCommand):
    """Purges by class and team; the scheduler does so daily."""

    help = (
        "Delete, team by team, what is past its days: raw observations (CAIRN_RAW_RETENTION_DAYS), forgotten and"
        " rejected memories (CAIRN_RETENTION_DAYS), conversations where a team wants that; each team may have its own"
        " days. What is under legal hold stays. It works in chunks and can be stopped at any time."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Whether to do it, and how to tell."""
        parser.add_argument("--dry-run", action="store_true", help="only show how many rows would be deleted")
        parser.add_argument("--json", action="store_true", help="print a JSON list with one object per team")

    def act(self, *, dry_run: bool, json: bool, **_: Any) -> None:
        """Purge, and say how much went."""
        with progress("purging") as bar:
            purged = purge(now=timezone.now(), dry_run=dry_run, step=bar)
        if json:
            self.stdout.write(json_format.dumps([asdict(team) for team in purged]))
        else:
            self._show(purged, "would be deleted" if dry_run else "went")

    def _show(self, purged: Sequence[Purged], happened: str) -> None:
        table = Table("team", box=None, pad_edge=False)
        for name in _CLASSES:
            table.add_column(name.replace("_", " "), justify="right")
        for team in purged:
            held = " (legal hold)" if team.on_hold else ""
            table.add_row(team.team + held, *(str(getattr(team, name)) for name in _CLASSES))
        width = None if sys.stdout.isatty() else _TERMINAL_WIDTH
        Console(file=self.stdout, width=width, markup=False, highlight=False).print(table)  # type: ignore[arg-type]
        total = sum(getattr(team, name) for team in purged for name in _CLASSES)
        self.stdout.write(f"{total} rows {happened}.")
