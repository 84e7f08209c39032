"""What there is to back up: the tables of the schema with their stored columns, sequences, applied migrations."""

from django.db.backends.utils import CursorWrapper
from psycopg import sql

# Not those that belong to an extension, which brings them along.
_TABLES = """
    SELECT c.relname, array_agg(a.attname ORDER BY a.attnum) FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
    GROUP BY c.relname ORDER BY c.relname
"""
MIGRATIONS = "django_migrations"
# Where row-level security would hide rows Postgres fails and says so; values read the same in every session.
COPYING = (
    "SET LOCAL row_security = off; SET LOCAL statement_timeout = 0; SET LOCAL client_encoding = 'UTF8';"
    " SET LOCAL datestyle = 'ISO'; SET LOCAL intervalstyle = 'postgres'; SET LOCAL timezone = 'UTC'"
)


def stored_columns(cursor: CursorWrapper) -> dict[str, list[str]]:
    """Give the columns of every table; generated ones are computed anew from the others."""
    cursor.execute(_TABLES)
    return {name: list(columns) for name, columns in cursor.fetchall()}


def sequences(cursor: CursorWrapper) -> dict[str, int]:
    """Give the last value of every sequence that was ever used."""
    cursor.execute("SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'public'")
    return {name: value for name, value in cursor.fetchall() if value is not None}


def applied_migrations(cursor: CursorWrapper) -> list[tuple[str, str]]:
    """Give the app and name of every migration, in the order in which they were applied."""
    cursor.execute("SELECT app, name FROM django_migrations ORDER BY id")
    return [(app, name) for app, name in cursor.fetchall()]


def named(statement: str, table: str, columns: list[str] | None = None) -> sql.Composed:
    """Put the name of a table, and of its columns, into a statement."""
    names = sql.SQL(", ").join(map(sql.Identifier, columns or []))
    return sql.SQL(statement).format(sql.Identifier("public", table), names)
