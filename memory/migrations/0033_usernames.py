"""No two accounts whose names differ in case alone."""

from django.db import migrations

from memory.migrations.sql import sql_migration


class Migration(migrations.Migration):
    dependencies = [("memory", "0032_signed")]
    operations = [sql_migration("usernames")]
