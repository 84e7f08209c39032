"""Plans that are kept are good also where they were made while a server knew nothing yet."""

from django.db import migrations

from memory.migrations.sql import sql_migration


class Migration(migrations.Migration):
    dependencies = [("memory", "0026_briefing")]
    operations = [sql_migration("kept_plans")]
