"""`manage.py backup DIR`: everything that the server knows, in one folder, while it runs."""

import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser
from django.utils import timezone

from memory.errors import Refused
from memory.exchange.backup import back_up
from memory.exchange.backup.sealing import Seal
from memory.management.command import VerbCommand, server_version
from worker.management.passphrase import chosen_passphrase
from worker.stack.home import claimed_home
from worker.stack.offline import names_database, run_with_database
from worker.stack.site import given_environment


class Command(VerbCommand):
    """Write one backup."""

    help = (
        "Write a consistent backup of the whole database into a new folder below DIR, while the server runs. A stopped"
        " embedded server's database is started for it. Prints the folder."
    )
    needs_database = False

    def add_arguments(self, parser: CommandParser) -> None:
        """Where to, and whether it is encrypted."""
        parser.add_argument("dir", type=Path, metavar="DIR")
        parser.add_argument(
            "--encrypt",
            action="store_true",
            help="with the passphrase of CAIRN_BACKUP_PASSPHRASE, else it is asked for",
        )

    def act(self, *, dir: Path, encrypt: bool, **options: Any) -> None:
        """Back up, with a database that is started if need be."""
        given, folder = given_environment(), dir.expanduser().absolute()
        if not names_database(given):
            if not claimed_home(settings.CAIRN_HOME):
                raise Refused("no_home", f"{settings.CAIRN_HOME} contains no server. Set CAIRN_HOME.")
            try:
                sys.exit(run_with_database(given, "backup", str(folder), *(["--encrypt"] if encrypt else [])))
            except Refused as refusal:
                if refusal.code != "running":
                    raise
        server_version()
        seal = Seal(chosen_passphrase()) if encrypt else None
        made, manifest = back_up(folder, now=timezone.now(), seal=seal)
        self.note(f"{manifest.rows} rows of {len(manifest.tables)} tables{', encrypted' if seal else ''}.")
        self.stdout.write(str(made))
