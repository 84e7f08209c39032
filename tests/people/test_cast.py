"""The cast of the tests is made in a short way; it must be what the product makes."""

import pytest
from django.db import transaction
from django.db.models import Model

from memory import access
from memory.access import Actor
from memory.models import AuditEvent, Membership, Team, User
from tests.conftest import _actor, _joined

ITS_OWN = {"id", "pk", "name", "slug", "username", "team_id", "user_id", "actor_id", "subject", "hash", "password"}


def told(row: Model) -> dict[str, object]:
    """The columns of a row but for names, ids and moments."""
    columns = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    return {name: value for name, value in columns.items() if name not in ITS_OWN and not hasattr(value, "tzinfo")}


def rows_of(actor: Actor) -> list[dict[str, object]]:
    with access.acting(actor):
        user, team = User.objects.get(pk=actor.user.pk), Team.objects.get(pk=actor.team.pk)
        deeds = list(AuditEvent.objects.order_by("pk"))
        assert user.check_password(f"{user.username}-password")
        assert [deed.subject for deed in deeds] == [f"user:{user.pk}"]
        return [told(row) for row in (user, team, Membership.objects.get(), *deeds)]


@pytest.mark.parametrize("role", Membership.Role.values)
def test_the_short_way_makes_the_same_rows(role: str, db: None) -> None:
    with transaction.atomic():
        short, long = _actor("short", "one", role), _joined("long", "two", role)
    assert rows_of(short) == rows_of(long)
    assert (short.role, short.scopes, short.blocked) == (long.role, long.scopes, long.blocked)
    assert short == access.actor_for(short.user, team=short.team)


def test_who_has_an_account_joins_another_team_with_it(alice: Actor) -> None:
    again = _actor("alice", "other", "member")
    assert again.user == alice.user
    assert again.team != alice.team
