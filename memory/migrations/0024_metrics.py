"""What an operator's monitoring asks, in one function that sees all teams and tells of none."""

from django.db import migrations

from memory.migrations.sql import sql_migration


class Migration(migrations.Migration):
    dependencies = [("memory", "0023_fairness")]
    operations = [sql_migration("metrics")]
