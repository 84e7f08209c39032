"""Roles: given by admins, never to oneself; the last admin stays; who is removed is out at once."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, connection, connections, transaction
from django.test import Client

from memory import access, people
from memory.access import Actor
from memory.errors import CairnError, Conflict, Forbidden, NotFound, Refused
from memory.models import AccessToken, AuditEvent, Membership, Memory, User

pytestmark = pytest.mark.django_db


def role_of(user: User, team: Actor) -> str | None:
    actor = access.actor_for(user, team=team.team)
    return actor.role if actor else None


def deeds(actor: Actor, verb: str) -> list[AuditEvent]:
    with access.acting(actor):
        return list(AuditEvent.objects.filter(verb=verb))


def test_an_admin_gives_a_role_which_counts_at_the_next_request(
    alice: Actor, bob: Actor, api_of: Callable[..., Client]
) -> None:
    client = api_of(bob)
    assert client.get("/api/v1/whoami").json()["role"] == "member"
    people.change_role(bob.user, "viewer", actor=alice)
    told = client.get("/api/v1/whoami").json()
    assert (told["role"], told["scopes"]) == ("viewer", ["read"])
    assert client.post("/api/v1/memories", {"content": "x"}, content_type="application/json").status_code == 403
    (deed,) = deeds(alice, "change_role")
    assert (deed.actor_id, deed.subject) == (alice.user.pk, f"user:{bob.user.pk}")
    assert deed.detail == {"role": "viewer", "before": "member"}


def test_the_role_that_somebody_has_is_no_change(alice: Actor, bob: Actor) -> None:
    people.change_role(bob.user, "member", actor=alice)
    assert deeds(alice, "change_role") == []


def test_nobody_but_an_admin_gives_roles_and_nobody_to_themselves(alice: Actor, bob: Actor, vera: Actor) -> None:
    people.change_role(bob.user, "curator", actor=alice)
    curator = access.actor_for(bob.user)
    assert curator
    for actor, person in ((curator, vera.user), (vera, bob.user), (alice, alice.user)):
        with pytest.raises(Forbidden):
            people.change_role(person, "admin", actor=actor)
        with pytest.raises(Forbidden):
            people.remove_person(person, actor=actor)
    assert (role_of(alice.user, alice), role_of(bob.user, bob), role_of(vera.user, vera)) == (
        "admin",
        "curator",
        "viewer",
    )


def test_a_token_without_the_admin_scope_gives_no_roles(alice: Actor, bob: Actor, token_of: Callable[..., str]) -> None:
    actor = access.actor_for_token(token_of(alice, "read", "write", "curate"))
    assert actor
    with pytest.raises(Forbidden):
        people.change_role(bob.user, "admin", actor=actor)


def test_an_admin_of_another_team_reaches_nobody_here(alice: Actor, bob: Actor, mallory: Actor) -> None:
    for verb in (
        lambda: people.change_role(bob.user, "viewer", actor=mallory),
        lambda: people.remove_person(bob.user, actor=mallory),
        lambda: people.find_member("bob", actor=mallory),
    ):
        with pytest.raises(NotFound):
            verb()
    with pytest.raises(NotFound) as missing:
        people.find_member("nobody", actor=mallory)
    with pytest.raises(NotFound) as hidden:
        people.find_member("bob", actor=mallory)
    assert missing.value.detail.replace("nobody", "bob") == hidden.value.detail
    assert role_of(bob.user, bob) == "member"


def test_an_unknown_role_is_refused(alice: Actor, bob: Actor) -> None:
    with pytest.raises(Refused, match="'boss' is not a role"):
        people.change_role(bob.user, "boss", actor=alice)


def test_the_operator_cannot_take_the_last_admins_role_either(alice: Actor, bob: Actor) -> None:
    with pytest.raises(Conflict, match="last admin"):
        people.add_person("alice", team=alice.team, role="member")
    people.change_role(bob.user, "admin", actor=alice)
    people.add_person("alice", team=alice.team, role="member")
    assert role_of(alice.user, alice) == "member"


@pytest.mark.django_db(transaction=True)
def test_two_admins_who_take_each_others_role_at_once_leave_one(alice: Actor, bob: Actor) -> None:
    people.change_role(bob.user, "admin", actor=alice)
    other = access.actor_for(bob.user)
    assert other
    start, refused = threading.Barrier(2), []

    def take(actor: Actor, person: User) -> None:
        try:
            start.wait(5)
            people.change_role(person, "viewer", actor=actor)
        except CairnError as error:
            refused.append(error.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=take, args=pair) for pair in ((alice, bob.user), (other, alice.user))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert refused == ["last_admin"]
    with access.acting(alice):
        assert Membership.objects.filter(team=alice.team, role="admin").count() == 1


def test_who_is_removed_is_out_at_once_and_what_they_taught_stays(
    alice: Actor,
    bob: Actor,
    api_of: Callable[..., Client],
    client_of: Callable[[Actor], Client],
    remembered: Callable[..., Memory],
) -> None:
    client, browser = api_of(bob), client_of(bob)
    memory = remembered(bob, "Checkout retries a gateway timeout three times.")
    assert (client.get("/api/v1/whoami").status_code, browser.get("/").status_code) == (200, 200)
    assert people.remove_person(bob.user, actor=alice) == 1
    refusal = client.get("/api/v1/whoami")
    assert (refusal.status_code, refusal.json()["code"]) == (401, "token_revoked")
    assert browser.get("/").status_code == 403
    with access.acting(alice):
        assert Memory.objects.get(pk=memory.pk).author_id == bob.user.pk
        assert not AccessToken.objects.filter(user=bob.user, revoked_at=None).exists()
    (deed,) = deeds(alice, "remove_person")
    assert deed.detail == {"tokens": 1}


def test_a_token_stays_dead_when_its_person_comes_back(alice: Actor, bob: Actor, api_of: Callable[..., Client]) -> None:
    client = api_of(bob)
    people.remove_person(bob.user, actor=alice)
    people.add_person("bob", team=alice.team, role="member")
    assert client.get("/api/v1/whoami").status_code == 401


def test_tokens_of_another_team_live_on(
    alice: Actor, bob: Actor, mallory: Actor, api_of: Callable[..., Client]
) -> None:
    people.add_person("bob", team=mallory.team, role="viewer")
    there = access.actor_for(bob.user, team=mallory.team)
    assert there
    client = api_of(there, "read")
    people.remove_person(bob.user, actor=alice)
    assert client.get("/api/v1/whoami").json()["team"] == "other"


def test_who_is_removed_or_no_admin_any_more_has_no_link_left_to_come_back_by(alice: Actor, bob: Actor) -> None:
    people.change_role(bob.user, "admin", actor=alice)
    other = access.actor_for(bob.user)
    assert other
    _, first = people.invite("", "admin", actor=other)
    people.change_role(bob.user, "member", actor=alice)
    with pytest.raises(NotFound):
        people.accept_invitation(first, User.objects.create(username="back-door"))
    User.objects.filter(pk=bob.user.pk).update(email="bob@acme.example")
    bob.user.refresh_from_db()
    with pytest.raises(Conflict):
        people.invite("Bob@acme.example", "admin", actor=alice)
    people.remove_person(bob.user, actor=alice)
    assert people.list_invitations(actor=alice, waiting=True) == []


def test_the_admin_site_opens_and_closes_with_the_role(
    alice: Actor, bob: Actor, client_of: Callable[[Actor], Client]
) -> None:
    browser = client_of(bob)
    assert browser.get("/admin/").status_code == 302
    people.change_role(bob.user, "curator", actor=alice)
    assert browser.get("/admin/").status_code == 200
    people.change_role(bob.user, "member", actor=alice)
    assert browser.get("/admin/").status_code == 302
    assert not User.objects.get(pk=bob.user.pk).is_staff


def test_a_curator_elsewhere_keeps_the_admin_site_there(alice: Actor, bob: Actor, mallory: Actor) -> None:
    people.add_person("bob", team=mallory.team, role="curator")
    people.remove_person(bob.user, actor=alice)
    assert User.objects.get(pk=bob.user.pk).is_staff


def test_adding_a_person_is_in_the_log_as_the_operators_deed(alice: Actor) -> None:
    user, _ = people.add_person("carol", team=alice.team, role="viewer")
    found: Any = [deed for deed in deeds(alice, "add_person") if deed.subject == f"user:{user.pk}"]
    assert [(deed.actor_id, deed.detail) for deed in found] == [(None, {"role": "viewer"})]


@pytest.mark.parametrize("name", ["Bob", "BOB", "\uff42ob"])
def test_a_name_that_differs_from_an_accounts_in_case_or_width_alone_makes_no_account(
    alice: Actor, bob: Actor, name: str
) -> None:
    with pytest.raises(Conflict) as refused:
        people.add_person(name, team=alice.team, role="viewer")
    assert refused.value.code == "taken"
    assert people.add_person("bob", team=alice.team, role="viewer") == (bob.user, None)


def test_postgres_refuses_the_second_of_two_at_once(bob: Actor) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create(username="Bob")


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_accounts_that_are_twins_already_stay_and_are_added_to_teams(alice: Actor, bob: Actor) -> None:
    with connections["owner"].cursor() as cursor:
        cursor.execute("ALTER TABLE memory_user DISABLE TRIGGER USER")
        twin = User.objects.create(username="BOB")
        cursor.execute("ALTER TABLE memory_user ENABLE TRIGGER USER")
    twin.first_name = "Robert"
    twin.save()
    assert people.add_person("BOB", team=alice.team, role="viewer") == (twin, None)
    with pytest.raises(Conflict):
        people.add_person("bOb", team=alice.team, role="viewer")
