"""`manage.py restore DIR`: a backup into an empty home or database."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from memory.exchange.backup import restore
from memory.exchange.backup.manifest import read_manifest
from memory.exchange.backup.sealing import Seal
from memory.management.command import VerbCommand, server_version
from worker.management.passphrase import known_passphrase
from worker.stack.offline import names_database, run_with_database
from worker.stack.site import given_environment

_BUNDLED_MODEL = "all-MiniLM-L6-v2"


class Command(VerbCommand):
    """Restore one backup."""

    help = (
        "Restore a backup (the folder that `backup` printed) into the empty home of CAIRN_HOME, or the empty database"
        " of DATABASE_URL. Refuses a damaged backup, one of a newer version, and a database that has rows."
    )
    needs_database = False

    def add_arguments(self, parser: CommandParser) -> None:
        """Which backup."""
        parser.add_argument("dir", type=Path, metavar="DIR")

    def act(self, *, dir: Path, **options: Any) -> None:
        """Restore, into an embedded database that is started for it unless another is named."""
        given, folder = given_environment(), dir.expanduser().absolute()
        manifest = read_manifest(folder)
        if not names_database(given):
            sys.exit(run_with_database(given, "restore", str(folder)))
        server_version()
        seal = Seal(known_passphrase(), bytes.fromhex(manifest.salt)) if manifest.salt else None
        restore(folder, manifest, seal=seal)
        made = f"{manifest.created_at}, Cairn {manifest.cairn}, vectors of {manifest.embedder}"
        self.stdout.write(f"Restored {manifest.rows} rows of {len(manifest.tables)} tables ({made}).")
        if manifest.embedder != _BUNDLED_MODEL:
            self.note("Run `manage.py reembed` once the server runs: it builds the index of that model's vectors.")
