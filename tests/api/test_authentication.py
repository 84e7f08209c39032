"""Who may ask: a token says which person and team, a browser needs its CSRF token, others get a 401."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from memory import access, people
from memory.access import Actor
from memory.models import AccessToken, Membership
from tests.api.conftest import get

pytestmark = pytest.mark.django_db

ADDRESSES = [
    ("get", "search?q=x"),
    ("get", "briefing"),
    ("get", "memories?ids=0195f3aa"),
    ("get", "memories/0195f3aa"),
    ("get", "memories/recent"),
    ("get", "memories/stale"),
    ("get", "memories/0195f3aa/lineage"),
    ("post", "transcripts/s1"),
    ("get", "history?q=x"),
    ("get", "sessions"),
    ("get", "sessions/0195f3aa"),
    ("get", "sessions/0195f3aa/turns"),
    ("get", "sessions/0195f3aa/turns/p1"),
    ("get", "log/2026-03-19.md"),
    ("get", "whoami"),
    ("get", "status"),
    ("post", "events"),
    ("post", "memories"),
    ("patch", "memories/0195f3aa"),
    ("delete", "memories/0195f3aa"),
    ("post", "memories/0195f3aa/restore"),
    ("post", "memories/0195f3aa/approve"),
    ("post", "memories/0195f3aa/reject"),
    ("post", "memories/0195f3aa/pin"),
    ("get", "contradictions"),
    ("post", "contradictions/1/resolve"),
]


def with_token(raw: str) -> Client:
    return Client(headers={"Authorization": f"Bearer {raw}"})


@pytest.mark.parametrize(("method", "path"), ADDRESSES)
def test_nothing_is_open_to_nobody(db: None, method: str, path: str) -> None:
    response = getattr(Client(), method)(f"/api/v1/{path}")
    assert response.status_code == 401
    assert response.headers["WWW-Authenticate"] == "Bearer"
    assert response.json()["code"] == "unauthenticated"


def test_a_token_says_who_it_stands_for(api_of: Callable[..., Client], bob: Actor) -> None:
    told = get(api_of(bob, "read", "curate", agent="nightly"), "whoami").json()
    assert (told["person"], told["team"], told["role"], told["agent_id"]) == (
        "bob",
        "acme",
        "member",
        "nightly",
    )
    assert told["scopes"] == ["read"], "a token never gives more than the role"
    assert told["token"]["prefix"].startswith("cairn_")
    assert told["version"] == settings.VERSION


def test_any_token_may_ask_who_it_is(api_of: Callable[..., Client], bob: Actor) -> None:
    assert get(api_of(bob, "capture"), "whoami").status_code == 200


def test_the_status_tells_the_teams_numbers_to_readers_only(
    api_of: Callable[..., Client], bob: Actor, mallory: Actor, cents: dict
) -> None:
    assert get(api_of(bob), "status").json()["memories"] == 1
    assert get(api_of(mallory), "status").json()["memories"] == 0
    assert {"due", "pending", "failed", "oldest_due", "last_capture"} <= set(get(api_of(bob), "status").json())
    assert get(api_of(bob, "capture"), "status").status_code == 403


@pytest.mark.parametrize("raw", ["cairn_unknown", "something else", "", "cairn_\u00fc"])
def test_an_unknown_token_is_called_so(db: None, raw: str) -> None:
    response = get(with_token(raw), "whoami")
    assert response.status_code == 401
    assert response.headers["WWW-Authenticate"] == "Bearer"
    assert response.json()["code"] == "token_unknown"


def test_a_revoked_and_an_expired_token_are_called_so_without_naming_the_team(
    bob: Actor, token_of: Callable[..., str]
) -> None:
    raw = token_of(bob)
    with access.acting(bob):
        tokens = AccessToken.objects.filter(sha256=AccessToken.digest(raw))
        tokens.update(expires_at=timezone.now() - timedelta(seconds=1))
        expired = get(with_token(raw), "whoami")
        people.revoke_token(tokens.get())
        revoked = get(with_token(raw), "whoami")
    assert (expired.status_code, expired.json()["code"]) == (401, "token_expired")
    assert (revoked.status_code, revoked.json()["code"]) == (401, "token_revoked")
    assert "acme" not in (expired.content + revoked.content).decode()


def test_the_token_of_somebody_who_left_opens_nothing(bob: Actor, token_of: Callable[..., str]) -> None:
    raw = token_of(bob)
    with access.scope(team=bob.team):
        Membership.objects.filter(user=bob.user).delete()
    assert get(with_token(raw), "whoami").status_code == 401


def test_a_signed_in_person_may_read_and_needs_the_csrf_token_to_write(bob: Actor) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(bob.user)
    assert get(browser, "whoami").json()["person"] == "bob"
    refused = browser.post("/api/v1/events", {"events": []}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    browser.cookies[settings.CSRF_COOKIE_NAME] = "a" * 32
    taken = browser.post(
        "/api/v1/events", {"events": []}, content_type="application/json", headers={"X-CSRFToken": "a" * 32}
    )
    assert taken.status_code == 202


def test_a_person_without_a_team_is_told_so(bob: Actor) -> None:
    with access.scope(team=bob.team):
        Membership.objects.filter(user=bob.user).delete()
    browser = Client()
    browser.force_login(bob.user)
    response = get(browser, "whoami")
    assert response.status_code == 403
    assert "team" in response.json()["detail"]
