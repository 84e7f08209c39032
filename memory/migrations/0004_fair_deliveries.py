"""Teams take turns where deliveries of web hooks are claimed."""

from django.db import migrations

from memory.migrations.sql import run_sql


class Migration(migrations.Migration):
    dependencies = [("memory", "0003_definer_paths")]
    operations = [run_sql("functions/cairn_claim_deliveries")]
