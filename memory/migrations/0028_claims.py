"""A claim takes as many turns or deliveries as it asked for, whatever the plan."""

from django.db import migrations

from memory.migrations.sql import sql_migration


class Migration(migrations.Migration):
    dependencies = [("memory", "0027_kept_plans")]
    operations = [sql_migration("claims")]
