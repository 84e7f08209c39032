from django.db import migrations

from memory.migrations.sql import sql_migration


class Migration(migrations.Migration):
    dependencies = [("memory", "0008_showing")]
    operations = [sql_migration("relevance")]
