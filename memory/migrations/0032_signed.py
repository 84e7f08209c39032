"""What only a model told goes into no briefing before a person agrees."""

from django.db import migrations, models

from memory.migrations.sql import sql_migration


class Migration(migrations.Migration):
    dependencies = [("memory", "0031_nearest_words")]
    operations = [
        migrations.AddField(
            model_name="memory",
            name="unsigned",
            field=models.BooleanField(db_default=False, default=False, help_text="A model told it; it goes into no briefing before a person agrees."),
        ),
        sql_migration("signed"),
    ]
