"""The team's people: who sees them, who changes them, and the ways back."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from memory import access, people
from memory.access import Actor
from memory.models import AuditEvent, Invitation, Membership
from tests.web.conftest import session_of

SignedIn = Callable[[Actor], Client]


def _role(of: Actor, seen_by: Actor) -> str:
    with access.acting(seen_by):
        return Membership.objects.get(team=of.team, user=of.user).role


def test_a_member_sees_everybody_and_no_form(alice: Actor, bob: Actor, vera: Actor, client_of: SignedIn) -> None:
    page = client_of(bob).get("/team/").content.decode()
    assert all(name in page for name in ("alice", "bob", "vera", "viewer"))
    assert "/team/people/" not in page and "Invite somebody" not in page and "token" not in page.split("<h1>")[1]
    assert "Ask <strong>alice</strong>" in page


def test_another_team_sees_nobody_of_it(alice: Actor, bob: Actor, mallory: Actor, client_of: SignedIn) -> None:
    browser = client_of(mallory)
    page = browser.get("/team/").content.decode()
    assert "alice" not in page and "bob" not in page
    assert browser.post("/team/people/bob/role", {"role": "viewer"}).status_code == 404
    assert browser.get("/team/people/bob/remove").status_code == 404
    assert browser.get("/team/people/nobody/remove").status_code == 404
    assert _role(bob, alice) == "member"


def test_nobody_is_called_nul(alice: Actor, client_of: SignedIn) -> None:
    browser = client_of(alice)
    assert browser.post("/team/people/%00/role", {"role": "viewer"}).status_code == 404
    assert browser.get("/team/people/%00/remove").status_code == 404


def test_a_silent_plugin_is_said(alice: Actor, bob: Actor, client_of: SignedIn) -> None:
    from datetime import timedelta

    with access.acting(bob):
        session = session_of(bob)
        type(session).objects.filter(pk=session.pk).update(last_event_at=session.started_at - timedelta(days=5))
    page = client_of(alice).get("/team/").content.decode()
    assert "<strong>silent</strong> for" in page and "nothing captured yet" in page


def test_a_role_is_given_and_taken_back(alice: Actor, bob: Actor, client_of: SignedIn) -> None:
    browser = client_of(alice)
    page = browser.post("/team/people/bob/role", {"role": "curator"}, follow=True).content.decode()
    assert "bob is now curator." in page and _role(bob, alice) == "curator"
    assert '<input type="hidden" name="role" value="member">' in page
    browser.post("/team/people/bob/role", {"role": "member"})
    assert _role(bob, alice) == "member"
    with access.acting(alice):
        assert AuditEvent.objects.filter(verb="change_role").count() == 2


def test_the_way_back_is_offered_once(alice: Actor, bob: Actor, client_of: SignedIn) -> None:
    browser = client_of(alice)
    browser.post("/team/people/bob/role", {"role": "curator"}, follow=True)
    assert "bob is now curator." not in browser.get("/team/").content.decode()


def test_the_last_admin_stays(alice: Actor, bob: Actor, client_of: SignedIn) -> None:
    browser = client_of(alice)
    assert browser.post("/team/people/alice/role", {"role": "viewer"}).status_code == 403
    assert "You cannot remove yourself" in browser.get("/team/people/alice/remove").content.decode()
    assert browser.post("/team/people/alice/remove").status_code == 403
    assert _role(alice, alice) == "admin"


def test_removing_asks_first_and_ends_the_tokens(
    alice: Actor, bob: Actor, client_of: SignedIn, token_of: Callable[..., str]
) -> None:
    raw = token_of(bob)
    browser = client_of(alice)
    page = browser.get("/team/people/bob/remove").content.decode()
    assert "Remove bob from" in page and "1 of their tokens is revoked immediately" in page
    assert access.actor_for_token(raw)
    page = browser.post("/team/people/bob/remove", follow=True).content.decode()
    assert "bob was removed. 1 of their tokens were revoked." in page
    assert access.actor_for_token(raw) is None


@pytest.mark.parametrize(
    ("address", "form"),
    [
        ("/team/people/alice/role", {"role": "viewer"}),
        ("/team/people/alice/remove", {}),
        ("/team/invitations", {"email": "", "role": "admin"}),
    ],
)
def test_members_change_nobody(alice: Actor, bob: Actor, client_of: SignedIn, address: str, form: dict) -> None:
    assert client_of(bob).post(address, form).status_code == 403
    with access.acting(alice):
        assert not Invitation.objects.exists()


def test_an_invitation_is_shown_once_and_lets_one_person_in(alice: Actor, client_of: SignedIn) -> None:
    browser = client_of(alice)
    response = browser.post("/team/invitations", {"email": "new@example.org", "role": "member", "days": "3"})
    assert response["Cache-Control"] == "no-store"
    (path,) = set(re.findall(r"http://testserver(/join/[\w-]+)", response.content.decode()))
    page = browser.get("/team/").content.decode()
    assert path not in page and "new@example.org" in page
    assert "Join" in Client().get(path).content.decode()


def test_a_withdrawn_invitation_opens_nothing(alice: Actor, client_of: SignedIn) -> None:
    invitation, raw = people.invite("", "member", actor=alice)
    browser = client_of(alice)
    page = browser.post(f"/team/invitations/{invitation.pk}/withdraw", follow=True).content.decode()
    assert "Withdrawn" in page and "No pending invitations." in page
    assert Client().get(f"/join/{raw}").status_code == 404


def test_what_is_wrong_with_an_invitation_is_said_beside_it(alice: Actor, client_of: SignedIn) -> None:
    response = client_of(alice).post("/team/invitations", {"email": "no address", "role": "member"})
    assert response.status_code == 400
    page = response.content.decode()
    assert "is not an e-mail address" in page and 'value="no address"' in page


def test_another_teams_invitation_does_not_exist(alice: Actor, mallory: Actor, client_of: SignedIn) -> None:
    invitation, raw = people.invite("", "member", actor=alice)
    assert client_of(mallory).post(f"/team/invitations/{invitation.pk}/withdraw").status_code == 404
    assert people.find_invitation(raw)


def test_the_number_of_queries_does_not_grow_with_the_people(
    alice: Actor, client_of: SignedIn, django_assert_max_num_queries: Callable
) -> None:
    for number in range(12):
        people.add_person(f"person{number}", team=alice.team, role="member")
    browser = client_of(alice)
    browser.get("/team/")
    with django_assert_max_num_queries(32):
        assert browser.get("/team/").content.decode().count("Set</button>") == 12
