"""Backing up and restoring as an operator does, through `manage.py`."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from django.db import connection
from psycopg import sql

ROOT = Path(__file__).resolve().parents[2]


def url_of(name: str, database: str = "") -> str:
    """The address of the test's own database, or of another one beside it, under the role of this variable."""
    return os.environ[name].replace("/cairn?", f"/{database or connection.settings_dict['NAME']}?")


def urls_of(database: str) -> dict[str, str]:
    """The variables that name a database of the test's Postgres."""
    return {name: url_of(name, database) for name in ("DATABASE_URL", "CAIRN_OWNER_DATABASE_URL")}


def manage(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command on the database that `environment` names, with what the rest of the tests' stack has."""
    named = ("DATABASE_URL", "CAIRN_OWNER_DATABASE_URL")
    kept = {name: value for name, value in os.environ.items() if name not in named}
    command = [sys.executable, "manage.py", *map(str, arguments)]
    return subprocess.run(
        command, cwd=ROOT, env=kept | environment, capture_output=True, text=True, stdin=subprocess.DEVNULL
    )


def backed_up(folder: Path, *options: str, **environment: str) -> Path:
    """Back the test's own database up; returns the new folder in `folder`."""
    done = manage("backup", folder, *options, **(urls_of("") | environment))
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.strip())


@contextmanager
def empty_database() -> Iterator[str]:
    """A database as an administrator prepares one, beside the test's own."""
    with _database("restored", "template1") as name:
        with psycopg.connect(url_of("CAIRN_TEST_SUPERUSER_URL", name), autocommit=True) as inside:
            inside.execute("CREATE EXTENSION vector; ALTER SCHEMA public OWNER TO cairn_owner")
            rights = "ALTER DEFAULT PRIVILEGES FOR ROLE cairn_owner IN SCHEMA public GRANT "
            inside.execute(rights + "SELECT, INSERT, UPDATE, DELETE ON TABLES TO cairn_app")
            inside.execute(rights + "USAGE, SELECT ON SEQUENCES TO cairn_app")
        yield name


@contextmanager
def migrated_database() -> Iterator[str]:
    """A new home's database without rows, beside the test's own."""
    with _database("migrated", "cairn") as name:
        yield name


@contextmanager
def _database(suffix: str, template: str) -> Iterator[str]:
    name = f"{connection.settings_dict['NAME']}_{suffix}"
    drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
    create = "CREATE DATABASE {} OWNER cairn_owner TEMPLATE {}"
    with psycopg.connect(url_of("CAIRN_TEST_SUPERUSER_URL", "postgres"), autocommit=True) as superuser:
        superuser.execute(drop)
        superuser.execute(sql.SQL(create).format(sql.Identifier(name), sql.Identifier(template)))
        try:
            yield name
        finally:
            superuser.execute(drop)
