"""Homes from before 0.1.0, whose 38 migrations are two now, go on; the files of functions can be run again."""

import re

import psycopg
import pytest
from django.db.migrations.loader import MigrationLoader

from tests.dumps import schema
from tests.worker.backups import ROOT, empty_database, manage, migrated_database, url_of, urls_of

pytestmark = pytest.mark.django_db(transaction=True)
FUNCTIONS = ROOT / "memory" / "migrations" / "sql" / "functions"
REPLACED = sorted(
    name
    for squashed in MigrationLoader(None).replacements.values()
    for app, name in squashed.replaces
    if app == "memory"
)


def _schema(database: str) -> str:
    return schema(url_of("CAIRN_TEST_SUPERUSER_URL", database))


def _applied(database: str) -> set[str]:
    with psycopg.connect(url_of("CAIRN_TEST_SUPERUSER_URL", database)) as superuser:
        told = superuser.execute("SELECT name FROM django_migrations WHERE app = 'memory'")
        return {name for (name,) in told.fetchall()}


def _apply_in_name(database: str, names: list[str]) -> None:
    """Have a database say that these migrations made it."""
    with psycopg.connect(url_of("CAIRN_TEST_SUPERUSER_URL", database)) as superuser:
        superuser.execute("DELETE FROM django_migrations WHERE app = 'memory'")
        insert = "INSERT INTO django_migrations (app, name, applied) VALUES ('memory', %s, now())"
        superuser.cursor().executemany(insert, [[name] for name in names])


def test_the_migrations_from_before_the_first_release_are_all_replaced() -> None:
    assert [name[:4] for name in REPLACED] == [f"{number:04}" for number in range(1, 39)]


def test_a_home_that_has_all_of_them_has_nothing_to_do() -> None:
    with migrated_database() as database:
        before = _schema(database)
        _apply_in_name(database, REPLACED)
        done = manage("migrate", "--database", "owner", **urls_of(database))
        assert done.returncode == 0, done.stdout + done.stderr
        assert not re.search(r"Applying memory\.000[12]_", done.stdout)
        assert {*REPLACED, "0001_initial", "0002_functions"} <= _applied(database)
        assert _schema(database) == before


@pytest.mark.parametrize("last", ["0001_rows", "0022_closer_walls", "0037_memory_tokens"])
def test_a_home_that_has_some_of_them_is_told_what_to_start_and_left_as_it_is(last: str) -> None:
    with migrated_database() as database:
        before = _schema(database)
        _apply_in_name(database, REPLACED[: REPLACED.index(last) + 1])
        refused = manage("migrate", "--database", "owner", **urls_of(database))
        assert refused.returncode == 1
        assert "cairn.E009" in refused.stderr and REPLACED[-1] in refused.stderr
        assert REPLACED[-1] in manage("doctor", **urls_of(database)).stdout
        assert _applied(database) == set(REPLACED[: REPLACED.index(last) + 1])
        assert _schema(database) == before


@pytest.mark.timeout(300)
def test_a_first_start_that_was_killed_between_the_two_goes_on() -> None:
    with empty_database() as database, migrated_database() as other:
        assert manage("migrate", "memory", "0001", "--database", "owner", **urls_of(database)).returncode == 0
        done = manage("migrate", "--database", "owner", **urls_of(database))
        assert done.returncode == 0, done.stderr
        assert _schema(database) == _schema(other)


def test_each_function_is_in_a_file_of_its_name_that_says_why_and_can_be_run_again() -> None:
    files = sorted(FUNCTIONS.iterdir())
    with migrated_database() as database:
        before = _schema(database)
        with psycopg.connect(url_of("CAIRN_OWNER_DATABASE_URL", database)) as owner:
            known = owner.execute("SELECT DISTINCT proname FROM pg_proc WHERE proname LIKE 'cairn\\_%'")
            assert {name for (name,) in known.fetchall()} == {file.stem for file in files}
            # As a migration that changes one would, and with the check of bodies that 0002_functions leaves out.
            owner.execute("SELECT '[1]'::vector")
            for file in files:
                assert file.read_text().startswith("-- "), file.name
                owner.execute(file.read_bytes())
        assert _schema(database) == before
