"""Captured memories start active where they may be believed: the team's line, how it moved, and a search in drafts."""

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from memory.migrations.sql import sql_migration


class Migration(migrations.Migration):
    dependencies = [("memory", "0019_client_distilling")]
    operations = [
        migrations.CreateModel(
            name="LineMove",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("was", models.FloatField()),
                ("now", models.FloatField()),
                ("counted", models.PositiveIntegerField(default=0, help_text="Memories that were looked at; 0: a person set it.")),
                ("rejected", models.PositiveIntegerField(default=0, help_text="How many of them the team threw away.")),
                ("at", models.DateTimeField()),
                ("by", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("team", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="line_moves", to="memory.team")),
            ],
            options={
                "indexes": [models.Index(fields=["team", "-at"], name="line_move_latest")],
            },
        ),
        migrations.AddField(
            model_name="memory",
            name="basis",
            field=models.CharField(blank=True, choices=[("told", "A person said it"), ("checked", "A model distilled it, with checked evidence"), ("agreed", "Two sessions agree"), ("confident", "Its confidence reached the team's line"), ("doubted", "Its confidence was below the team's line"), ("rule", "A rule of the team approved it")], db_default="", default="", help_text="Why it was captured active or as a draft; empty: not weighed.", max_length=9),
        ),
        migrations.AddField(
            model_name="team",
            name="line",
            field=models.FloatField(default=0.8, help_text="Confidence from which captured memories start active, 0.50 to 0.98.", validators=[django.core.validators.MinValueValidator(0.5), django.core.validators.MaxValueValidator(0.98)]),
        ),
        migrations.AlterField(
            model_name="team",
            name="capture_policy",
            field=models.CharField(choices=[("active", "Active if believed"), ("draft", "Draft until approved"), ("private", "Private until shared")], default="active", max_length=10),
        ),
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(condition=models.Q(("basis__in", ["confident", "doubted"])), fields=["team", "created_at"], include=("id", "basis", "status", "confidence"), name="memory_by_the_line"),
        ),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.CheckConstraint(condition=models.Q(("line__gte", 0.0), ("line__lte", 1.0)), name="line_is_a_confidence"),
        ),
        sql_migration("belief"),
    ]
