"""One's own account: a new password for who knows the old one."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from memory import access
from memory.access import Actor
from web import asgi

SignedIn = Callable[[Actor], Client]
NEW = "a-new-password-of-mine"


def _form(old: str, new: str = NEW, again: str = "") -> dict[str, str]:
    return {"old_password": old, "new_password1": new, "new_password2": again or new}


@pytest.mark.parametrize("role", ["viewer", "member", "curator", "admin"])
def test_everybody_changes_their_own_password(bob: Actor, role: str, client_of: SignedIn, client: Client) -> None:
    with access.acting(bob):
        bob.user.memberships.update(role=role)
    here, elsewhere = client_of(bob), client_of(bob)
    assert "Change your password" in here.get("/account").content.decode()
    assert here.post("/account/password", _form("bob-password")).url == "/account"
    assert here.get("/account").status_code == 200
    assert elsewhere.get("/account").url == "/login?next=%2Faccount"
    assert client.post("/login", {"username": "bob", "password": "bob-password"}).status_code == 401
    assert client.post("/login", {"username": "bob", "password": NEW}).status_code == 302


def test_a_new_password_that_is_none_is_said_and_changes_nothing(
    bob: Actor, client_of: SignedIn, client: Client
) -> None:
    for form, says in ((_form("bob-password", "short"), "too short"), (_form("bob-password", NEW, "x"), "match")):
        response = client_of(bob).post("/account/password", form)
        assert response.status_code == 422 and says in response.content.decode()
    assert client.post("/login", {"username": "bob", "password": "bob-password"}).status_code == 302


def test_who_finds_an_open_browser_guesses_slowly(bob: Actor, client_of: SignedIn) -> None:
    found = client_of(bob)
    assert {found.post("/account/password", _form(f"guess {number}")).status_code for number in range(10)} == {422}
    response = found.post("/account/password", _form("bob-password"))
    assert (response.status_code, response["Retry-After"]) == (429, "60")


def test_the_admin_sites_own_form_leads_here(alice: Actor, client_of: SignedIn, client: Client) -> None:
    for answer in (client_of(alice).get("/admin/password_change/"), client_of(alice).post("/admin/password_change/")):
        assert (answer.status_code, answer.url) == (302, "/account")
    assert client.get("/account").url == "/login?next=%2Faccount"


@pytest.mark.parametrize("path", ["/account/password", "/account/link", "/login", "/join/x"])
def test_passwords_are_checked_beside_all_other_work(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def checking(scope: Any, receive: Any, send: Any) -> None:
        asked.append(scope["path"])

    async def nothing(*_: Any) -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    monkeypatch.setattr(asgi, "sign_ins", checking)
    scope = {"type": "http", "http_version": "1.1", "method": "POST", "path": path, "headers": [], "client": ("::1", 1)}
    asyncio.run(asgi.application(scope, nothing, nothing))
    assert asked == [path]
