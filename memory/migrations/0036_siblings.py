"""What the sessions of a search's hits learned besides, of the same matter."""

from django.db import migrations

from memory.migrations.sql import sql_migration


class Migration(migrations.Migration):
    dependencies = [("memory", "0035_unsigned_queue")]
    operations = [sql_migration("siblings")]
