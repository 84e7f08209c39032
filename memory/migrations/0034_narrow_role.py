"""The server's role makes no operators and no permissions."""

from django.db import migrations

from memory.migrations.sql import sql_migration


class Migration(migrations.Migration):
    dependencies = [("memory", "0033_usernames"), ("auth", "0012_alter_user_first_name_max_length")]
    operations = [sql_migration("narrow_role")]
