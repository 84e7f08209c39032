"""The wall between teams, held by Postgres itself."""

import pytest
from django.db import connection, transaction
from django.db.utils import DatabaseError

from memory import access
from memory.access import Actor
from memory.models import Membership, Project, Team


@pytest.mark.django_db(transaction=True)
def test_a_connection_without_a_scope_sees_no_row_of_any_team(alice: Actor, mallory: Actor) -> None:
    with access.acting(alice):
        Project.objects.create(team=alice.team, identity="github.com/acme/checkout", name="acme/checkout")
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE tablename LIKE 'memory\\_%%' AND rowsecurity")
        walled = [row[0] for row in cursor.fetchall()]
        assert len(walled) >= 16
        for table in walled:
            cursor.execute(f'SELECT count(*) FROM "{table}"')
            assert cursor.fetchone() == (0,), table


@pytest.mark.django_db(transaction=True)
def test_every_table_with_a_team_is_walled(alice: Actor) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid"
            " WHERE a.attname = 'team_id' AND c.relkind = 'r' AND NOT c.relrowsecurity"
        )
        assert cursor.fetchall() == []


@pytest.mark.django_db(transaction=True)
def test_a_scope_ends_with_its_transaction(alice: Actor) -> None:
    with access.acting(alice):
        assert Team.objects.count() == 1
    assert Team.objects.count() == 0


def test_scopes_nest_and_give_back_what_was(alice: Actor, mallory: Actor) -> None:
    with access.acting(alice):
        with access.acting(mallory):
            assert Team.objects.get() == mallory.team
        assert Team.objects.get() == alice.team


def test_another_teams_rows_cannot_be_written(alice: Actor, mallory: Actor) -> None:
    with access.acting(mallory), pytest.raises(DatabaseError), transaction.atomic():
        Project.objects.create(team=alice.team, identity="x", name="x")


def test_a_person_sees_their_own_memberships_before_a_team_is_chosen(alice: Actor, mallory: Actor) -> None:
    with access.scope(team=None, user=alice.user):
        assert [row.team for row in Membership.objects.select_related("team")] == [alice.team]


def test_the_server_works_as_a_role_that_row_level_security_binds(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user, rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user")
        assert cursor.fetchone() == ("cairn_app", False, False)
