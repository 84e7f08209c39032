"""`manage.py permissions [--write PATH]`: who may do what, as Markdown."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from memory.management.command import VerbCommand
from memory.permissions import as_markdown


class Command(VerbCommand):
    """Print the matrix of roles and permissions."""

    help = "Print what each role may do, as Markdown (it generates docs/permissions.md)."
    needs_database = False

    def add_arguments(self, parser: CommandParser) -> None:
        """Where to."""
        parser.add_argument("--write", metavar="PATH", help="write to this file instead of the terminal")

    def act(self, *, write: str | None, **options: Any) -> None:
        """Print or write it."""
        if not write:
            self.stdout.write(as_markdown(), ending="")
            return
        try:
            Path(write).write_text(as_markdown(), encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{write} cannot be written: {error.strerror}.") from None
        self.stdout.write(f"Wrote {write}.")
