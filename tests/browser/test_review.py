"""The review desk, the digest and the web hooks as a person uses them: mouse, keys alone, phone, dark, no script."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from memory import access
from memory.access import Actor
from memory.knowledge import lifecycle
from memory.models import Contradiction, Memory
from tests.browser.conftest import Visit, Visiting
from tests.web.conftest import store

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]
FACTS = ("Carts expire after 9 days.", "Labels are printed at night.", "Mail waits for the ledger.")


def drafts(actor: Actor) -> list[Memory]:
    """Three drafts, the first the oldest."""
    now = timezone.now()
    moments = [now - timedelta(minutes=3 - number) for number in range(3)]
    return [store(actor, fact, status="draft", learned=at) for fact, at in zip(FACTS, moments, strict=True)]


def contradiction(actor: Actor) -> Contradiction:
    """Two memories that say different things."""
    older = store(actor, "Checkout times out after 30 s.", learned=timezone.now() - timedelta(days=2))
    newer = store(actor, "Checkout times out after 45 s.")
    with access.acting(actor):
        told = {"kind": "number", "confidence": 0.9, "older_says": "30 s", "newer_says": "45 s"}
        return Contradiction.objects.create(team=actor.team, older=older, newer=newer, **told)


def status_of(memory: Memory, actor: Actor) -> str:
    with access.acting(actor):
        return Memory.objects.get(pk=memory.pk).status


def in_focus(page: Page, text: str) -> None:
    expect(page.locator("#focus .statement").first).to_have_text(text)


def desk(visit: Visiting, actor: Actor, **window: object) -> Visit:
    opened = visit(**window).sign_in(actor)
    opened.open("/review")
    return opened


def test_a_curator_decides_with_keys_alone(visit: Visiting, alice: Actor, bob: Actor) -> None:
    first, second, third = drafts(bob)
    page = desk(visit, alice).page
    in_focus(page, FACTS[0])
    page.keyboard.press("j")
    in_focus(page, FACTS[1])
    page.keyboard.press("k")
    in_focus(page, FACTS[0])
    page.keyboard.press("s")
    in_focus(page, FACTS[1])
    page.keyboard.press("a")
    in_focus(page, FACTS[2])
    expect(page.locator(".left")).to_contain_text("2 left")
    page.keyboard.press("r")
    in_focus(page, FACTS[0])
    assert (status_of(second, alice), status_of(third, alice)) == ("active", "forgotten")
    page.keyboard.press("u")
    in_focus(page, FACTS[2])
    page.keyboard.press("u")
    in_focus(page, FACTS[1])
    assert {status_of(memory, alice) for memory in (first, second, third)} == {"draft"}


def test_keys_faster_than_the_server_move_on_and_decide_nothing_unseen(
    visit: Visiting, alice: Actor, bob: Actor
) -> None:
    memories = drafts(bob)
    page = desk(visit, alice).page
    in_focus(page, FACTS[0])
    page.keyboard.press("j")
    page.keyboard.press("j")
    in_focus(page, FACTS[2])
    page.keyboard.press("k")
    page.keyboard.press("a")
    in_focus(page, FACTS[1])
    page.wait_for_load_state("networkidle")
    assert {status_of(memory, alice) for memory in memories} == {"draft"}


def test_the_next_entry_is_there_at_once(visit: Visiting, alice: Actor, bob: Actor) -> None:
    drafts(bob)
    page = desk(visit, alice).page
    in_focus(page, FACTS[0])
    took = page.evaluate(
        """() => new Promise((done) => {
            const began = performance.now();
            document.addEventListener("htmx:after:swap", () => done(performance.now() - began), { once: true });
            document.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true }));
        })"""
    )
    in_focus(page, FACTS[1])
    # A hundred on a quiet machine; this one may be busy with other tests.
    assert took < 1000


def test_many_are_chosen_and_approved_with_the_mouse(visit: Visiting, alice: Actor, bob: Actor) -> None:
    drafts(bob)
    page = desk(visit, alice).page
    expect(page.locator("#bulk")).to_be_hidden()
    for box in page.locator(".queue input").all()[:2]:
        box.check()
    page.get_by_role("link", name=FACTS[2]).click()
    in_focus(page, FACTS[2])
    page.get_by_role("button", name="Approve 2").click()
    expect(page.get_by_text("Approved: 2 entries.")).to_be_visible()
    in_focus(page, FACTS[2])
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".left")).to_contain_text("3 left")


def test_a_contradiction_is_resolved_by_a_number_and_opened_again(visit: Visiting, alice: Actor, bob: Actor) -> None:
    pair = contradiction(bob)
    page = desk(visit, alice).page
    expect(page.locator("#focus mark")).to_have_text(["30", "45"])
    page.keyboard.press("1")
    expect(page.get_by_role("heading", name="Nothing to review")).to_be_visible()
    assert status_of(pair.older, alice) == "superseded"
    page.keyboard.press("u")
    expect(page.locator("#focus mark")).to_have_text(["30", "45"])
    page.keyboard.press("2")
    expect(page.locator("#edit")).to_be_focused()
    page.locator("#edit").fill("Checkout times out after 45 s since 2026-11-12, after 30 s before that day.")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Merged.")).to_be_visible()


def test_typed_text_survives_a_reload_and_a_faster_colleague(visit: Visiting, alice: Actor, bob: Actor) -> None:
    first, _, _ = drafts(bob)
    window = desk(visit, alice)
    page = window.page
    page.keyboard.press("e")
    page.locator("#edit").fill("Carts expire after 12 days since 2026-11-01.")
    page.reload()
    expect(page.locator("#edit")).to_have_value("Carts expire after 12 days since 2026-11-01.")
    expect(page.get_by_text("Your unfinished text is restored.")).to_be_visible()
    with access.acting(bob):
        lifecycle.forget(str(first.uuid), actor=bob)
    page.get_by_role("button", name="Save correction").click()
    expect(page.get_by_role("alert")).to_contain_text("bob forgot this")
    expect(page.locator("#kept")).to_have_value("Carts expire after 12 days since 2026-11-01.")
    in_focus(page, FACTS[1])
    # The browser notes the refusal (409) in its console.
    window.complaints.clear()


def test_an_entry_is_given_to_somebody(visit: Visiting, alice: Actor, bob: Actor) -> None:
    drafts(bob)
    page = desk(visit, alice).page
    page.locator("#assignee").select_option(label="Me")
    expect(page.get_by_text("1 entry is yours now.")).to_be_visible()
    page.locator("#whose").select_option("me")
    expect(page.locator(".queue li")).to_have_count(1)


def test_the_desk_works_without_script(visit: Visiting, alice: Actor, bob: Actor) -> None:
    first, _, _ = drafts(bob)
    page = desk(visit, alice, script=False).page
    page.get_by_role("button", name="Approve").first.wait_for()
    page.locator("#focus").get_by_role("button", name="Approve").click()
    expect(page.get_by_text("Approved.")).to_be_visible()
    in_focus(page, FACTS[1])
    page.get_by_role("button", name="Undo").click()
    assert status_of(first, alice) == "draft"
    page.get_by_role("link", name=FACTS[2]).click()
    in_focus(page, FACTS[2])
    page.locator(".edit summary").click()
    page.locator("#edit").fill("Checkout retries five times since 2026-11-01.")
    page.get_by_role("button", name="Save correction").click()
    expect(page.get_by_text("Corrected.")).to_be_visible()


@pytest.mark.parametrize(("width", "dark"), [(390, False), (390, True), (1280, True)])
def test_the_pages_fit_a_phone_and_the_dark(visit: Visiting, alice: Actor, bob: Actor, width: int, dark: bool) -> None:
    drafts(bob)
    contradiction(bob)
    store(bob, "A pattern in src/a/very/long/path/that/goes/on/checkout_retries_gateway_timeouts.py.", type="pattern")
    window = desk(visit, alice, width=width, dark=dark)
    for path in ("/review", "/review?kind=draft", "/digest", "/webhooks"):
        window.open(path)
        wide = window.page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, f"{path} is {wide} pixels too wide"
    window.open("/review?kind=draft")
    window.page.locator("#focus").get_by_role("button", name="Approve").click()
    in_focus(window.page, FACTS[1])


def test_the_digest_is_chosen_with_one_click(visit: Visiting, bob: Actor) -> None:
    store(bob, "Checkout retries three times.", type="pattern")
    window = visit().sign_in(bob)
    window.open("/digest")
    expect(window.page.get_by_role("heading", name="Pattern")).to_be_visible()
    window.page.get_by_label("Send me last week's").check()
    expect(window.page.get_by_text("You will get the digest")).to_be_visible()
    expect(window.page.get_by_label("Send me last week's")).to_be_checked()
    window.page.get_by_role("link", name="Previous week").click()
    expect(window.page.get_by_text("A quiet week")).to_be_visible()


def test_a_web_hook_is_registered_tested_removed_and_brought_back(
    visit: Visiting, alice: Actor, settings: object
) -> None:
    settings.CAIRN_WEBHOOKS_PRIVATE = True  # type: ignore[attr-defined]
    settings.CAIRN_WEBHOOKS_PORTS = range(65536)  # type: ignore[attr-defined]
    window = visit().sign_in(alice)
    window.open("/webhooks")
    window.page.get_by_label("Address of the server").fill("http://127.0.0.1:9/hook")
    window.page.get_by_role("button", name="Add web hook").click()
    expect(window.page.locator("#new-secret")).to_contain_text("whsec_")
    window.page.get_by_role("button", name="Send a test").click()
    expect(window.page.get_by_text("The test failed.")).to_be_visible()
    window.page.get_by_role("button", name="Remove").click()
    window.page.get_by_role("button", name="Undo").click()
    expect(window.page.get_by_role("button", name="Send a test")).to_be_visible()
