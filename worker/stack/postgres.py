"""The embedded Postgres at work: settings for a small server, roles, and recovery after a crash."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg import sql

from worker.stack.cluster import APP, DATABASE, OWNER, SOCKET, SUPERUSER, Cluster, prepare_cluster
from worker.stack.home import claim_home
from worker.stack.process import Child, Service, end_processes, processes_in
from worker.stack.sockets import forget_socket_folder

_SETTINGS = {
    "listen_addresses": "",  # the socket is the only way in
    "unix_socket_permissions": "0700",
    "effective_cache_size": "1GB",
    "work_mem": "8MB",
    "maintenance_work_mem": "128MB",  # an HNSW index is built in memory
    "random_page_cost": "1.1",  # SSD
    "jit": "off",  # our queries take milliseconds, compiling them would take longer
    # Parallel workers of one query fight over a small machine's cores and need /dev/shm, 64 MB in containers.
    "max_parallel_workers_per_gather": "0",
    "max_parallel_maintenance_workers": "0",
    "max_worker_processes": "4",
    "max_logical_replication_workers": "0",
    "autovacuum_max_workers": "2",
    "autovacuum_naptime": "15s",  # a new server's tables grow from nothing: plans should know soon
    "io_method": "sync",  # three I/O processes less; the data is in memory
    "wal_level": "minimal",  # no replicas here, so less is written
    "max_wal_senders": "0",
    "max_wal_size": "512MB",
    "checkpoint_timeout": "15min",
    "idle_in_transaction_session_timeout": "5min",  # a stuck client must not hold locks for ever
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_line_prefix": "%m [%p] %u ",
    # Statements and row details carry people's texts; the log says what failed, never with which words.
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
}
# For a throw-away database only: a crash of the machine may lose it whole.
_HASTE = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "shared_buffers": "64MB"}


# Every search walks the graph of all vectors: a gigabyte for a million memories. Pages are taken only when used.
_LEAST_BUFFERS_MB, _MOST_BUFFERS_MB = 256, 4096


def _buffers() -> dict[str, str]:
    """A quarter of the machine's memory, as Postgres' manual advises, within bounds."""
    megabytes = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20
    return {"shared_buffers": f"{min(max(megabytes // 4, _LEAST_BUFFERS_MB), _MOST_BUFFERS_MB)}MB"}


def postgres_service(cluster: Cluster, *, durable: bool = True) -> Service:
    """Describe the server process of a cluster."""
    sockets = {"unix_socket_directories": _quoted(cluster.sockets)}
    settings = _SETTINGS | _buffers() | ({} if durable else _HASTE) | sockets
    options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    return Service(
        name="Postgres",
        command=(str(cluster.programs / "postgres"), "-D", str(cluster.data), *options),
        log=cluster.home.logs / "postgres.log",
        folder=cluster.data,
        environment={"PATH": os.defpath, "LC_ALL": "C"},
        account=cluster.account,
        before=lambda: _clear_remains(cluster),
        ready=lambda: _answers(cluster),
        ready_within=120,  # a crash of a big database is replayed before it answers
        stop_signal=signal.SIGINT,  # "fast": sessions are ended, everything is written
        grace=60,
    )


@contextmanager
def embedded_postgres(home: Path, *, durable: bool = False) -> Iterator[Cluster]:
    """Run a database in the folder `home` for the length of a block, throw-away and fast unless `durable`."""
    claimed = claim_home(home)
    cluster = prepare_cluster(claimed, durable=durable)
    child = Child(postgres_service(cluster, durable=durable))
    try:
        child.wait_ready()
        provision(cluster)
        yield cluster
    finally:
        child.stop()
        forget_socket_folder(claimed, cluster.root / "socket")


def provision(cluster: Cluster) -> None:
    """Make roles, database, extension and default rights as they should be; does nothing where they are."""
    with psycopg.connect(cluster.url(SUPERUSER, "postgres"), autocommit=True) as connection:
        for role in (OWNER, APP):
            _provide_role(connection, cluster, role)
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone():
            _run(connection, "CREATE DATABASE {} OWNER {}", DATABASE, OWNER)
        _run(connection, "REVOKE CONNECT, TEMPORARY ON DATABASE {} FROM PUBLIC", DATABASE)
        _run(connection, "GRANT CONNECT ON DATABASE {} TO {}", DATABASE, APP)
    with psycopg.connect(cluster.superuser_url, autocommit=True) as connection:
        _run(connection, "CREATE EXTENSION IF NOT EXISTS vector")
        _run(connection, "ALTER SCHEMA public OWNER TO {}", OWNER)
        rights = "ALTER DEFAULT PRIVILEGES FOR ROLE {} IN SCHEMA public GRANT "
        _run(connection, rights + "SELECT, INSERT, UPDATE, DELETE ON TABLES TO {}", OWNER, APP)
        _run(connection, rights + "USAGE, SELECT ON SEQUENCES TO {}", OWNER, APP)


def _provide_role(connection: psycopg.Connection, cluster: Cluster, role: str) -> None:
    """Make the role if need be, powerless in any case, with the password that this home knows."""
    if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role]).fetchone():
        _run(connection, "CREATE ROLE {}", role)
    password = psycopg.conninfo.conninfo_to_dict(cluster.url(role))["password"]
    powers = "LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOCREATEDB NOREPLICATION"
    statement = sql.SQL("ALTER ROLE {} " + powers + " PASSWORD {}")
    connection.execute(statement.format(sql.Identifier(role), sql.Literal(password)))


def _run(connection: psycopg.Connection, statement: str, *names: str) -> None:
    connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


def _quoted(path: Path) -> str:
    """Write a path as one item of Postgres' comma-separated lists."""
    return '"' + str(path).replace('"', '""') + '"'


def _answers(cluster: Cluster) -> bool:
    try:
        psycopg.connect(cluster.url(SUPERUSER, "postgres"), connect_timeout=3).close()
    except psycopg.OperationalError:
        return False
    return True


def _clear_remains(cluster: Cluster) -> None:
    """End what a killed predecessor left running and remove its locks, before a new server starts.

    Postgres recognises its own stale lock, except where another process got the dead one's number: then it
    would refuse for ever. Removing the lock is safe once no process works in the data folder.
    """
    end_processes(processes_in(cluster.data, "postgres"), signal.SIGINT, patience=20)
    for stale in (
        cluster.data / "postmaster.pid",
        cluster.sockets / SOCKET,
        cluster.sockets / f"{SOCKET}.lock",
    ):
        stale.unlink(missing_ok=True)
