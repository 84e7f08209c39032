"""What a briefing tells is read in the order of indexes, instead of from all that a team knows or a session did."""

from django.db import migrations, models

from memory.migrations.sql import sql_migration


class Migration(migrations.Migration):
    dependencies = [("memory", "0025_round_trip")]
    operations = [
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                fields=["team", "-pinned", "-corroborations", "-uses", "-occurred_at"],
                name="memory_standing",
                condition=models.Q(("purged_at", None), ("status__in", ["active", "disputed"]))
                & models.Q(("type__in", ["pattern", "dependency"]), ("pinned", True), _connector="OR"),
            ),
        ),
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                fields=["team", "-uses", "-occurred_at", "-id"],
                name="memory_most_used",
                condition=models.Q(("purged_at", None), ("status__in", ["active", "disputed"]))
                & ~models.Q(("type__in", ["pattern", "dependency"])),
            ),
        ),
        migrations.AddIndex(
            model_name="observation",
            index=models.Index(fields=["session", "-occurred_at"], name="observation_of_session"),
        ),
        migrations.AlterField(
            model_name="observation",
            name="session",
            field=models.ForeignKey(
                db_index=False,
                on_delete=models.deletion.CASCADE,
                related_name="observations",
                to="memory.codingsession",
            ),
        ),
        sql_migration("briefing"),
    ]
