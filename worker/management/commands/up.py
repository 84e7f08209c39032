"""`manage.py up`: the whole server on this machine, in the foreground, until Ctrl-C."""

import os
import sys
from pathlib import Path

from django.core.management.base import BaseCommand

from worker.stack.site import PROJECT, given_environment


class Command(BaseCommand):
    """Parse nothing, run the stack."""

    help = (
        "Start the embedded Postgres and Valkey (unless DATABASE_URL or REDIS_URL name others), migrate, and "
        "keep embedder, web, worker and scheduler running until Ctrl-C. Honours PORT, CAIRN_HOME, SAMPLE=0."
    )
    # Checks that need a database or a key would fail before the stack has made them.
    requires_system_checks: list[str] = []

    def handle(self, *args: object, **options: object) -> None:
        """Become the supervisor, which needs none of the applications that Django has loaded for this command."""
        given = given_environment()
        if home := given.get("CAIRN_HOME"):
            given["CAIRN_HOME"] = str(Path(home).expanduser().absolute())
        os.chdir(PROJECT)  # where Python finds the module
        os.execve(sys.executable, [sys.executable, "-m", "worker.stack"], given)  # noqa: S606
