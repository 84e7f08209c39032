"""A team may remove names of persons from notes that are saved on purpose."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memory", "0028_claims")]
    operations = [
        migrations.AddField(
            model_name="team",
            name="removes_names",
            field=models.BooleanField(default=False, help_text="Remove names of persons from notes that people and agents save on purpose, too."),
        ),
    ]
