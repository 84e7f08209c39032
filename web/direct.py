"""Where the database is, for those who go around Django's pool: live listener and readiness check."""

from typing import Any

from django.db import connection

_ONLY_DJANGO = ("cursor_factory", "context", "prepare_threshold")


def connection_parameters() -> dict[str, Any]:
    """What psycopg needs to connect as the server does, with a short patience (seconds)."""
    parameters = connection.get_connection_params()
    plain = {name: value for name, value in parameters.items() if name not in _ONLY_DJANGO}
    return {**plain, "autocommit": True, "connect_timeout": 5}
