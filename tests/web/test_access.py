"""Who gets in: every page declares it, and the wall between teams holds on each."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from memory import people
from memory.access import Actor
from memory.models import AccessToken, Membership
from web.admin import site

HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}


def _patterns(resolver: URLResolver, prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    for entry in resolver.url_patterns:
        address = prefix + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from _patterns(entry, address)
        else:
            yield address, entry


def _main(response: Any) -> str:
    """What a page says, without its frame (which carries a CSRF token of its own)."""
    return response.content.decode().partition("<main")[2]


def _own_pages() -> list[tuple[str, URLPattern]]:
    # The API has permission classes of its own, which its tests check.
    return [(address, entry) for address, entry in _patterns(get_resolver()) if not address.startswith("api/")]


def _is_guarded(entry: URLPattern) -> bool:
    # Django wraps each of the admin's views in `admin_view`, where the site lets in curators alone.
    view = entry.callback
    admin = getattr(view, "admin_site", None) or getattr(getattr(view, "model_admin", None), "admin_site", None)
    return bool(getattr(view, "access", "")) or admin is site


def test_every_page_declares_who_may_open_it() -> None:
    undeclared = {address for address, entry in _own_pages() if not _is_guarded(entry)}
    assert undeclared == {"admin/login/"}


def test_only_these_pages_are_public() -> None:
    public = {entry.name for _, entry in _own_pages() if getattr(entry.callback, "access", "") == "public"}
    assert public == {"login", "logout", "invitation", "healthz", "readyz", "metrics"}


@pytest.mark.parametrize(
    "address", ["/", "/search?q=retries", "/connect", "/memories/00000000-0000-4000-8000-000000000000"]
)
def test_a_stranger_is_led_to_the_sign_in_page_and_back(address: str, client: Client, db: None) -> None:
    response = client.get(address)
    assert response.status_code == 302
    assert response.url.startswith("/login?next=%2F")


def test_a_stranger_gets_no_stream(client: Client, db: None) -> None:
    assert client.get("/live").status_code == 401


def test_htmx_is_told_to_move_the_whole_page_to_the_sign_in(client: Client, db: None) -> None:
    response = client.get("/search?q=x", headers={**HTMX, "HX-Current-URL": "http://testserver/search?q=x"})
    assert response.status_code == 401
    assert response["HX-Redirect"] == "/login?next=%2Fsearch%3Fq%3Dx"


def test_a_person_without_a_team_learns_what_to_do(client: Client, db: None) -> None:
    client.force_login(get_user_model().objects.create_user("nora", password="nora-password"))
    response = client.get("/")
    assert response.status_code == 403
    assert "not a member of any team" in response.content.decode()


def test_a_person_who_left_the_team_is_out_at_once(bob: Actor, client_of: Callable[[Actor], Client]) -> None:
    browser = client_of(bob)
    assert browser.get("/").status_code == 200
    get_user_model().objects.filter(pk=bob.user.pk).update(is_active=False)
    assert browser.get("/").status_code == 302


def test_a_viewer_reads_but_cannot_forget(
    vera: Actor, alice: Actor, client_of: Callable[[Actor], Client], remembered: Callable[..., Any]
) -> None:
    memory = remembered(alice, "Checkout retries a gateway timeout three times.")
    browser = client_of(vera)
    page = browser.get(f"/memories/{memory.uuid}").content.decode()
    assert "three times" in page
    assert "Forget" not in page
    assert browser.post(f"/memories/{memory.uuid}/forget").status_code == 403
    assert browser.get(f"/memories/{memory.uuid}").context["memory"].status == "active"


def test_the_other_team_gets_the_same_answer_as_for_nothing(
    alice: Actor, mallory: Actor, client_of: Callable[[Actor], Client], remembered: Callable[..., Any]
) -> None:
    memory = remembered(alice, "Checkout answers a gateway timeout with exponential back-off.")
    browser = client_of(mallory)
    hidden = browser.get(f"/memories/{memory.uuid}")
    missing = browser.get("/memories/00000000-0000-4000-8000-000000000000")
    assert (hidden.status_code, missing.status_code) == (404, 404)
    assert _main(hidden) == _main(missing)
    assert "exponential" not in browser.get("/").content.decode()
    assert "exponential" not in browser.get("/search?q=gateway+timeout").content.decode()
    assert browser.post(f"/memories/{memory.uuid}/forget").status_code == 404


def test_a_person_of_two_teams_chooses_which_one_to_see(
    alice: Actor, mallory: Actor, client_of: Callable[[Actor], Client], remembered: Callable[..., Any]
) -> None:
    people.add_person("alice", team=mallory.team, role=Membership.Role.VIEWER)
    remembered(mallory, "The other team deploys on Mondays.", project="other/app")
    browser = client_of(alice)
    assert "on Mondays" not in browser.get("/").content.decode()
    assert browser.post("/team/choose", {"team": mallory.team.pk}).status_code == 302
    assert "on Mondays" in browser.get("/").content.decode()


def test_nobody_chooses_a_team_they_are_not_in(
    alice: Actor, mallory: Actor, client_of: Callable[[Actor], Client]
) -> None:
    browser = client_of(alice)
    assert browser.post("/team/choose", {"team": mallory.team.pk}).status_code == 404
    assert browser.post("/team/choose", {"team": "x"}).status_code == 400


def test_a_form_without_its_csrf_token_is_refused_in_words(alice: Actor) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice.user)
    response = browser.post("/connect", {"name": "laptop"})
    assert response.status_code == 403
    assert "open too long" in response.content.decode()
    assert not AccessToken.objects.exists()
