"""What a backup says of itself: `manifest.json`, and `SHA256SUMS` over all of its files."""

import hashlib
import json
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from memory.errors import Refused
from memory.exchange.backup.sealing import Seal

FORMAT = 1
MANIFEST, SUMS, SEALED_SUMS = "manifest.json", "SHA256SUMS", "SHA256SUMS.sealed"


@dataclass(frozen=True)
class Table:
    """One table: its file, the columns in the file's order, and the number of rows."""

    file: str
    columns: list[str]
    rows: int


@dataclass(frozen=True)
class Manifest:
    """What the backup was made of. `salt` is empty where it is not encrypted; `created_at` is ISO 8601 in UTC."""

    cairn: str
    created_at: str
    postgres: str
    embedder: str
    migrations: list[tuple[str, str]]
    tables: dict[str, Table]
    sequences: dict[str, int]
    salt: str = ""

    @property
    def moment(self) -> datetime:
        """When the backup was begun."""
        return datetime.fromisoformat(self.created_at)

    @property
    def rows(self) -> int:
        """The rows of all tables together."""
        return sum(table.rows for table in self.tables.values())


def write_manifest(folder: Path, manifest: Manifest, seal: Seal | None) -> None:
    """Write the manifest and the checksums of everything, `seal` proves with the passphrase who wrote them."""
    (folder / MANIFEST).write_text(json.dumps({"format": FORMAT, **asdict(manifest)}, indent=1) + "\n")
    names = sorted(path.name for path in folder.iterdir())
    sums = "".join(f"{_digest(folder / name)}  {name}\n" for name in names)
    (folder / SUMS).write_text(sums)
    if seal:
        (folder / SEALED_SUMS).write_bytes(seal.close(sums.encode()))


def read_manifest(folder: Path) -> Manifest:
    """Read what a backup is, without checking it. Raises Refused where there is none."""
    try:
        found: dict[str, Any] = json.loads((folder / MANIFEST).read_text())
        if found.pop("format") != FORMAT:
            raise Refused("newer_backup", f"The backup in {folder} has another format; use the Cairn that made it.")
        tables = {name: Table(**table) for name, table in found.pop("tables").items()}
        migrations = [(app, name) for app, name in found.pop("migrations")]
        return Manifest(tables=tables, migrations=migrations, **found)
    except FileNotFoundError:
        raise Refused("no_backup", f"There is no backup in {folder}: it has no {MANIFEST}.") from None
    except (ValueError, TypeError, KeyError, AttributeError, NotADirectoryError) as error:
        raise Refused("damaged_backup", f"The backup in {folder} is damaged: {MANIFEST} cannot be read.") from error


def check_files(folder: Path, manifest: Manifest, seal: Seal | None) -> None:
    """Compare every file with its checksum. Raises Refused, naming the first that differs."""
    try:
        sums = (folder / SUMS).read_text()
        if seal and seal.open((folder / SEALED_SUMS).read_bytes()) != sums.encode():
            raise _damaged(folder, SUMS)
    except (FileNotFoundError, UnicodeDecodeError):
        raise _damaged(folder, SUMS) from None
    listed = {name: digest for digest, _, name in (line.partition("  ") for line in sums.splitlines())}
    for name in sorted({MANIFEST, *(table.file for table in manifest.tables.values())}):
        path = folder / Path(name).name
        if path.name != name or not path.is_file() or listed.get(name) != _digest(path):
            raise _damaged(folder, name)


def _damaged(folder: Path, name: str) -> Refused:
    return Refused("damaged_backup", f"The backup in {folder} is damaged: {name} is missing or does not match {SUMS}.")


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
