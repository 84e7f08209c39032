"""Walls where there were gaps: deeds, tokens, links, passwords, sign-ins, and private words."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from memory.migrations.sql import sql_migration


class Migration(migrations.Migration):
    dependencies = [("memory", "0021_judgements"), ("sessions", "0001_initial")]
    operations = [
        migrations.AddField(
            model_name="auditevent",
            name="agent_key",
            field=models.BigIntegerField(editable=False, help_text="The agent's number; 0: none. Empty: before it was kept.", null=True),
        ),
        migrations.AddField(
            model_name="auditevent",
            name="token_key",
            field=models.BigIntegerField(editable=False, help_text="The token's number; 0: none. Empty: before it was kept.", null=True),
        ),
        # Postgres blanks them itself (closer_walls.up.sql).
        *(
            migrations.AlterField(
                model_name="auditevent",
                name=name,
                field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name="+", to=to),
            )
            for name, to in (("actor", settings.AUTH_USER_MODEL), ("agent", "memory.agent"), ("token", "memory.accesstoken"))
        ),
        # Words of private memories are counted apart.
        migrations.RemoveConstraint(model_name="lexemefrequency", name="one_frequency_per_lexeme"),
        migrations.AddField(
            model_name="lexemefrequency",
            name="owner",
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name="lexemefrequency",
            constraint=models.UniqueConstraint(fields=["team", "collection", "slot", "owner"], name="one_frequency_per_lexeme", nulls_distinct=False),
        ),
        migrations.RemoveConstraint(model_name="lexiconsize", name="one_size_per_collection"),
        migrations.AddField(
            model_name="lexiconsize",
            name="owner",
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name="lexiconsize",
            constraint=models.UniqueConstraint(fields=["team", "collection", "owner"], name="one_size_per_collection", nulls_distinct=False),
        ),
        # The column stays; the server reaches it by functions alone (models/people.py).
        migrations.SeparateDatabaseAndState(state_operations=[migrations.RemoveField(model_name="user", name="password")]),
        sql_migration("closer_walls"),
    ]
