"""The whole history: messages belong to their project, tool calls stand beside them."""

import django.contrib.postgres.fields
import django.db.models.deletion
import pgvector.django.sparsevec
from django.db import migrations, models

from memory.migrations.sql import sql_migration

COLLECTIONS = [("memory", "Memory"), ("message", "Message"), ("session", "Session")]


class Migration(migrations.Migration):
    dependencies = [("memory", "0004_promises")]
    operations = [
        migrations.AddField(
            "codingsession",
            "compactions",
            django.contrib.postgres.fields.ArrayField(models.DateTimeField(), blank=True, default=list, size=None),
        ),
        migrations.AlterField(
            "lexemefrequency",
            "collection",
            models.CharField(choices=COLLECTIONS, max_length=10),
        ),
        migrations.AlterField(
            "lexiconsize",
            "collection",
            models.CharField(choices=COLLECTIONS, max_length=10),
        ),
        migrations.RemoveField("message", "tools"),
        migrations.RemoveConstraint("message", "one_message_per_session_and_uuid"),
        migrations.RemoveIndex("message", "message_order"),
        migrations.AddField(
            "message",
            "project",
            models.ForeignKey(
                "memory.project", null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+"
            ),
        ),
        # Outside the walls, as their owner: every message takes the project of its session.
        migrations.RunSQL(
            "UPDATE memory_message m SET project_id = s.project_id FROM memory_codingsession s WHERE s.id = m.session_id;"
            " SET CONSTRAINTS ALL IMMEDIATE",
            migrations.RunSQL.noop,
        ),
        migrations.AlterField(
            "message",
            "project",
            models.ForeignKey("memory.project", on_delete=django.db.models.deletion.CASCADE, related_name="+"),
        ),
        migrations.AlterField(
            "message",
            "subagent",
            models.CharField(blank=True, help_text="Empty for the conversation with the person.", max_length=100),
        ),
        migrations.AddConstraint(
            "message",
            models.UniqueConstraint(fields=("project", "uuid"), name="one_message_per_project_and_uuid"),
        ),
        migrations.AddIndex("message", models.Index(fields=["session", "subagent", "position"], name="message_order")),
        migrations.AddIndex(
            "message",
            models.Index(fields=["team", "embedding_model", "-said_at"], name="message_embedding_backlog"),
        ),
        migrations.AddIndex("turn", models.Index(fields=["team", "-started_at"], name="turn_latest_of_team")),
        migrations.RemoveIndex("memory", "memory_without_embedding"),
        migrations.AddIndex(
            "memory",
            models.Index(fields=["team", "embedding_model", "-occurred_at"], name="memory_embedding_backlog"),
        ),
        migrations.CreateModel(
            name="ToolCall",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("call_id", models.CharField(help_text="The client's tool_use id.", max_length=100)),
                ("name", models.CharField(max_length=200)),
                ("target", models.CharField(blank=True, max_length=500)),
                ("result", models.CharField(blank=True, max_length=500)),
                ("failed", models.BooleanField(default=False)),
                ("subagent", models.CharField(blank=True, max_length=100)),
                ("called_at", models.DateTimeField()),
                (
                    "message",
                    models.ForeignKey(
                        "memory.message",
                        blank=True,
                        help_text="What was said last in its thread before the call.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="tool_calls",
                    ),
                ),
                (
                    "project",
                    models.ForeignKey("memory.project", on_delete=django.db.models.deletion.CASCADE, related_name="+"),
                ),
                (
                    "session",
                    models.ForeignKey(
                        "memory.codingsession",
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tool_calls",
                    ),
                ),
                ("team", models.ForeignKey("memory.team", on_delete=django.db.models.deletion.CASCADE, related_name="+")),
                (
                    "turn",
                    models.ForeignKey(
                        "memory.turn",
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="tool_calls",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["session", "called_at"], name="call_of_session")],
                "constraints": [
                    models.UniqueConstraint(fields=("project", "call_id"), name="one_call_per_project_and_id")
                ],
            },
        ),
        migrations.CreateModel(
            name="SessionWeights",
            fields=[
                (
                    "session",
                    models.OneToOneField(
                        "memory.codingsession",
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="weights",
                        serialize=False,
                    ),
                ),
                ("bm25", pgvector.django.sparsevec.SparseVectorField(dimensions=1000000000, editable=False)),
                ("team", models.ForeignKey("memory.team", on_delete=django.db.models.deletion.CASCADE, related_name="+")),
            ],
            options={"verbose_name_plural": "session weights"},
        ),
        sql_migration("history"),
    ]
