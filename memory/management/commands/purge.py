"""`manage.py purge`: let go of raw events past their retention."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand
from django.utils import timezone

from memory.knowledge.retention import purge


class Command(BaseCommand):
    """Deletes distilled raw observations older than CAIRN_RAW_RETENTION_DAYS; the scheduler does so daily."""

    help = "Delete distilled raw observations older than CAIRN_RAW_RETENTION_DAYS."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Only whether to do it."""
        parser.add_argument("--dry-run", action="store_true", help="only say how many rows would go")

    def handle(self, *, dry_run: bool, **_: object) -> None:
        """Purge, and say how much went."""
        purged = purge(now=timezone.now(), dry_run=dry_run)
        self.stdout.write(f"{purged.observations} raw observations {'would go' if dry_run else 'went'}.")
