"""Conversations: a session knows how long it is, and the search of messages tells who said what and who asked."""

from django.db import migrations, models

from memory.migrations.sql import sql_migration


class Migration(migrations.Migration):
    dependencies = [("memory", "0010_pace")]
    operations = [
        migrations.AddField(
            "sessionweights",
            "length",
            models.PositiveIntegerField(default=0, help_text="Bytes of all that was said."),
        ),
        sql_migration("conversations"),
    ]
