"""Signing in: plain, and slow for those who guess."""

import pytest
from django.core.cache import cache
from django.test import Client

from memory.access import Actor


@pytest.fixture(autouse=True)
def _nobody_has_failed_yet() -> None:
    cache.clear()


def _try(client: Client, name: str, password: str, **extra: str) -> int:
    return client.post("/login", {"username": name, "password": password}, **extra).status_code


def test_a_person_signs_in_and_lands_where_they_wanted_to_go(alice: Actor, client: Client) -> None:
    response = client.post(
        "/login?next=/connect", {"username": "alice", "password": "alice-password", "next": "/connect"}
    )
    assert (response.status_code, response.url) == (302, "/connect")


def test_nobody_is_sent_to_another_site_after_signing_in(alice: Actor, client: Client) -> None:
    data = {"username": "alice", "password": "alice-password", "next": "https://evil.example/"}
    assert client.post("/login", data).url == "/"


def test_a_wrong_password_says_so_and_keeps_the_name(alice: Actor, client: Client) -> None:
    response = client.post("/login", {"username": "alice", "password": "guess"})
    assert response.status_code == 401
    assert "do not fit together" in response.content.decode()
    assert 'value="alice"' in response.content.decode()


def test_after_ten_failures_even_the_right_password_waits(alice: Actor, client: Client) -> None:
    assert {_try(client, "alice", f"guess {number}") for number in range(10)} == {401}
    response = client.post("/login", {"username": "Alice ", "password": "alice-password"})
    assert response.status_code == 429
    assert response["Retry-After"] == "60"
    assert "too many failed attempts" in response.content.decode()


def test_other_people_and_other_addresses_do_not_wait(alice: Actor, bob: Actor, client: Client) -> None:
    for number in range(10):
        _try(client, "alice", f"guess {number}")
    assert _try(client, "bob", "bob-password") == 302
    assert _try(Client(), "alice", "alice-password", REMOTE_ADDR="192.0.2.7") == 302


def test_people_get_in_while_the_cache_is_away(alice: Actor, client: Client, settings: object) -> None:
    redis = "django.core.cache.backends.redis.RedisCache"
    settings.CACHES = {"default": {"BACKEND": redis, "LOCATION": "redis://127.0.0.1:1/0"}}  # type: ignore[attr-defined]
    assert _try(client, "alice", "guess") == 401
    assert _try(client, "alice", "alice-password") == 302


def test_signing_out_needs_a_click_and_ends_the_session(alice: Actor, client: Client) -> None:
    client.force_login(alice.user)
    assert client.get("/logout").status_code == 405
    assert client.post("/logout").url == "/login"
    assert client.get("/").status_code == 302
