"""Walls where there were gaps: deeds, tokens, links, passwords and sign-ins."""

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
        # The column stays; the server reaches it by functions alone (models/people.py).
        migrations.SeparateDatabaseAndState(state_operations=[migrations.RemoveField(model_name="user", name="password")]),
        sql_migration("closer_walls"),
    ]
