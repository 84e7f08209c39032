"""Restores a backup into an empty database: the schema as it was, then the rows, then what migrations came since."""

import zlib
from collections.abc import Iterable
from pathlib import Path

from django.core.management import call_command
from django.db import connections, transaction
from django.db.backends.utils import CursorWrapper
from django.db.migrations.executor import MigrationExecutor
from psycopg import sql

from memory.errors import Refused
from memory.exchange.backup.files import read_file
from memory.exchange.backup.manifest import Manifest, check_files
from memory.exchange.backup.sealing import Seal
from memory.exchange.backup.tables import COPYING, MIGRATIONS, applied_migrations, named, stored_columns

# What `migrate` writes by itself.
_OF_DJANGO = {MIGRATIONS, "django_content_type", "auth_permission"}


def restore(folder: Path, manifest: Manifest, *, seal: Seal | None = None) -> None:
    """Fill the empty database with a backup, and bring it up to this version's schema.

    The rows come in one transaction: a restore that fails leaves none, and can be repeated. Raises Refused for a
    damaged backup, a newer one, and a database that has rows.
    """
    check_files(folder, manifest, seal)
    executor = MigrationExecutor(connections["owner"])
    targets = _targets(executor, manifest)
    with connections["owner"].cursor() as cursor:
        _refuse_filled(cursor)
    _migrate(executor, targets, manifest)
    with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
        _load(cursor, folder, manifest, seal)
    call_command("migrate", database="owner", interactive=False, verbosity=0)
    with connections["owner"].cursor() as cursor:
        cursor.execute("ANALYZE")


def _targets(executor: MigrationExecutor, manifest: Manifest) -> list[tuple[str, str]]:
    """Find the last migrations that the backup has. Raises Refused where it has one that we do not know."""
    known, applied = executor.loader.graph.nodes, _settled(executor, manifest.migrations)
    if unknown := sorted(f"{app}.{name}" for app, name in applied - set(known)):
        raise Refused(
            "newer_backup",
            f"The backup was made by Cairn {manifest.cairn} with migrations that are unknown here ({unknown[0]}). "
            "Install that version, with the same CAIRN_OIDC_ISSUER, and restore again.",
        )
    graph = executor.loader.graph
    return sorted(
        key
        for key in applied
        if not any(child.key in applied and child.key[0] == key[0] for child in graph.node_map[key].children)
    )


def _settled(executor: MigrationExecutor, migrations: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    """Put a squashed migration in place of those that it replaces: databases list both, older backups only these."""
    settled = set(migrations)
    for key, migration in executor.loader.replacements.items():
        if settled.issuperset(migration.replaces):
            settled = settled.difference(migration.replaces) | {key}
    return settled


def _refuse_filled(cursor: CursorWrapper) -> None:
    for table in stored_columns(cursor).keys() - _OF_DJANGO:
        cursor.execute(named("SELECT EXISTS (SELECT FROM {0})", table))
        if cursor.fetchone()[0]:
            raise Refused("not_empty", f"The database is not empty ({table} has rows); restore into an empty one.")


def _migrate(executor: MigrationExecutor, targets: list[tuple[str, str]], manifest: Manifest) -> None:
    """Make the schema that the backup was made of. Raises Refused where the database is past it."""
    wanted = _settled(executor, manifest.migrations)
    if newer := _settled(executor, executor.loader.applied_migrations) - wanted:
        app, name = min(newer)
        detail = f"The database has migrations that the backup has not ({app}.{name}); give one without tables."
        raise Refused("newer_schema", detail)
    executor.migrate(targets)
    with connections["owner"].cursor() as cursor:
        here = stored_columns(cursor)
        if _settled(executor, applied_migrations(cursor)) != wanted or here != {
            name: table.columns for name, table in manifest.tables.items()
        }:
            detail = "The migrations made other tables than the backup has; use the version of Cairn that made it."
            raise Refused("other_schema", detail)


def _load(cursor: CursorWrapper, folder: Path, manifest: Manifest, seal: Seal | None) -> None:
    tables = sql.SQL(", ").join(sql.Identifier("public", table) for table in manifest.tables)
    cursor.execute(COPYING)
    # Rows come as they were: what triggers derive from them is among them, and the audit log is not written to.
    for table in manifest.tables:
        cursor.execute(named("ALTER TABLE {0} DISABLE TRIGGER USER", table))
    cursor.execute(sql.SQL("TRUNCATE {}").format(tables))
    for table in manifest.tables:
        _load_table(cursor, folder, table, manifest, seal)
    for name, value in manifest.sequences.items():
        cursor.execute("SELECT setval(quote_ident(%s)::regclass, %s)", [name, value])
    # Foreign keys are checked now; a table with checks that wait cannot be altered.
    cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    for table in manifest.tables:
        cursor.execute(named("ALTER TABLE {0} ENABLE TRIGGER USER", table))


def _load_table(cursor: CursorWrapper, folder: Path, table: str, manifest: Manifest, seal: Seal | None) -> None:
    described = manifest.tables[table]
    try:
        with cursor.copy(named("COPY {} ({}) FROM STDIN", table, described.columns)) as rows:
            for block in read_file(folder / described.file, seal):
                rows.write(block)
    except zlib.error as error:
        raise Refused("damaged_backup", f"The backup is damaged: {described.file} cannot be unpacked.") from error
    if cursor.rowcount != described.rows:
        detail = f"{described.file} has {cursor.rowcount} rows, the manifest says {described.rows}."
        raise Refused("damaged_backup", f"The backup is damaged: {detail}")
