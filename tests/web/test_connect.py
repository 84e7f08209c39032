"""The set-up page: commands that work when they are pasted."""

from collections.abc import Callable

from django.test import Client

from memory import access
from memory.access import Actor
from memory.models import AccessToken


def test_the_commands_point_at_this_very_server(bob: Actor, client_of: Callable[[Actor], Client]) -> None:
    page = client_of(bob).get("/connect", headers={"Host": "localhost:9999"}).content.decode()
    assert "claude plugin marketplace add" in page
    assert "url=http://localhost:9999" in page
    assert "token=cairn_…" in page


def test_a_token_is_made_shown_once_and_works(bob: Actor, client_of: Callable[[Actor], Client]) -> None:
    browser = client_of(bob)
    response = browser.post("/connect", {"name": "my laptop"})
    assert response["Cache-Control"] == "no-store"
    raw = response.context["token"]
    assert f"token={raw}" in response.content.decode()
    assert raw not in browser.get("/connect").content.decode()
    actor = access.actor_for_token(raw)
    assert actor
    assert actor.user == bob.user
    assert actor.scopes == {"capture", "read", "write"}
    with access.acting(bob):
        assert AccessToken.objects.get().name == "my laptop"


def test_a_viewers_token_only_reads(vera: Actor, client_of: Callable[[Actor], Client]) -> None:
    raw = client_of(vera).post("/connect").context["token"]
    actor = access.actor_for_token(raw)
    assert actor
    assert actor.scopes == {"read"}
