"""Tokens: one's own alone, shown once, no mightier than their person; rotated and revoked at once."""

import re
from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from memory import access, people
from memory.access import Actor
from memory.errors import Conflict, Forbidden, NotFound, Refused
from memory.models import AccessToken, AuditEvent

pytestmark = pytest.mark.django_db
SignedIn = Callable[[Actor], Client]


def works(raw: str) -> bool:
    return access.actor_for_token(raw) is not None


def row_of(raw: str, actor: Actor) -> AccessToken:
    with access.acting(actor):
        return AccessToken.objects.select_related("team", "user").get(sha256=AccessToken.digest(raw))


def shown(page: Any) -> str:
    """The raw token that a page shows."""
    found = re.search(r'<pre id="new-token"><code>(cairn_[\w-]+)</code>', page.content.decode())
    assert found
    return found[1]


def test_a_person_makes_a_token_without_script_and_sees_it_this_once(bob: Actor, client_of: SignedIn) -> None:
    browser = client_of(bob)
    page = browser.post("/tokens", {"name": "my laptop", "scopes": ["read", "capture"], "days": "30"})
    raw = shown(page)
    assert page["Cache-Control"] == "no-store"
    actor = access.actor_for_token(raw)
    assert actor
    assert (actor.user.username, actor.scopes) == ("bob", {"read", "capture"})
    again = browser.get("/tokens").content.decode()
    assert "my laptop" in again
    assert raw not in again
    row = row_of(raw, bob)
    assert row.expires_at
    assert timedelta(days=29) < row.expires_at - timezone.now() <= timedelta(days=30)


def test_a_token_may_no_more_than_its_person(bob: Actor, vera: Actor, client_of: SignedIn) -> None:
    response = client_of(bob).post("/tokens", {"scopes": ["read", "admin"]})
    assert response.status_code == 403
    assert "You do not have: admin" in response.content.decode()
    assert 'value="admin"' not in client_of(bob).get("/tokens").content.decode()
    for scopes in (["write"], ["read", "curate"]):
        with pytest.raises(Forbidden):
            people.issue_own_token(actor=vera, scopes=scopes)
    assert people.list_tokens(actor=vera) == []


def test_a_narrow_token_makes_no_wider_one(bob: Actor, token_of: Callable[..., str]) -> None:
    wide = row_of(token_of(bob, "read", "write"), bob)
    narrow = access.actor_for_token(token_of(bob, "read"))
    assert narrow
    with pytest.raises(Forbidden):
        people.issue_own_token(actor=narrow, scopes=["write"])
    with pytest.raises(Forbidden):
        people.rotate_token(wide, actor=narrow)
    capture_only = access.actor_for_token(token_of(bob, "capture"))
    assert capture_only
    with pytest.raises(Forbidden):
        people.issue_own_token(actor=capture_only, scopes=["capture"])


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({}, "got none"),
        ({"scopes": "fly"}, "got fly"),
        ({"scopes": "read", "days": "0"}, "1 to 3650 days"),
        ({"scopes": "read", "days": "soon"}, "must be a whole number"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_made(
    bob: Actor, client_of: SignedIn, data: dict[str, str], says: str
) -> None:
    response = client_of(bob).post("/tokens", data)
    assert response.status_code == 400
    assert says in response.content.decode()
    assert people.list_tokens(actor=bob) == []


def test_a_new_secret_ends_the_old_one_at_once_and_keeps_the_rest(
    bob: Actor, client_of: SignedIn, token_of: Callable[..., str]
) -> None:
    old = token_of(bob, "read", "capture", agent="nightly")
    raw = shown(client_of(bob).post(f"/tokens/{row_of(old, bob).pk}/rotate"))
    assert (works(old), works(raw)) == (False, True)
    before, after = row_of(old, bob), row_of(raw, bob)
    assert (after.scopes, after.name, after.agent_id) == (before.scopes, before.name, before.agent_id)
    with access.acting(bob):
        deed = AuditEvent.objects.get(verb="rotate_token")
    assert (deed.subject, deed.detail) == (f"token:{after.pk}", {"replaces": before.pk})


def test_with_grace_the_old_one_works_on_for_a_while_and_no_longer_than_it_would_have(
    bob: Actor, client_of: SignedIn, token_of: Callable[..., str]
) -> None:
    old = token_of(bob, "read")
    raw = shown(client_of(bob).post(f"/tokens/{row_of(old, bob).pk}/rotate", {"grace": "1"}))
    assert works(old)
    assert works(raw)
    ends = row_of(old, bob).expires_at
    assert ends
    assert timedelta(minutes=9) < ends - timezone.now() <= timedelta(minutes=10)
    soon, short = people.issue_own_token(actor=bob, scopes=["read"], expires=timezone.now() + timedelta(minutes=1))
    people.rotate_token(soon, actor=bob, grace=timedelta(days=1))
    assert row_of(short, bob).expires_at == soon.expires_at


def test_a_rotated_token_lives_as_long_as_the_old_one_was_meant_to(bob: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    token, _ = people.issue_own_token(actor=bob, scopes=["read"], expires=timezone.now() + timedelta(days=30))
    later = timezone.now() + timedelta(days=29)
    monkeypatch.setattr("memory.people.tokens.timezone", SimpleNamespace(now=lambda: later))
    new, _ = people.rotate_token(token, actor=bob)
    assert new.expires_at
    assert timedelta(days=29) < new.expires_at - later <= timedelta(days=30)


def test_what_has_ended_is_not_rotated(bob: Actor, token_of: Callable[..., str]) -> None:
    token = row_of(token_of(bob, "read"), bob)
    assert people.revoke_token(token, actor=bob) is True
    assert people.revoke_token(token, actor=bob) is False
    with pytest.raises(Conflict, match="expired or revoked"):
        people.rotate_token(token, actor=bob)
    with pytest.raises(Refused, match="7 days at most"):
        people.rotate_token(token, actor=bob, grace=timedelta(days=8))


def test_a_revoked_token_is_dead_at_the_next_request(
    bob: Actor, client_of: SignedIn, api_of: Callable[..., Client]
) -> None:
    client = api_of(bob, "read")
    assert client.get("/api/v1/whoami").status_code == 200
    (token,) = people.list_tokens(actor=bob)
    page = client_of(bob).post(f"/tokens/{token.pk}/revoke", follow=True).content.decode()
    assert "The token no longer works" in page
    assert client.get("/api/v1/whoami").json()["code"] == "token_revoked"
    with access.acting(bob):
        assert AuditEvent.objects.filter(verb="revoke_token", subject=f"token:{token.pk}").count() == 1


def test_bob_neither_sees_nor_touches_a_token_of_alice(
    alice: Actor, bob: Actor, mallory: Actor, client_of: SignedIn, token_of: Callable[..., str]
) -> None:
    raw = token_of(alice)
    token = row_of(raw, alice)
    for somebody in (bob, mallory):
        browser = client_of(somebody)
        assert token.prefix not in browser.get("/tokens").content.decode()
        missing = browser.post("/tokens/999999999/revoke")
        for deed in ("revoke", "rotate"):
            hidden = browser.post(f"/tokens/{token.pk}/{deed}")
            assert hidden.status_code == missing.status_code == 404
            assert hidden.content.decode().partition("<main")[2] == missing.content.decode().partition("<main")[2]
        with pytest.raises(NotFound):
            people.find_token(token.prefix, actor=somebody)
        with pytest.raises((Forbidden, NotFound)):
            people.revoke_token(token, actor=somebody)
        with pytest.raises(NotFound):
            people.rotate_token(token, actor=somebody)
    with pytest.raises(Forbidden):
        people.list_tokens(actor=bob, everybody=True)
    assert token not in people.list_tokens(actor=mallory, everybody=True)
    assert works(raw)


def test_an_admin_revokes_anybodys_but_gets_nobodys_secret(
    alice: Actor, bob: Actor, token_of: Callable[..., str]
) -> None:
    raw = token_of(bob)
    token = people.find_token(row_of(raw, bob).prefix, actor=alice)
    with pytest.raises(NotFound):
        people.rotate_token(token, actor=alice)
    assert people.revoke_token(token, actor=alice)
    assert not works(raw)


def test_an_agent_of_somebody_else_is_not_ones_own(alice: Actor, bob: Actor, vera: Actor) -> None:
    people.issue_own_token(actor=alice, scopes=["write"], agent="reviewer")
    with pytest.raises(Refused, match="belongs to another person"):
        people.issue_own_token(actor=bob, scopes=["write"], agent="reviewer")
    with pytest.raises(Forbidden):
        people.issue_own_token(actor=vera, scopes=["read"], agent="watcher")


def test_the_servers_default_says_how_long_a_token_lasts(bob: Actor, settings: Any, client_of: SignedIn) -> None:
    settings.CAIRN_TOKEN_DAYS = 90
    for made in (
        people.issue_token(bob.user, team=bob.team, scopes=["read"])[0],
        people.issue_own_token(actor=bob, scopes=["read"])[0],
    ):
        assert made.expires_at
        assert timedelta(days=89) < made.expires_at - timezone.now() <= timedelta(days=90)
    forever, _ = people.issue_token(bob.user, team=bob.team, scopes=["read"], for_good=True)
    assert forever.expires_at is None
    assert 'value="90"' in client_of(bob).get("/tokens").content.decode()


def test_whoami_says_when_a_token_ends(bob: Actor) -> None:
    ends = timezone.now() + timedelta(days=3)
    _, raw = people.issue_own_token(actor=bob, scopes=["read"], expires=ends)
    told = Client(headers={"Authorization": f"Bearer {raw}"}).get("/api/v1/whoami").json()
    assert told["token"]["expires_at"].startswith(ends.strftime("%Y-%m-%dT%H:%M"))


def test_a_stranger_is_led_to_the_sign_in(client: Client, db: None) -> None:
    assert client.get("/tokens").url == "/login?next=%2Ftokens"
    assert client.post("/tokens", {"scopes": "read"}).status_code == 302


def test_a_rotated_token_has_none_of_the_scopes_that_the_role_has_lost(alice: Actor, bob: Actor) -> None:
    token, raw = people.issue_own_token(actor=bob, scopes=["read", "write"])
    other, _ = people.issue_own_token(actor=bob, scopes=["capture"])
    people.change_role(bob.user, "viewer", actor=alice)
    viewer = access.actor_for(bob.user, team=bob.team)
    assert viewer
    assert people.rotate_token(token, actor=viewer)[0].scopes == ["read"]
    assert access.actor_for_token(raw) is None
    with pytest.raises(Forbidden, match="no longer has any scope"):
        people.rotate_token(other, actor=viewer)
