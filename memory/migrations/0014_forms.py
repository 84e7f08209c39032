"""Irregular English words are found by any of their forms."""

from django.db import migrations

from memory.migrations.sql import sql_migration


class Migration(migrations.Migration):
    dependencies = [("memory", "0013_pruning")]
    operations = [sql_migration("forms")]
