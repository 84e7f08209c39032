"""Memories keep what their tokens are near to, as messages do, for the order of what answers a question."""

from django.db import migrations, models

from memory.migrations.sql import sql_migration


class Migration(migrations.Migration):
    dependencies = [("memory", "0036_siblings")]
    operations = [
        migrations.AddField("memory", "token_signs", models.BinaryField(editable=False, null=True)),
        migrations.AddIndex(
            "memory",
            models.Index(
                fields=["team", "embedding_model", "-occurred_at"],
                condition=models.Q(token_signs=None),
                name="memory_tokens_backlog",
            ),
        ),
        sql_migration("memory_tokens"),
    ]
