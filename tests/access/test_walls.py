"""The walls of Postgres by themselves: with every check of the application switched off, and with no scope at all."""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from typing import Any

import psycopg
import pytest
from django.db import connection

from memory import access
from memory.access import Actor
from memory.models.memories import MemoryQuerySet
from tests.access import doors_mcp, visitors
from tests.access.conftest import World, add_acme, add_private, begin, doors_of
from tests.access.refs import PRIVATE_MARKS, SHARED, SHARED_MARKS
from tests.access.step import PUBLIC, Step
from tests.access.visitors import INSIDERS, MALLORY, undone
from tests.access.walk import STEPS, marks_in, without_echo
from web.direct import connection_parameters

# Accounts belong to no team: people sign in before one is known, and may be in several.
_OF_NO_TEAM = {"memory_user", "memory_user_groups", "memory_user_user_permissions"}
VIEWER = next(visitor for visitor in INSIDERS if visitor.role == "viewer")
_TEAM_FILTER = re.compile(r'((?:"?\w+"?\.)?"?team_id"?) = (%\(\w+\)s|%s)')
# The log is written by everybody, about themselves, and only grows.
_LOGS = {"memory_auditevent", "memory_audithead"}
# What everybody may keep for themselves: their questions and searches.
_OWN = {"memory_recall", "memory_savedsearch"}


def _tables() -> list[tuple[str, bool]]:
    """Our tables, and whether row-level security is on."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, relrowsecurity FROM pg_class"
            " WHERE relkind IN ('r', 'p') AND relname LIKE 'memory\\_%' AND relnamespace = 'public'::regnamespace"
        )
        return [(name, secured) for name, secured in cursor.fetchall() if name not in _OF_NO_TEAM]


def _without_team(execute: Callable[..., Any], statement: str, params: Any, many: bool, context: Any) -> Any:
    """Runs a statement as if nobody had thought of teams: `team_id = 7` is true of every row."""
    head, where, conditions = statement.partition(" WHERE ")
    return execute(head + where + _TEAM_FILTER.sub(r"(\2 IS NOT NULL)", conditions), params, many, context)


@pytest.fixture
def unchecked(monkeypatch: pytest.MonkeyPatch, world: World) -> Iterator[None]:
    """Everybody may everything, everybody sees everything, and no statement asks for a team."""
    monkeypatch.setattr(MemoryQuerySet, "visible_to", lambda self, actor: self)
    for check in ("require", "authorize"):
        monkeypatch.setattr(Actor, check, lambda self, wanted: None)
    monkeypatch.setattr(Actor, "may", lambda self, scope: True)
    with connection.execute_wrapper(_without_team):
        yield


_IN = [step for step in STEPS if step.scope != PUBLIC]


@pytest.mark.parametrize("step", doors_of(MALLORY), ids=str)
def test_postgres_alone_shows_another_team_nothing(world: World, unchecked: None, step: Step) -> None:
    answer = step.ask(MALLORY, SHARED, world.cookies)
    assert not marks_in(without_echo(answer, SHARED.sent()), [*SHARED_MARKS, *PRIVATE_MARKS])


@pytest.mark.parametrize("step", [step for step in _IN if not step.reads], ids=str)
def test_postgres_alone_lets_a_viewer_write_nothing(
    world: World, unchecked: None, step: Step, monkeypatch: pytest.MonkeyPatch
) -> None:
    with undone():
        before = _standing(world)
        for module in (visitors, doors_mcp):
            monkeypatch.setattr(module, "undone", nullcontext)
        step.ask(VIEWER, SHARED, world.cookies)
        assert _standing(world) == before


def _standing(world: World) -> list[tuple[str]]:
    """All that the team knows and is, a digest a table; how often something was read is no change of it."""
    assert world.acme
    kept = sorted({name for name, _ in _tables()} - _LOGS - _OWN)
    vera = world.acme.people["vera"].pk
    own = f" WHERE user_id <> {vera}"
    each = "SELECT '{0}', md5(coalesce(string_agg(t.told, '' ORDER BY t.told), '')) FROM ({1}) AS t"
    kept_out = "uses,first_used_at,last_used_at,is_used,wants_digest"
    row = "SELECT (to_jsonb(r) - string_to_array('" + kept_out + "', ','))::text AS told FROM {0} r{1}"
    parts = [each.format(name, row.format(name, own if name == "memory_accesstoken" else "")) for name in kept]
    with access.scope(team=world.acme.team, system=True), connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(parts))
        return cursor.fetchall()


def test_every_table_of_a_team_is_behind_the_wall(world: World) -> None:
    open_to_all = [name for name, secured in _tables() if not secured]
    assert not open_to_all, f"Row-level security is off for {', '.join(open_to_all)}; see migrations/sql/policies/."


def test_the_application_is_neither_owner_nor_above_the_walls(world: World) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user")
        assert cursor.fetchone() == (False,)
        cursor.execute("SELECT count(*) FROM pg_tables WHERE tablename LIKE 'memory\\_%' AND tableowner = current_user")
        assert cursor.fetchone() == (0,)


@pytest.mark.django_db(transaction=True)
def test_a_connection_without_a_scope_sees_and_writes_nothing() -> None:
    world = begin()
    add_acme(world)
    add_private(world)
    tables = sorted(name for name, _ in _tables())
    with psycopg.connect(os.environ["CAIRN_TEST_SUPERUSER_URL"], dbname=_database(), autocommit=True) as owner:
        empty = [name for name in tables if not _count(owner, name)]
    assert not empty, f"The world of the walk (tests/access/world.py) has no row in {', '.join(empty)}."
    with psycopg.connect(**connection_parameters()) as bare:
        assert {name: _count(bare, name) for name in tables} == dict.fromkeys(tables, 0)
        for name in tables:
            assert _changed(bare, f"DELETE FROM {name}") <= 0
            assert _changed(bare, f"UPDATE {name} SET team_id = team_id" if _has_team(bare, name) else "SELECT 0") <= 0
            assert _changed(bare, f"INSERT INTO {name} SELECT (jsonb_populate_record(NULL::{name}, '{{}}')).*") <= 0


def _database() -> str:
    return str(connection.settings_dict["NAME"])


def _count(raw: psycopg.Connection, table: str) -> int:
    return raw.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # type: ignore[index]


def _has_team(raw: psycopg.Connection, table: str) -> bool:
    found = raw.execute(
        "SELECT count(*) FROM pg_attribute WHERE attrelid = %s::regclass AND attname = 'team_id'", [table]
    )
    return bool(found.fetchone()[0])  # type: ignore[index]


def _changed(raw: psycopg.Connection, statement: str) -> int:
    """How many rows it changed; -1 where Postgres refused."""
    try:
        with raw.transaction():
            return raw.execute(statement).rowcount if not statement.startswith("SELECT") else 0
    except psycopg.Error:
        return -1
