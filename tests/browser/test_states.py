"""What a page shows when there is nothing, one thing, no way in, or no database; and what no page ever does."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import OperationalError
from django.db.backends.utils import CursorWrapper
from django.urls import reverse
from playwright.sync_api import expect

from memory.access import Actor
from tests.browser import pages
from tests.browser.conftest import Server, Visit, Visiting
from tests.browser.ground import Ground, lay
from tests.web.conftest import store
from tests.web.conversations import Conversation

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600), pytest.mark.django_db(transaction=True)]

_SHAPE = """() => ({
  wide: document.documentElement.scrollWidth,
  ones: document.querySelectorAll('h1').length,
  levels: [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(heading => Number(heading.tagName[1])),
  titled: document.title.length > 0,
})"""


def test_every_page_keeps_to_its_window_its_policy_and_its_machine(
    visit: Visiting, alice: Actor, bob: Actor, server: Server
) -> None:
    ground = lay(server.address, alice, bob)
    windows = {"alice": visit(width=390).sign_in(alice), "": visit(width=390)}
    found = [fault for page in pages.PAGES for fault in _faults(windows[page.who], page, ground)]
    assert found == []


def _faults(window: Visit, page: pages.Page, ground: Ground) -> Iterator[str]:
    window.page.set_viewport_size({"width": 390, "height": 860})
    response = window.page.goto(window.address + page.reach(ground))
    assert response
    policy = response.header_value("content-security-policy") or ""
    if response.status != page.status:
        yield f"{page}: answers {response.status}"
    if "default-src 'self'" not in policy or "unsafe" in policy:
        yield f"{page}: its policy is {policy!r}"
    shape = window.page.evaluate(_SHAPE)
    if shape["ones"] != 1 or not shape["titled"]:
        yield f"{page}: {shape['ones']} headings of the first level, or no title"
    if any(after > before + 1 for before, after in zip([0, *shape["levels"]], shape["levels"], strict=False)):
        yield f"{page}: a level of headings is left out in {shape['levels']}"
    # 320 px is a window of 1280 at 400 %.
    for width in (390, 320):
        window.page.set_viewport_size({"width": width, "height": 860})
        if (wide := window.page.evaluate(_SHAPE)["wide"]) > width:
            yield f"{page}: {wide} px wide in a window of {width}"


def test_every_list_says_when_it_is_empty_and_stops_saying_so_with_the_first_row(visit: Visiting, alice: Actor) -> None:
    window = visit(width=390).sign_in(alice)
    for name in pages.LISTS:
        window.open(reverse(name))
        assert window.page.locator(".empty").count() == 1, name
    store(alice, "Checkout retries three times.", session="Retry policy", status="draft")
    store(alice, "Checkout retries a gateway timeout.", session="Retry policy")
    Conversation(alice, "Retry policy").turn("Why three?", "The gateway allows no more.", summary=["Found out why."])
    for name in pages.LISTS:
        window.open(reverse(name) + ("?q=checkout" if name == "search" else ""))
        assert window.page.locator(".empty").count() == 0, name


def test_who_may_not_read_a_page_is_told_in_words(
    visit: Visiting, alice: Actor, bob: Actor, vera: Actor, mallory: Actor, server: Server
) -> None:
    ground = lay(server.address, alice, bob)
    for actor in (vera, mallory):
        window = visit().sign_in(actor)
        for page in (page for page in pages.PAGES if page.who):
            response = window.page.goto(window.address + page.reach(ground))
            assert response and response.status in (200, 403, 404), (actor, page)
            expect(window.page.locator("h1")).to_be_visible()
        _forgive(window, "status of 403", "status of 404")
    window = visit()
    for page in (page for page in pages.PAGES if page.who):
        window.open(page.reach(ground))
        expect(window.page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_a_database_that_is_away_is_said_on_every_page(
    visit: Visiting, alice: Actor, bob: Actor, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ground = lay(server.address, alice, bob)
    window = visit().sign_in(alice)
    window.open("/connect")

    def away(*_: Any, **__: Any) -> None:
        raise OperationalError("the server closed the connection")

    with monkeypatch.context() as patch:
        patch.setattr(CursorWrapper, "execute", away)
        for page in (page for page in pages.PAGES if page.who):
            response = window.page.goto(window.address + page.reach(ground))
            assert response and response.status == 503, page
            expect(window.page.get_by_text("The database does not answer.")).to_be_visible()
    _forgive(window, "status of 503")


def _forgive(window: Visit, *said: str) -> None:
    """The browser itself notes in its console what was refused."""
    window.complaints[:] = [complaint for complaint in window.complaints if not any(word in complaint for word in said)]
