"""A question of many common words is looked up by its heaviest five."""

from django.db import migrations

from memory.migrations.sql import sql_migration


class Migration(migrations.Migration):
    dependencies = [("memory", "0016_scoping")]
    operations = [sql_migration("fewer_words")]
