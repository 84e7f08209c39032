"""What an operator's monitoring asks, in one function that sees all teams and tells of none."""

from django.db import migrations

from memory.migrations.sql import sql_migration


class Migration(migrations.Migration):
    dependencies = [("memory", "0021_judgements")]
    operations = [sql_migration("metrics")]
