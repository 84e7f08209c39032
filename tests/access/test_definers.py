"""Functions that run as the owner look for tables in the temporary schema last, and the server may make none there."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.db import connection, connections, transaction
from django.db.utils import ProgrammingError

from memory import checks
from memory.access import Actor
from memory.management.health import examine

pytestmark = pytest.mark.django_db
_DEFINERS = """
SELECT p.oid::regprocedure::text, p.proconfig FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
WHERE p.prosecdef AND n.nspname = 'public' ORDER BY 1
"""


def test_every_definer_looks_into_the_temporary_schema_last() -> None:
    with connection.cursor() as cursor:
        cursor.execute(_DEFINERS)
        found = dict(cursor.fetchall())
    assert len(found) > 20
    paths = {name: [each for each in config or [] if each.startswith("search_path=")] for name, config in found.items()}
    assert {name: path for name, path in paths.items() if not path or not path[0].endswith("pg_temp")} == {}


@pytest.fixture
def may_make_temporary_tables() -> Iterator[None]:
    """A database of one's own as it is made by default, for the length of a test."""
    name = connections["default"].settings_dict["NAME"]
    with connections["owner"].cursor() as cursor:
        cursor.execute(f'GRANT TEMPORARY ON DATABASE "{name}" TO cairn_app')
    yield
    with connections["owner"].cursor() as cursor:
        cursor.execute(f'REVOKE TEMPORARY ON DATABASE "{name}" FROM cairn_app')


@pytest.mark.django_db(databases=["default", "owner"], transaction=True)
def test_a_temporary_view_in_a_definers_way_is_not_read(alice: Actor, may_make_temporary_tables: None) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION pg_temp.evil() RETURNS text LANGUAGE plpgsql AS"
            " $$BEGIN RAISE EXCEPTION 'runs as %', current_user; END$$"
        )
        cursor.execute("CREATE TEMPORARY VIEW memory_user AS SELECT 0::bigint AS id, pg_temp.evil() AS username")
        cursor.execute("GRANT SELECT ON pg_temp.memory_user TO public")
        cursor.execute("UPDATE public.memory_user SET username = 'alice2' WHERE username = 'alice'")
        assert cursor.rowcount == 1
        transaction.set_rollback(True)


@pytest.mark.django_db(databases=["default", "owner"], transaction=True)
def test_a_database_that_lets_the_server_make_temporary_tables_is_told_of(may_make_temporary_tables: None) -> None:
    (message,) = checks.server_role_makes_no_tables(databases=["default"])
    assert message.id == "cairn.W001"
    assert "REVOKE TEMPORARY" in (message.hint or "")
    (role,) = [finding for finding in examine() if finding.name == "role"]
    assert role.state == "warning"
    assert "REVOKE TEMPORARY" in role.todo


def test_the_embedded_one_lets_it_make_none() -> None:
    with connection.cursor() as cursor, pytest.raises(ProgrammingError, match="denied"), transaction.atomic():
        cursor.execute("CREATE TEMPORARY TABLE mine (x int)")


def test_the_containers_database_lets_it_make_none() -> None:
    """What docker/postgres/roles.sh runs, in another database of this cluster, whose roles are there already."""
    script = (Path(__file__).parents[2] / "docker" / "postgres" / "roles.sh").read_text().split("<<'SQL'\n")[1]
    lines = script.split("SQL\n")[0].splitlines()
    statements = [re.sub(r"\bcairn\b", "cairn_container", line) for line in lines if "ROLE" not in line]
    before, after = "\n".join(statements).split("\\connect cairn_container\n")
    superuser = os.environ["CAIRN_TEST_SUPERUSER_URL"]
    with psycopg.connect(superuser, dbname="postgres", autocommit=True) as admin:
        admin.execute("DROP DATABASE IF EXISTS cairn_container WITH (FORCE)")
        for statement in filter(str.strip, before.split(";")):
            admin.execute(statement)
        try:
            with psycopg.connect(superuser, dbname="cairn_container", autocommit=True) as inside:
                inside.execute(after)
                asked = "SELECT has_database_privilege('cairn_app', 'cairn_container', %s)"
                rights = {
                    right: inside.execute(asked, [right]).fetchone()[0] for right in ("CONNECT", "TEMPORARY", "CREATE")
                }
        finally:
            admin.execute("DROP DATABASE cairn_container WITH (FORCE)")
    assert rights == {"CONNECT": True, "TEMPORARY": False, "CREATE": False}
