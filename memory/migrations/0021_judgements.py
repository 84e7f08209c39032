"""What people made of captured memories is counted week by week without reading the whole audit log."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memory", "0020_belief")]
    operations = [
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
