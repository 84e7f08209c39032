"""The admin site in a real browser, under the strict policy: questions before deeds, the queue, a phone."""

import pytest
from playwright.sync_api import expect

from memory import access
from memory.access import Actor
from memory.models import Memory
from tests.browser.conftest import Visiting
from tests.web.conftest import store
from tests.web.test_admin import _dead_delivery

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def _status(actor: Actor, memory: Memory) -> str:
    with access.acting(actor):
        return Memory.objects.get(pk=memory.pk).status


@pytest.mark.parametrize("script", [True, False])
def test_an_action_asks_and_can_be_refused(visit: Visiting, alice: Actor, script: bool) -> None:
    memory = store(alice, "Checkout retries three times.")
    window = visit(script=script).sign_in(alice)
    window.open("/admin/memory/memory/")
    for answer, status in (("Cancel", "active"), ("Forget", "forgotten")):
        window.page.locator("input.action-select").first.check()
        window.page.locator("select[name=action]").select_option(label="Forget")
        window.page.get_by_role("button", name="Go").click()
        expect(window.page.get_by_role("heading", name="Forget?")).to_be_visible()
        role = "button" if answer == "Forget" else "link"
        window.page.get_by_role(role, name=answer).click()
        expect(window.page.locator("#changelist")).to_be_visible()
        assert _status(alice, memory) == status


def test_the_queue_is_worked_by_the_keyboard_alone(visit: Visiting, alice: Actor) -> None:
    _dead_delivery(alice, store(alice, "Checkout retries three times."))
    window = visit().sign_in(alice)
    window.open("/admin/")
    window.page.get_by_role("link", name="Queue and failed work").focus()
    window.page.keyboard.press("Enter")
    window.page.get_by_role("button", name="Retry failed deliveries").focus()
    window.page.keyboard.press("Enter")
    expect(window.page.get_by_text("1 deliveries are queued again.")).to_be_visible()
    expect(window.page.get_by_text("Nothing has failed.")).to_be_visible()


@pytest.mark.parametrize(("width", "dark"), [(390, True), (1280, True), (1280, False)])
def test_its_pages_open_without_a_complaint(visit: Visiting, alice: Actor, width: int, dark: bool) -> None:
    memory = store(alice, "Checkout retries three times.", session="Retry policy")
    window = visit(width=width, dark=dark).sign_in(alice)
    for path in ("", "queue/", "memory/memory/", f"memory/memory/{memory.pk}/change/", "memory/auditevent/"):
        window.open(f"/admin/{path}")
        expect(window.page.locator("#content h1").first).to_be_visible()
    window.open("/admin/queue/")
    assert window.page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
