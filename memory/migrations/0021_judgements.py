"""What people made of captured memories is counted week by week without reading the whole audit log."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memory", "0020_belief")]
    operations = [
        # The same index with three columns more, which never change.
        migrations.RemoveIndex(model_name="memory", name="memory_learned"),
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                condition=models.Q(("purged_at", None)),
                fields=["team", "created_at"],
                include=("id", "uuid", "type", "status", "visibility", "author", "blocked_by", "first_used_at",
                         "source", "distiller"),
                name="memory_learned",
            ),
        ),
        migrations.AddIndex(
            model_name="auditevent",
            index=models.Index(
                condition=models.Q(
                    (
                        "verb__in",
                        (
                            "approve", "confirm", "forget", "reject", "retype", "split", "supersede", "unapprove",
                            "unconfirm",
                        ),
                    )
                ),
                fields=["team", "at"],
                name="audit_of_judgement",
            ),
        ),
    ]
