"""Signing in: plain, and slow for those who guess."""

import re
from typing import Any

from django.test import Client

from memory.access import Actor
from web import throttle


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
    assert "do not match" in response.content.decode()
    assert 'value="alice"' in response.content.decode()


def test_after_ten_failures_even_the_right_password_waits(alice: Actor, client: Client) -> None:
    assert {_try(client, "alice", f"guess {number}") for number in range(10)} == {401}
    response = client.post("/login", {"username": "Alice ", "password": "alice-password"})
    assert response.status_code == 429
    assert response["Retry-After"] == "60"
    assert "Too many failed sign-ins" in response.content.decode()


def test_other_people_and_other_addresses_do_not_wait(alice: Actor, bob: Actor, client: Client) -> None:
    for number in range(10):
        _try(client, "alice", f"guess {number}")
    assert _try(client, "bob", "bob-password") == 302
    assert _try(Client(), "alice", "alice-password", REMOTE_ADDR="192.0.2.7") == 302


def test_one_address_that_tries_many_names_waits_whether_they_exist_or_not(
    alice: Actor, bob: Actor, client: Client
) -> None:
    names = ["alice", "nobody-here"]
    answers: dict[str, set[int]] = {name: set() for name in names}
    for number in range(30):
        for name in names:
            answers[name].add(_try(client, f"{name}{number % 4}", f"guess {number}"))
    assert answers["alice"] == answers["nobody-here"] == {401}
    response = client.post("/login", {"username": "bob", "password": "bob-password"})
    assert (response.status_code, response["Retry-After"]) == (429, "300")
    assert _try(Client(), "bob", "bob-password", REMOTE_ADDR="192.0.2.7") == 302


def test_a_name_that_does_not_exist_is_refused_in_the_same_words(alice: Actor, client: Client) -> None:
    def page(name: str) -> str:
        content = client.post("/login", {"username": name, "password": "guess"}).content.decode()
        return re.sub(r'csrf\w+" value="\w+"|X-CSRFToken": "\w+"', "", content).replace(name, "")

    assert page("alice") == page("nobody-here")
    for _ in range(9):
        assert page("alice") == page("nobody-here")
    assert _try(client, "alice", "alice-password") == _try(client, "nobody-here", "guess") == 429
    assert page("alice") == page("nobody-here")


def test_behind_our_proxy_the_address_before_it_counts_and_a_made_up_one_does_not(
    alice: Actor, client: Client, settings: Any
) -> None:
    settings.CAIRN_PROXIES = 1
    for number in range(10):
        _try(client, "alice", f"guess {number}", HTTP_X_FORWARDED_FOR=f"10.0.0.{number}, 198.51.100.7")
    assert _try(client, "alice", "alice-password", HTTP_X_FORWARDED_FOR="198.51.100.7") == 429
    assert _try(client, "alice", "alice-password", HTTP_X_FORWARDED_FOR="198.51.100.8") == 302


def test_without_a_proxy_nobody_names_their_own_address(alice: Actor, client: Client) -> None:
    for number in range(10):
        _try(client, "alice", f"guess {number}", HTTP_X_FORWARDED_FOR=f"10.0.0.{number}")
    assert _try(client, "alice", "alice-password", HTTP_X_FORWARDED_FOR="10.9.9.9") == 429


def test_of_ipv6_the_whole_network_of_one_customer_waits(alice: Actor, client: Client) -> None:
    for number in range(10):
        _try(client, "alice", f"guess {number}", REMOTE_ADDR=f"2001:db8:1:2::{number + 1:x}")
    assert _try(client, "alice", "alice-password", REMOTE_ADDR="2001:db8:1:2:ffff::1") == 429
    assert _try(client, "alice", "alice-password", REMOTE_ADDR="2001:db8:1:3::1") == 302


def test_the_admin_site_has_no_door_of_its_own(alice: Actor, bob: Actor, client: Client) -> None:
    data = {"username": "alice", "password": "alice-password"}
    response = client.post("/admin/login/?next=/admin/memory/memory/", data)
    assert (response.status_code, response.url) == (302, "/login?next=%2Fadmin%2Fmemory%2Fmemory%2F")
    assert "_auth_user_id" not in client.session
    client.force_login(bob.user)
    assert client.get("/admin/", follow=True).status_code == 403, "who is signed in hears why, and is not sent round"


def test_without_a_provider_there_is_no_sign_in_by_one(client: Client, db: None) -> None:
    assert "sso" not in client.get("/login").content.decode()
    assert client.get("/sso/start").status_code == client.get("/sso/callback").status_code == 404


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


def test_a_name_is_guarded_against_many_addresses_and_its_own_browser_gets_in(bob: Actor) -> None:
    known, form = Client(), {"username": "bob", "password": "bob-password"}
    assert known.post("/login", form).status_code == 302
    known.post("/logout")
    for number in range(throttle.ANY_ADDRESS.most):
        guess = {"username": "bob", "password": f"guess {number}"}
        assert Client().post("/login", guess, REMOTE_ADDR=f"198.51.100.{number}").status_code == 401
    assert Client().post("/login", form, REMOTE_ADDR="203.0.113.1").status_code == 429
    assert known.post("/login", form).status_code == 302


def test_nobody_at_the_same_address_keeps_a_person_out_of_their_own_browser(alice: Actor, bob: Actor) -> None:
    known, form = Client(), {"username": "bob", "password": "bob-password"}
    assert known.post("/login", form).status_code == 302
    known.post("/logout")
    for number in range(61):
        Client().post("/login", {"username": "bob" if number < 10 else f"x{number}", "password": "wrong"})
    assert Client().post("/login", form).status_code == 429
    assert known.post("/login", form).status_code == 302
    known.post("/logout")
    for _ in range(10):
        known.post("/login", {"username": "bob", "password": "wrong"})
    assert known.post("/login", form).status_code == 429, "a known browser guesses no faster"


def test_a_name_in_other_letters_is_the_same_name(bob: Actor) -> None:
    names = ["bob", "\uff42ob", "b\uff4fb", "bo\uff42", "\uff42\uff4f\uff42", "\U0001d41bob", "\u24d1ob"]
    for number in range(10):
        assert _try(Client(), names[number % len(names)], f"guess {number}", REMOTE_ADDR="198.51.100.1") == 401
    assert _try(Client(), "\uff42ob", "bob-password", REMOTE_ADDR="198.51.100.1") == 429
    for number in range(throttle.ANY_ADDRESS.most - 10):
        guess = names[number % len(names)]
        assert _try(Client(), guess, f"guess {number}", REMOTE_ADDR=f"198.51.100.{number + 2}") == 401
    assert _try(Client(), "bo\uff42", "bob-password", REMOTE_ADDR="203.0.113.1") == 429
