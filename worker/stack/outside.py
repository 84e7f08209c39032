"""A database and a queue that somebody else runs: asked once, so that a wrong address is one clear line."""

import psycopg
import redis

from memory.errors import Refused


def check_database(name: str, url: str) -> None:
    """Connect to the database of a setting. Raises Refused with the server's or the parser's words."""
    try:
        psycopg.connect(url, connect_timeout=5).close()
    except psycopg.Error as error:
        raise Refused("database", f"{name} does not work: {str(error).strip().splitlines()[-1]}") from error


def passes_walls(url: str) -> bool:
    """Tell whether the role of this database goes through row-level security: superusers and owners do."""
    with psycopg.connect(url, connect_timeout=5) as connection:
        row = connection.execute(
            "SELECT rolsuper OR rolbypassrls OR (SELECT pg_has_role(datdba, 'USAGE') FROM pg_database"
            " WHERE datname = current_database()) FROM pg_roles WHERE rolname = current_user"
        ).fetchone()
        return bool(row and row[0])


def check_queue(url: str) -> None:
    """Ping the queue of REDIS_URL. Raises Refused."""
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=5, socket_timeout=5) as client:
            client.ping()
    except (redis.RedisError, OSError, ValueError) as error:
        raise Refused("queue", f"REDIS_URL does not work: {error}") from error
