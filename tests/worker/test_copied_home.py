"""A home that was copied or moved: it serves its own data, and ends nothing that belongs to the original."""

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import psutil
import psycopg
import pytest
import redis

from memory.errors import Refused
from worker.stack.cluster import Cluster, prepare_cluster
from worker.stack.home import claim_home
from worker.stack.postgres import embedded_postgres, postgres_service
from worker.stack.process import Child
from worker.stack.site import SUPERVISED
from worker.stack.supervisor import end_leftovers
from worker.stack.valkey import embedded_valkey


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that the database's account can reach."""
    with tempfile.TemporaryDirectory(prefix="cairn-test-", dir="/tmp", ignore_cleanup_errors=True) as place:
        Path(place).chmod(0o755)
        yield Path(place)


def _copy(home: Path, to: Path) -> Path:
    """Copy a home as people do, sockets, locks and notes included."""
    subprocess.run(["cp", "-a", home, to], check=True)
    return to


def _server(cluster: Cluster) -> psutil.Process:
    return psutil.Process(int((cluster.data / "postmaster.pid").read_text().splitlines()[0]))


def _write(cluster: Cluster, value: str) -> None:
    with psycopg.connect(cluster.superuser_url, autocommit=True) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS kept (a text)")
        connection.execute("INSERT INTO kept VALUES (%s)", [value])
        connection.execute("CHECKPOINT")


def _kept(cluster: Cluster) -> list[str]:
    with psycopg.connect(cluster.superuser_url, autocommit=True) as connection:
        return [row[0] for row in connection.execute("SELECT a FROM kept ORDER BY a")]


def _note_an_absolute_path(home: Path) -> None:
    """Leave the note that earlier versions made."""
    claim_home(home).record("postgres", str(home / "postgres"))


@pytest.mark.parametrize("name", ["original", "o" * 90])
@pytest.mark.parametrize("earlier_version", [False, True])
def test_a_copy_of_a_running_home_has_a_database_of_its_own(place: Path, name: str, earlier_version: bool) -> None:
    with embedded_postgres(place / name) as original:
        _write(original, "before")
        if earlier_version:
            _note_an_absolute_path(place / name)
        server = _server(original)
        with embedded_postgres(_copy(place / name, place / name.replace("o", "c"))) as copy:
            _write(copy, "in the copy")
            assert _kept(copy) == ["before", "in the copy"]
            assert server.is_running()
            assert _kept(original) == ["before"]
        assert server.is_running()
        assert _kept(original) == ["before"]


@pytest.mark.parametrize("earlier_version", [False, True])
def test_a_copy_of_a_stopped_home_leaves_the_originals_data_alone(place: Path, earlier_version: bool) -> None:
    with embedded_postgres(place / "original", durable=True) as original:
        _write(original, "before")
    if earlier_version:
        _note_an_absolute_path(place / "original")
    with embedded_postgres(_copy(place / "original", place / "copy"), durable=True) as copy:
        _write(copy, "in the copy")
    with embedded_postgres(place / "original", durable=True) as original:
        assert _kept(original) == ["before"]


@pytest.mark.parametrize("earlier_version", [False, True])
def test_a_moved_home_brings_its_database_and_ends_what_was_left_running_in_it(
    place: Path, earlier_version: bool
) -> None:
    cluster = prepare_cluster(claim_home(place / "before"))
    orphan = Child(postgres_service(cluster))
    orphan.wait_ready()
    with psycopg.connect(cluster.url("postgres", "postgres"), autocommit=True) as connection:
        connection.execute("CREATE TABLE kept (a int); INSERT INTO kept VALUES (7)")
    if earlier_version:
        _note_an_absolute_path(place / "before")
    (place / "before").rename(place / "after")
    with embedded_postgres(place / "after", durable=True) as moved:
        orphan.process.wait(10)
        with psycopg.connect(moved.url("postgres", "postgres")) as connection:
            assert connection.execute("SELECT a FROM kept").fetchone() == (7,)
    assert not (place / "before").exists()


@pytest.mark.parametrize("name", ["original", "o" * 90])
def test_a_copy_of_a_running_home_has_a_queue_of_its_own(place: Path, name: str) -> None:
    with embedded_valkey(place / name) as original, redis.Redis.from_url(original.url) as client:
        client.set("a", "original")
        (place / "elsewhere").mkdir()
        with (
            embedded_valkey(_copy(place / name, place / "elsewhere" / name)) as copy,
            redis.Redis.from_url(copy.url) as other,
        ):
            assert other.get("a") is None
        assert client.get("a") == b"original"


def test_a_new_home_in_the_place_of_a_moved_one_ends_none_of_its_processes(place: Path) -> None:
    moved = claim_home(place / "home")
    with ExitStack() as stack:
        running = subprocess.Popen(["sleep", "60"], env={**os.environ, SUPERVISED: moved.identity})
        stack.callback(running.wait)
        stack.callback(running.kill)
        (place / "home").rename(place / "moved")
        assert end_leftovers(claim_home(place / "home")) == 0
        assert running.poll() is None
        assert end_leftovers(claim_home(place / "moved")) == 1


@pytest.fixture
def closed_place(place: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that root alone can enter: the database of a home in it lies outside."""
    if os.geteuid() != 0:
        pytest.skip("only root needs another account for the database")
    monkeypatch.setattr("worker.stack.cluster.COMMON_ROOT", place / "common")
    (place / "closed").mkdir(mode=0o700)
    return place / "closed"


def test_a_copy_of_a_home_whose_database_lies_outside_is_refused(closed_place: Path) -> None:
    with embedded_postgres(closed_place / "original") as original:
        server = _server(original)
        _copy(closed_place / "original", closed_place / "copy")
        with pytest.raises(Refused, match="in use"):
            prepare_cluster(claim_home(closed_place / "copy"))
        assert server.is_running()
    with pytest.raises(Refused, match=r"is a copy of .*original.*manage\.py backup"):
        prepare_cluster(claim_home(closed_place / "copy"))
    with embedded_postgres(closed_place / "original") as again:
        assert again.root == original.root


def test_a_moved_home_finds_its_database_outside(closed_place: Path) -> None:
    with embedded_postgres(closed_place / "before", durable=True) as before:
        _write(before, "kept")
    (closed_place / "before").rename(closed_place / "after")
    with embedded_postgres(closed_place / "after", durable=True) as after:
        assert _kept(after) == ["kept"]
    # To another file system: a new folder, and nothing in the old place.
    shutil.copytree(closed_place / "after", closed_place / "there")
    shutil.rmtree(closed_place / "after")
    with embedded_postgres(closed_place / "there", durable=True) as there:
        assert _kept(there) == ["kept"]


def test_a_copy_of_a_home_whose_database_is_a_link_to_a_bigger_disk_is_refused(place: Path) -> None:
    with embedded_postgres(place / "original"):
        pass
    (place / "original" / "postgres").rename(place / "disk")
    (place / "original" / "postgres").symlink_to(place / "disk")
    with embedded_postgres(place / "original"):
        _copy(place / "original", place / "copy")
    with pytest.raises(Refused, match="is a copy of"):
        prepare_cluster(claim_home(place / "copy"))
    assert json.loads((place / "copy" / "cairn.json").read_text())["postgres"] == "postgres"
