"""Whether an account's e-mail address is known to be its person's."""

from django.db import migrations, models

from memory.migrations.sql import sql_migration


class Migration(migrations.Migration):
    dependencies = [("memory", "0037_memory_tokens")]
    operations = [
        migrations.AddField(
            model_name="user",
            name="email_proved",
            field=models.BooleanField(db_default=False, default=False, help_text="An identity provider or the operator vouched for the address."),
        ),
        sql_migration("proved_addresses"),
    ]
