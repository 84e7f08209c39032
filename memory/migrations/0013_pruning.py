"""A second look at many rows only where it can change which memories are the first ten."""

from django.db import migrations

from memory.migrations.sql import sql_migration


class Migration(migrations.Migration):
    dependencies = [("memory", "0012_passages")]
    operations = [sql_migration("pruning")]
