"""The sides of a contradiction are ordered by when they occurred, and a pair is one whichever side came first."""

from django.db import migrations, models
from django.db.models.functions import Greatest, Least

from memory.migrations.sql import sql_migration


class Migration(migrations.Migration):
    dependencies = [("memory", "0029_names")]
    operations = [
        migrations.RemoveConstraint("contradiction", "older_memory_comes_first"),
        migrations.RemoveConstraint("contradiction", "one_contradiction_per_pair"),
        sql_migration("newest_word"),
        migrations.AddConstraint(
            "contradiction",
            models.UniqueConstraint(Least("older", "newer"), Greatest("older", "newer"), name="one_contradiction_per_pair"),
        ),
        migrations.AddConstraint(
            "contradiction",
            models.CheckConstraint(condition=~models.Q(older=models.F("newer")), name="nothing_contradicts_itself"),
        ),
        migrations.AlterField(
            "contradiction", "older",
            models.ForeignKey("memory.memory", models.CASCADE, related_name="contradicted_by", help_text="What was told first."),
        ),
    ]
