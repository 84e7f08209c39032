"""Searches of one project, and the look for what contradicts, read no more rows than they have to."""

from django.db import migrations

from memory.migrations.sql import sql_migration


class Migration(migrations.Migration):
    dependencies = [("memory", "0015_late_interaction")]
    operations = [sql_migration("scoping")]
