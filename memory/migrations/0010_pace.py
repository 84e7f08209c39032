"""Search at the pace of its answers: a narrow table to look words up in, and no more rows read than can win."""

from django.db import migrations

from memory.migrations.sql import sql_migration


class Migration(migrations.Migration):
    dependencies = [("memory", "0009_relevance")]
    operations = [sql_migration("pace")]
