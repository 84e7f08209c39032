"""What Postgres itself does and refuses: functions and triggers, row-level security, the rights of the server's role."""

from django.db import migrations

from memory.migrations.sql import run_functions, run_sql


class Migration(migrations.Migration):
    replaces = [
        ("memory", "0002_search"),
        ("memory", "0003_walls"),
        ("memory", "0004_promises"),
        ("memory", "0009_relevance"),
        ("memory", "0010_pace"),
        ("memory", "0013_pruning"),
        ("memory", "0014_forms"),
        ("memory", "0016_scoping"),
        ("memory", "0017_fewer_words"),
        ("memory", "0018_abbreviations"),
        ("memory", "0024_metrics"),
        ("memory", "0027_kept_plans"),
        ("memory", "0028_claims"),
        ("memory", "0033_usernames"),
        ("memory", "0034_narrow_role"),
        ("memory", "0035_unsigned_queue"),
        ("memory", "0036_siblings"),
    ]
    dependencies = [("memory", "0001_initial"), ("sessions", "0001_initial")]
    operations = [
        run_sql("audit_keys"),
        run_sql("types"),
        run_functions(),
        run_sql("policies/own_team"),
        run_sql("policies/private"),
        run_sql("policies/not_blocked"),
        run_sql("policies/who_may_write"),
        run_sql("grants"),
    ]
