"""Ids of memories are unique in their team, and an import says when a memory was created."""

import uuid

from django.db import migrations, models
from django.utils import timezone


class Migration(migrations.Migration):
    dependencies = [("memory", "0024_metrics")]
    operations = [
        migrations.AddConstraint(
            "memory", models.UniqueConstraint(fields=["team", "uuid"], name="one_memory_per_team_and_id")
        ),
        migrations.AlterField("memory", "uuid", models.UUIDField(default=uuid.uuid4, editable=False)),
        migrations.AlterField("memory", "created_at", models.DateTimeField(default=timezone.now, editable=False)),
    ]
