"""Run SQL files in migrations: what Django's models cannot say.

`tables.sql` and `types.sql` belong to the tables; `functions/` holds each function with its triggers, `policies/` the
row-level security, `grants.sql` the rights of the server's role. Nothing here has a way down: restore a backup instead.
"""

from pathlib import Path

from django.db import migrations

_FOLDER = Path(__file__).parent
# pgvector's settings, which some functions set, are known once it is loaded. Bodies are not checked yet, since the files
# refer to each other, and a later version of one may name a column that a later migration adds.
_BEFORE_FUNCTIONS = "SELECT '[1]'::vector; SET LOCAL check_function_bodies = off;\n"


def run_sql(name: str) -> migrations.RunSQL:
    """Run `<name>.sql`. A migration that changes a function edits its file and runs it again."""
    return migrations.RunSQL((_FOLDER / f"{name}.sql").read_text())


def run_functions() -> migrations.RunSQL:
    """Create every function and trigger of `functions/`."""
    files = sorted((_FOLDER / "functions").glob("*.sql"))
    return migrations.RunSQL(_BEFORE_FUNCTIONS + "\n".join(file.read_text() for file in files))
