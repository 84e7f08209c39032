"""`manage.py restore DIR`: a backup into an empty home or database."""

import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser

from memory.errors import Refused
from memory.exchange.backup import restore
from memory.exchange.backup.manifest import Manifest, read_manifest
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
        " of DATABASE_URL. Refuses a damaged backup, one of a newer version, a database that has rows, and where"
        " CAIRN_BACKUP_PASSPHRASE is set a backup that is not encrypted."
    )
    needs_database = False

    def add_arguments(self, parser: CommandParser) -> None:
        """Which backup, and whether one that anybody could have written will do."""
        parser.add_argument("dir", type=Path, metavar="DIR")
        parser.add_argument("--unencrypted", action="store_true", help="accept a backup without a passphrase")

    def act(self, *, dir: Path, unencrypted: bool, **options: Any) -> None:
        """Restore, into an embedded database that is started for it unless another is named."""
        given, folder = given_environment(), dir.expanduser().absolute()
        manifest = read_manifest(folder)
        _refuse_unsealed(manifest, unencrypted)
        if not names_database(given):
            wishes = ["--unencrypted"] if unencrypted else []
            sys.exit(run_with_database(given, "restore", str(folder), *wishes))
        server_version()
        seal = Seal(known_passphrase(), bytes.fromhex(manifest.salt)) if manifest.salt else None
        restore(folder, manifest, seal=seal)
        made = f"{manifest.created_at}, Cairn {manifest.cairn}, vectors of {manifest.embedder}"
        sealed = "encrypted, with your passphrase" if seal else "not encrypted: nothing proves who wrote it"
        self.stdout.write(f"Restored {manifest.rows} rows of {len(manifest.tables)} tables ({made}; {sealed}).")
        if manifest.embedder != _BUNDLED_MODEL:
            self.note("Run `manage.py reembed` once the server runs: it builds the index of that model's vectors.")


def _refuse_unsealed(manifest: Manifest, unencrypted: bool) -> None:
    """Refuse a backup without a seal to whoever has a passphrase for them: the backup itself must not decide that."""
    if settings.CAIRN_BACKUP_PASSPHRASE and not manifest.salt and not unencrypted:
        detail = "The backup is not encrypted, although CAIRN_BACKUP_PASSPHRASE is set: anyone could have written it."
        raise Refused("unencrypted", f"{detail} If it is yours, restore it with --unencrypted.")
