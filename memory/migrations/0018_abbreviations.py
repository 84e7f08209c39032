"""English texts and questions meet in what developers abbreviate: "db config" and "database configuration"."""

from django.db import migrations

from memory.migrations.sql import sql_migration


class Migration(migrations.Migration):
    dependencies = [("memory", "0017_fewer_words")]
    operations = [sql_migration("abbreviations")]
