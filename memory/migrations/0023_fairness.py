"""Events are known by author and id, and whose turn comes first is decided by arrival, person by person."""

from django.db import migrations, models

from memory.migrations.sql import sql_migration


class Migration(migrations.Migration):
    dependencies = [("memory", "0022_closer_walls")]
    operations = [
        migrations.RemoveConstraint(model_name="observation", name="one_observation_per_client_id"),
        migrations.AddConstraint(
            model_name="observation",
            constraint=models.UniqueConstraint(
                fields=["team", "author", "client_id"], name="one_observation_per_author_and_id"
            ),
        ),
        sql_migration("queue"),
    ]
