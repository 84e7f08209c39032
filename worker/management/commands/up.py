"""`manage.py up`: the whole server on this machine, in the foreground, until Ctrl-C."""

import sys

from django.core.management.base import BaseCommand

from worker.stack.boot import run_stack
from worker.stack.site import given_environment


class Command(BaseCommand):
    """Parse nothing, run the stack."""

    help = (
        "Start the embedded Postgres and Valkey (unless DATABASE_URL or REDIS_URL name others), migrate, and "
        "keep embedder, web, worker and scheduler running until Ctrl-C. Honours PORT, CAIRN_HOME, SAMPLE=0."
    )
    # Checks that need a database or a key would fail before the stack has made them.
    requires_system_checks: list[str] = []

    def handle(self, *args: object, **options: object) -> None:
        """Run until stopped; the exit status is the stack's."""
        sys.exit(run_stack(given_environment()))
