"""Invitations: a link that lets one person in, once, and says nothing to anybody else."""

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from memory import access, people
from memory.access import Actor
from memory.errors import CairnError, Conflict, Forbidden, NotFound, Refused
from memory.models import AuditEvent, Invitation, User

pytestmark = pytest.mark.django_db
SignedIn = Callable[[Actor], Client]
GOOD = {"username": "nina", "password": "a-long-enough-phrase"}


def role_in(actor: Actor, user: User) -> str | None:
    found = access.actor_for(user, team=actor.team)
    return found.role if found else None


def main_of(response: object) -> str:
    return response.content.decode().partition("<main")[2]  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["Bob", "BOB", "\uff42ob"])
def test_nobody_joins_under_a_name_that_differs_in_case_or_width_alone(
    alice: Actor, bob: Actor, client: Client, name: str
) -> None:
    _, raw = people.invite("", "member", actor=alice)
    response = client.post(f"/join/{raw}", {**GOOD, "username": name})
    assert response.status_code in (400, 409) and not User.objects.filter(username__in=["Bob", "BOB"]).exists()
    assert client.post(f"/join/{raw}", GOOD).status_code == 302, "the link stays good"


def test_who_has_the_link_joins_with_a_new_account_and_is_signed_in(alice: Actor, client: Client) -> None:
    invitation, raw = people.invite("nina@acme.example", "curator", actor=alice)
    page = client.get(f"/join/{raw}")
    assert page["Cache-Control"] == "no-store"
    assert "Join acme" in page.content.decode()
    assert "as curator" in page.content.decode()
    response = client.post(f"/join/{raw}", GOOD)
    assert (response.status_code, response.url) == (302, "/connect")
    told = client.get("/api/v1/whoami").json()
    assert (told["person"], told["team"], told["role"]) == ("nina", "acme", "curator")
    user = User.objects.get(username="nina")
    assert (user.email, user.check_password(GOOD["password"])) == ("nina@acme.example", True)
    with access.acting(alice):
        kept = Invitation.objects.get(pk=invitation.pk)
        deed = AuditEvent.objects.get(verb="accept_invitation")
    assert (kept.accepted_by_id, raw in kept.sha256) == (user.pk, False)
    assert (deed.actor_id, deed.subject, deed.detail) == (user.pk, f"invitation:{kept.pk}", {"role": "curator"})


def test_who_has_an_account_signs_in_and_joins_with_it(mallory: Actor, bob: Actor, client: Client) -> None:
    _, raw = people.invite("", "viewer", actor=mallory)
    page = client.get(f"/join/{raw}").content.decode()
    assert f"/login?next=%2Fjoin%2F{raw}" in page
    client.force_login(bob.user)
    assert "Join as bob" in client.get(f"/join/{raw}").content.decode()
    assert client.post(f"/join/{raw}").status_code == 302
    assert client.get("/api/v1/whoami").json()["team"] == "other", "the pages show the new team"
    assert (role_in(mallory, bob.user), role_in(bob, bob.user)) == ("viewer", "member")


def test_a_link_works_once(alice: Actor, client: Client) -> None:
    _, raw = people.invite("", "member", actor=alice)
    assert client.post(f"/join/{raw}", GOOD).status_code == 302
    assert Client().post(f"/join/{raw}", {**GOOD, "username": "second"}).status_code == 404
    assert not User.objects.filter(username="second").exists()


@pytest.mark.django_db(transaction=True)
def test_of_eight_who_use_one_link_at_once_one_gets_in(alice: Actor) -> None:
    _, raw = people.invite("", "member", actor=alice)
    users = [User.objects.create(username=f"u{number}") for number in range(8)]
    start, lost = threading.Barrier(8), []

    def accept(user: User) -> None:
        try:
            start.wait(5)
            people.accept_invitation(raw, user)
        except CairnError as error:
            lost.append(error.status)
        finally:
            connection.close()

    threads = [threading.Thread(target=accept, args=(user,)) for user in users]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert lost == [404] * 7
    assert sum(role_in(alice, user) is not None for user in users) == 1


def test_unknown_used_withdrawn_and_expired_links_all_look_the_same(alice: Actor, client: Client) -> None:
    used, withdrawn, expired = (people.invite("", "member", actor=alice) for _ in range(3))
    client.post(f"/join/{used[1]}", GOOD)
    assert people.revoke_invitation(withdrawn[0].pk, actor=alice) is True
    assert people.revoke_invitation(withdrawn[0].pk, actor=alice) is False
    with access.acting(alice):
        Invitation.objects.filter(pk=expired[0].pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    stranger = Client()
    unknown = stranger.get("/join/cairn_invite_unknown")
    assert unknown.status_code == 404
    for _, raw in (used, withdrawn, expired):
        response = stranger.get(f"/join/{raw}")
        assert (response.status_code, main_of(response)) == (404, main_of(unknown))
        assert stranger.post(f"/join/{raw}", {**GOOD, "username": "late"}).status_code == 404
    assert "acme" not in unknown.content.decode()
    assert not User.objects.filter(username="late").exists()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"username": "bob", "password": "a-long-enough-phrase"}, "already exists"),
        ({"username": "no spaces please", "password": "a-long-enough-phrase"}, "Enter a valid username"),
        ({"username": "", "password": "a-long-enough-phrase"}, "cannot be blank"),
        ({"username": "nina", "password": "x7-q"}, "too short"),
        ({"username": "nina", "password": "password123"}, "too common"),
    ],
)
def test_an_account_that_cannot_be_is_said_and_the_link_stays_good(
    alice: Actor,
    bob: Actor,
    client: Client,
    data: dict[str, str],
    says: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    _, raw = people.invite("", "member", actor=alice)
    response = client.post(f"/join/{raw}", data)
    assert response.status_code == 400
    assert says in response.content.decode()
    assert data["password"] not in response.content.decode()
    assert raw not in caplog.text, "the log keeps no secret of a link that is still good"
    assert client.post(f"/join/{raw}", GOOD).status_code == 302


def test_somebody_who_is_in_already_does_not_use_the_link_up(alice: Actor, bob: Actor, client_of: SignedIn) -> None:
    _, raw = people.invite("", "admin", actor=alice)
    response = client_of(bob).post(f"/join/{raw}")
    assert response.status_code == 409
    assert role_in(bob, bob.user) == "member"
    assert people.find_invitation(raw).role == "admin"


def test_only_admins_invite_list_and_withdraw(alice: Actor, bob: Actor, vera: Actor, mallory: Actor) -> None:
    invitation, raw = people.invite("nina@acme.example", "member", actor=alice)
    for actor in (bob, vera):
        for verb in (
            lambda actor=actor: people.invite("", "viewer", actor=actor),
            lambda actor=actor: people.list_invitations(actor=actor),
            lambda actor=actor: people.revoke_invitation(invitation.pk, actor=actor),
        ):
            with pytest.raises(Forbidden):
                verb()
    assert people.list_invitations(actor=mallory) == []
    with pytest.raises(NotFound):
        people.revoke_invitation(invitation.pk, actor=mallory)
    assert people.find_invitation(raw).team == alice.team


def test_what_cannot_be_an_invitation_is_refused(alice: Actor) -> None:
    for email, role, days in (("not an address", "member", 7), ("", "boss", 7), ("", "member", 0), ("", "member", 91)):
        with pytest.raises(Refused):
            people.invite(email, role, actor=alice, days=days)


def test_a_second_invitation_replaces_the_first_and_members_need_none(alice: Actor, bob: Actor) -> None:
    _, first = people.invite("nina@acme.example", "member", actor=alice)
    _, second = people.invite("Nina@acme.example", "viewer", actor=alice)
    with pytest.raises(NotFound):
        people.find_invitation(first)
    assert people.find_invitation(second).role == "viewer"
    User.objects.filter(pk=bob.user.pk).update(email="bob@acme.example")
    with pytest.raises(Conflict):
        people.invite("bob@acme.example", "member", actor=alice)


def test_the_admin_site_makes_and_withdraws_invitations_for_admins_alone(
    alice: Actor, bob: Actor, client_of: SignedIn
) -> None:
    browser = client_of(alice)
    page = browser.post(
        "/admin/memory/invitation/add/", {"email": "nina@acme.example", "role": "viewer"}, follow=True
    ).content.decode()
    assert "http://testserver/join/cairn_invite_" in page
    (invitation,) = people.list_invitations(actor=alice, waiting=True)
    assert "cairn_invite_" not in browser.get("/admin/memory/invitation/").content.decode()
    people.change_role(bob.user, "curator", actor=alice)
    curator = client_of(bob)
    assert curator.get("/admin/memory/invitation/add/").status_code == 403
    chosen = {"action": "revoke", "_selected_action": [invitation.pk], "sure": "yes"}
    curator.post("/admin/memory/invitation/", chosen)
    assert people.list_invitations(actor=alice, waiting=True)
    assert "Withdraw: 1 done." in browser.post("/admin/memory/invitation/", chosen, follow=True).content.decode()
    assert people.list_invitations(actor=alice, waiting=True) == []
    refused = browser.post("/admin/memory/invitation/add/", {"email": "alice", "role": "viewer"})
    assert refused.status_code == 200, "the form says what is wrong"


def test_the_secret_is_cut_out_of_what_is_captured(alice: Actor) -> None:
    from memory.rules.redaction import redact

    _, raw = people.invite("", "member", actor=alice)
    assert raw not in str(redact(f"join with https://cairn.example/join/{raw} please"))
