"""The set-up page: commands that work when they are pasted."""

import html
import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.models import AccessToken


def test_the_commands_point_at_this_very_server(bob: Actor, client_of: Callable[[Actor], Client]) -> None:
    page = client_of(bob).get("/connect", headers={"Host": "localhost:9999"}).content.decode()
    assert "claude plugin marketplace add" in page
    assert "url=http://localhost:9999" in page
    assert "token=cairn_…" in page


@pytest.mark.parametrize(
    ("source", "package"),
    [
        ("/srv/our cairn", "'/srv/our cairn/hooks'"),
        ("https://git.example.com/tools/cairn.git", "'git+https://git.example.com/tools/cairn.git#subdirectory=hooks'"),
        ("git@git.example.com:tools/cairn.git", "'git+ssh://git@git.example.com/tools/cairn.git#subdirectory=hooks'"),
        ("acme/cairn#v1", "'git+https://github.com/acme/cairn@v1#subdirectory=hooks'"),
    ],
)
def test_the_command_line_is_installed_from_where_the_plugin_is(
    source: str, package: str, bob: Actor, client_of: Callable[[Actor], Client], settings: Any
) -> None:
    settings.CAIRN_PLUGIN_SOURCE = source
    page = html.unescape(client_of(bob).get("/connect").content.decode())
    assert f"pipx install {package}<" in page


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


def _event(actor: Actor, token: str) -> int:
    body = {
        "id": str(uuid.uuid4()),
        "event": "UserPromptSubmit",
        "session_id": f"session-of-{actor.user.username}",
        "occurred_at": timezone.now().isoformat(),
        "project": {"remote": "https://github.com/acme/checkout.git", "root": "/home/dev/checkout", "branch": "main"},
        "payload": {"prompt_id": "turn", "prompt": "Why does checkout retry three times?"},
    }
    headers = {"Authorization": f"Bearer {token}"}
    return (
        Client(headers=headers).post("/api/v1/events", {"events": [body]}, content_type="application/json").status_code
    )


def _heard(browser: Client, since: datetime, state: str = "") -> tuple[int, str]:
    response = browser.get("/connect/heard", {"since": since.isoformat(), "state": state})
    return response.status_code, response.content.decode()


def test_the_page_waits_and_then_tells_what_arrived(
    bob: Actor, client_of: Callable[[Actor], Client], token_of: Callable[..., str]
) -> None:
    browser, since = client_of(bob), timezone.now()
    page = browser.get("/connect").content.decode()
    assert "Waiting for your first event" in page and 'hx-trigger="every 2s"' in page
    assert _heard(browser, since, "waiting") == (204, "")
    assert _event(bob, token_of(bob, "capture")) in (200, 202)
    status, told = _heard(browser, since, "waiting")
    assert status == 200 and "Received!" in told and "acme/checkout" in told and "hx-get" not in told


def test_a_token_that_was_used_is_told_before_the_first_event(
    bob: Actor, client_of: Callable[[Actor], Client], token_of: Callable[..., str]
) -> None:
    browser, since = client_of(bob), timezone.now()
    access.actor_for_token(token_of(bob))
    status, told = _heard(browser, since, "waiting")
    assert status == 200 and "Your token was used." in told and "state=met" in told
    assert _heard(browser, since, "met")[0] == 204


def test_events_of_others_are_not_ours(
    alice: Actor, bob: Actor, client_of: Callable[[Actor], Client], token_of: Callable[..., str]
) -> None:
    since = timezone.now()
    _event(alice, token_of(alice, "capture"))
    assert _heard(client_of(bob), since, "waiting")[0] == 204
    assert "Waiting for your first event" in client_of(bob).get("/connect").content.decode()


def test_after_a_quarter_of_an_hour_it_stops_asking(bob: Actor, client_of: Callable[[Actor], Client]) -> None:
    status, told = _heard(client_of(bob), timezone.now() - timedelta(minutes=16), "waiting")
    assert status == 200 and "stopped checking" in told and "hx-get" not in told


def test_without_script_a_link_looks_again(
    bob: Actor, client_of: Callable[[Actor], Client], token_of: Callable[..., str]
) -> None:
    since = timezone.now()
    _event(bob, token_of(bob, "capture"))
    assert "Received!" in client_of(bob).get("/connect", {"since": since.isoformat()}).content.decode()
    assert client_of(bob).get("/connect", {"since": "nonsense"}).status_code == 200
