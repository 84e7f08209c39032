"""What the sessions of a search's hits learned besides, of the same matter."""

from django.db import migrations

from memory.migrations.sql import sql_migration


class Migration(migrations.Migration):
    dependencies = [("memory", "0034_narrow_role")]
    operations = [sql_migration("siblings")]
