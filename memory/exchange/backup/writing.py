"""Writes a backup: one snapshot of all tables while others go on writing, whole or not at all."""

import fcntl
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import psycopg
from django.conf import settings
from django.db import DatabaseError, connections, transaction
from django.db.backends.utils import CursorWrapper
from psycopg import sql

from memory.adapters.embedder import embedder
from memory.errors import CairnError, Refused, Unavailable
from memory.exchange.backup.files import write_file
from memory.exchange.backup.manifest import Manifest, Table, write_manifest
from memory.exchange.backup.sealing import Seal
from memory.exchange.backup.tables import COPYING, applied_migrations, named, sequences, stored_columns

PREFIX = "cairn-"
_UNFINISHED = ".unfinished-"


def back_up(folder: Path, *, now: datetime, seal: Seal | None = None) -> tuple[Path, Manifest]:
    """Write a backup into a new folder below `folder`, named for the time; give that and its manifest.

    Reads as the owner of the tables, whom row-level security hides nothing from. Raises Refused where another role
    is configured or another backup is under way, Unavailable when the disk or the database fails.
    """
    name = f"{PREFIX}{now.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _alone(folder), _unfinished(folder, name) as place:
            manifest = _write(place, now, seal)
            place.rename(folder / name)
    except OSError as error:
        raise Unavailable(f"The backup in {folder} failed: {error.strerror}: {error.filename}") from error
    return folder / name, manifest


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep a second backup out of the folder; the kernel drops the lock of a process that is killed."""
    with (folder / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Refused("running", f"Another backup into {folder} is under way.") from None
        yield


@contextmanager
def _unfinished(folder: Path, name: str) -> Iterator[Path]:
    """Give a folder to fill; it goes if that fails, with what killed backups have left."""
    for left in folder.glob(f"{_UNFINISHED}*"):
        shutil.rmtree(left)
    if (folder / name).exists():
        raise Refused("exists", f"{folder / name} exists already; call this again in a second.")
    place = folder / f"{_UNFINISHED}{name}"
    place.mkdir(mode=0o700)
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _write(place: Path, now: datetime, seal: Seal | None) -> Manifest:
    try:
        with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
            # One snapshot for everything.
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            cursor.execute(COPYING)
            manifest = _write_tables(place, cursor, now, seal)
    except (DatabaseError, psycopg.Error) as error:
        raise _explained(error) from error
    write_manifest(place, manifest, seal)
    for path in place.iterdir():
        path.chmod(0o600)
    return manifest


def _explained(error: DatabaseError | psycopg.Error) -> CairnError:
    reason = (str(error).splitlines() or [type(error).__name__])[0]
    # Django wraps the driver's errors, but not while rows are copied.
    if psycopg.errors.InsufficientPrivilege in (type(error), type(error.__cause__)):
        todo = "set CAIRN_OWNER_DATABASE_URL to the role that owns the tables"
        return Refused("owner", f"This role may not read everything ({reason}); {todo}.")
    return Unavailable(f"The database failed: {reason}")


def _write_tables(place: Path, cursor: CursorWrapper, now: datetime, seal: Seal | None) -> Manifest:
    columns = stored_columns(cursor)
    if not columns:
        raise Refused("empty", "There is nothing to back up: the database has no tables.")
    # Nobody may change a table's form meanwhile; its rows they may.
    names = sql.SQL(", ").join(sql.Identifier("public", table) for table in columns)
    cursor.execute(sql.SQL("LOCK TABLE {} IN ACCESS SHARE MODE").format(names))
    suffix = ".copy.gz.sealed" if seal else ".copy.gz"
    tables = {}
    for table, stored in columns.items():
        write_file(place / f"{table}{suffix}", _rows(cursor, table, stored), seal)
        tables[table] = Table(f"{table}{suffix}", stored, cursor.rowcount)
    cursor.execute("SHOW server_version")
    return Manifest(
        cairn=settings.VERSION,
        created_at=now.astimezone(UTC).isoformat(timespec="seconds"),
        postgres=cursor.fetchone()[0],
        embedder=_model(),
        migrations=applied_migrations(cursor),
        tables=tables,
        sequences=sequences(cursor),  # last: they are of this moment, so never behind the rows
        salt=seal.salt.hex() if seal else "",
    )


def _rows(cursor: CursorWrapper, table: str, columns: list[str]) -> Iterator[bytes]:
    with cursor.copy(named("COPY {} ({}) TO STDOUT", table, columns)) as rows:
        yield from map(bytes, rows)


def _model() -> str:
    try:
        return embedder().model
    except CairnError:
        return settings.CAIRN_EMBEDDING_MODEL
