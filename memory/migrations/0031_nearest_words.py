"""Unknown words of a question are read as the known ones that they are most like, and told apart in what it attains."""

from django.db import migrations, models

from memory.migrations.sql import sql_migration


class Migration(migrations.Migration):
    dependencies = [("memory", "0030_newest_word")]
    operations = [
        migrations.AddField(
            model_name="lexemefrequency",
            name="word",
            field=models.CharField(blank=True, db_default="", default="", max_length=200),
        ),
        sql_migration("nearest_words"),
    ]
