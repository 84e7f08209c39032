"""The database for what does not fit into a request: long streams, the live listener, the readiness check."""

from collections.abc import Callable
from typing import Any, TypeVar

from asgiref.sync import sync_to_async
from django.db import connection

Answer = TypeVar("Answer")

_ONLY_DJANGO = ("cursor_factory", "context", "prepare_threshold")


def connection_parameters() -> dict[str, Any]:
    """What psycopg needs to connect as the server does, with a short patience (seconds)."""
    parameters = connection.get_connection_params()
    plain = {name: value for name, value in parameters.items() if name not in _ONLY_DJANGO}
    return {**plain, "autocommit": True, "connect_timeout": 5}


async def briefly(question: Callable[..., Answer], *args: Any, thread_sensitive: bool = True, **named: Any) -> Answer:
    """Ask the database from a coroutine, and give the connection back at once.

    Django keeps a request's connection until its response is complete. A stream is complete when its
    page is closed, so a handful of open pages would use up the whole pool.
    """
    return await sync_to_async(_and_close, thread_sensitive=thread_sensitive)(question, *args, **named)


def _and_close(question: Callable[..., Answer], *args: Any, **named: Any) -> Answer:
    try:
        return question(*args, **named)
    finally:
        if not connection.in_atomic_block:
            connection.close()
