"""What only SQL can say, as named files with an up and a down; one-line migrations run them."""

from pathlib import Path

from django.db import migrations


def sql_migration(name: str) -> migrations.RunSQL:
    """Run `<name>.up.sql` forwards and `<name>.down.sql` backwards."""
    folder = Path(__file__).parent
    return migrations.RunSQL(
        (folder / f"{name}.up.sql").read_text(), (folder / f"{name}.down.sql").read_text()
    )
