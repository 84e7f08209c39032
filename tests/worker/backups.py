"""Backing up and restoring as an operator does, through `manage.py`."""

import os
import subprocess
import sys
from pathlib import Path

from django.db import connection

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
