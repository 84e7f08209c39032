"""The embedded database's place on disk: initialised once, with passwords of its own and no trust."""

import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote
from uuid import uuid4

from memory.errors import Refused, Unavailable
from worker.stack.account import (
    COMMON_ROOT,
    Account,
    can_enter,
    open_folder,
    popen_options,
    private_folder,
    unprivileged_account,
)
from worker.stack.belonging import assign_to, belongs_to, owner_path
from worker.stack.home import Home, claimed_home
from worker.stack.process import processes_in
from worker.stack.sockets import socket_folder
from worker.stack.software import postgres_programs

SUPERUSER, OWNER, APP, DATABASE = "postgres", "cairn_owner", "cairn_app", "cairn"
SOCKET = ".s.PGSQL.5432"
_INSIDE = "postgres"  # the database's folder in the home, where its account can reach it


@dataclass(frozen=True)
class Cluster:
    """One initialised database: where it lies, who runs it and how to reach it."""

    home: Home
    root: Path
    programs: Path
    sockets: Path
    account: Account | None

    @property
    def data(self) -> Path:
        return self.root / "data"

    @property
    def app_url(self) -> str:
        """The server's own role: neither owner nor superuser, so row-level security binds it."""
        return self.url(APP)

    @property
    def owner_url(self) -> str:
        """The role that owns the tables, for migrations alone."""
        return self.url(OWNER)

    @property
    def superuser_url(self) -> str:
        """For provisioning, and for tests that make databases."""
        return self.url(SUPERUSER)

    def url(self, role: str, database: str = DATABASE) -> str:
        """Give the connection URL of a role, password included."""
        password = self.home.secret(_secret(role))
        return f"postgresql://{role}:{password}@/{database}?host={quote(str(self.sockets), safe='/')}"


def prepare_cluster(home: Home, *, durable: bool = True) -> Cluster:
    """Give the home's database, initialised at the first call. Raises Refused, Unavailable."""
    account = unprivileged_account()
    root = _root(home, account)
    _claim_database(home, root)
    programs = postgres_programs(root, account)
    sockets = socket_folder(home, root / "socket", f"{SOCKET}.lock", account)
    cluster = Cluster(home, root, programs, sockets, account)
    if not cluster.data.exists():
        _initialise(cluster, durable)
    elif home.kept_secret(_secret(SUPERUSER)) is None:
        raise Refused(
            "secrets",
            f"{home.path}/secrets.json is missing, so the database in {root} cannot be opened. Restore the file.",
        )
    return cluster


def _secret(role: str) -> str:
    return f"postgres {role}"


def _root(home: Home, account: Account | None) -> Path:
    """Find the folder that an earlier start chose, or choose one that the account can reach."""
    if root := recorded_root(home):
        if not root.is_dir():
            raise Refused("database_gone", f"The database of {home.path} was in {root} and is missing. Restore it.")
        return root
    root = open_folder(home.path / _INSIDE)
    if not can_enter(account, root):
        root.rmdir()
        open_folder(COMMON_ROOT)
        # A new name every time: a home that was deleted and made again must not meet its predecessor's data.
        root = open_folder(COMMON_ROOT / uuid4().hex[:12])
        assign_to(home, root)
        home.record("postgres", str(root))
    else:
        home.record("postgres", _INSIDE)
    return root


def recorded_root(home: Home) -> Path | None:
    """Give the folder of the home's database, None where no start has chosen one."""
    noted = home.recorded("postgres")
    # Earlier versions noted an absolute path, which is the original's in a home that was moved or copied.
    if noted and (home.path / _INSIDE).is_dir():
        return home.path / _INSIDE
    return home.path / noted if noted else None


def _claim_database(home: Home, root: Path) -> None:
    """Make sure that a database outside the home is not the one of a home that this was copied from.

    Raises Refused for a copy, and while a server works on the database that this home did not start.
    """
    place = root.resolve()
    if place.is_relative_to(home.path.resolve()) or belongs_to(home, place):
        return
    if servers := processes_in(place / "data", "postgres"):
        numbers = ", ".join(str(server.pid) for server in sorted(servers, key=lambda server: server.pid))
        raise Refused(
            "database_in_use", f"The database in {place} is in use (process {numbers}). Stop that process first."
        )
    former = owner_path(place)
    if former and former != home.path and claimed_home(former) and _lies_in(Home(former), place):
        raise Refused(
            "copied_home",
            f"CAIRN_HOME {home.path} is a copy of {former}, whose database lies outside of it, in {place}. "
            "Copy a server with `manage.py backup` and `manage.py restore`.",
        )
    assign_to(home, place)


def _lies_in(home: Home, place: Path) -> bool:
    root = recorded_root(home)
    return root is not None and root.resolve() == place


def _initialise(cluster: Cluster, durable: bool) -> None:
    """Run initdb beside the final place and move the result there: a killed first start leaves no half."""
    unfinished = cluster.data.with_name("data.new")
    shutil.rmtree(unfinished, ignore_errors=True)
    private_folder(unfinished, cluster.account)
    with tempfile.NamedTemporaryFile("w", dir=cluster.sockets, prefix="initdb-") as password:
        password.write(cluster.home.secret(_secret(SUPERUSER)))
        password.flush()
        if cluster.account:
            shutil.chown(password.name, cluster.account.uid, cluster.account.gid)
        _run_initdb(cluster, unfinished, password.name, durable)
    unfinished.rename(cluster.data)


def _run_initdb(cluster: Cluster, data: Path, password_file: str, durable: bool) -> None:
    command = [
        str(cluster.programs / "initdb"),
        f"--pgdata={data}",
        f"--username={SUPERUSER}",
        f"--pwfile={password_file}",
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        # The same order and the same case rules on every machine, whatever locales it has.
        "--locale=C",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--no-instructions",
        *([] if durable else ["--no-sync"]),
    ]
    done = subprocess.run(
        command,
        cwd=data,
        capture_output=True,
        text=True,
        check=False,
        **popen_options(cluster.account),  # type: ignore[call-overload]
    )
    if done.returncode:
        raise Unavailable(f"Postgres could not be initialised in {data}: {done.stderr.strip().splitlines()[-1:]}")
