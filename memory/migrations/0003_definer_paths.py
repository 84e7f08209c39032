"""The last definer whose temporary schema came first: a temporary view of memory_user would have run as the owner."""

from django.db import migrations

_SET = "ALTER FUNCTION cairn_one_username() SET search_path = pg_catalog, public"


class Migration(migrations.Migration):
    dependencies = [("memory", "0002_functions")]
    operations = [migrations.RunSQL(f"{_SET}, pg_temp", migrations.RunSQL.noop)]
