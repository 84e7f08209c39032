"""Messages keep what their tokens are near to, for the late interaction of the history search."""

from django.db import migrations, models

from memory.migrations.sql import sql_migration


class Migration(migrations.Migration):
    dependencies = [("memory", "0014_forms")]
    operations = [
        migrations.AddField("message", "token_signs", models.BinaryField(null=True)),
        migrations.AddIndex(
            "message",
            models.Index(
                fields=["team", "embedding_model", "-said_at"],
                condition=models.Q(token_signs=None),
                name="message_tokens_backlog",
            ),
        ),
        sql_migration("late_interaction"),
    ]
