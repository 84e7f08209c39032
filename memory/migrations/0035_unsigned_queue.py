"""The review queue lists what no person stands behind."""

from django.db import migrations

from memory.migrations.sql import sql_migration


class Migration(migrations.Migration):
    dependencies = [("memory", "0034_narrow_role")]
    operations = [sql_migration("unsigned_queue")]
