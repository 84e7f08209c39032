"""Memories are merged, split and tagged in a real browser: by mouse, by keyboard alone, without script, on a phone."""

import pytest
from playwright.sync_api import Page, expect

from memory import access
from memory.access import Actor
from memory.knowledge import feedback, lifecycle
from memory.knowledge.remember import remember
from memory.models import Memory
from tests.browser.conftest import Visit, Visiting
from tests.web.conftest import store

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

PORT = "The checkout service listens on port 8443 behind the gateway."
TLS = "The checkout service terminates TLS itself with certificates from Vault."
BOTH = "The checkout service listens on port 8443 and terminates TLS itself with certificates from Vault."
WIDE = "document.documentElement.scrollWidth <= window.innerWidth"


@pytest.fixture
def two(alice: Actor) -> list[Memory]:
    with access.acting(alice):
        return [remember(content, actor=alice, tags=["net"]) for content in (PORT, TLS)]


def _selected(page: Page) -> None:
    expect(page.locator("[data-picked]")).to_have_text("2 selected")


def test_two_hits_are_selected_merged_and_taken_apart(visit: Visiting, alice: Actor, two: list[Memory]) -> None:
    window = visit().sign_in(alice)
    page = window.page
    window.open("/search?q=checkout+service")
    expect(page.locator("#pick")).to_be_hidden()
    for box in page.get_by_role("checkbox").all():
        box.check()
    _selected(page)
    page.get_by_role("button", name="Merge…").click()
    expect(page.get_by_role("button", name="Merge 2 memories")).to_be_visible()
    page.get_by_label("Text of the merged memory").fill(BOTH)
    page.get_by_role("button", name="Merge 2 memories").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(BOTH)
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.get_by_role("status").get_by_text("Undone")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text(PORT)


def test_the_timeline_merges_by_keyboard_alone(visit: Visiting, alice: Actor, two: list[Memory]) -> None:
    window = visit().sign_in(alice)
    page = window.page
    for key in ("j", "x", "j", "x"):
        page.keyboard.press(key)
    _selected(page)
    page.keyboard.press("m")
    text = page.get_by_label("Text of the merged memory")
    text.focus()
    page.keyboard.press("Control+a")
    page.keyboard.type(BOTH)
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Merge 2 memories")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(BOTH)
    page.locator("#unmerge").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(PORT)


def test_what_is_selected_stays_so_while_the_timeline_changes(
    visit: Visiting, alice: Actor, bob: Actor, two: list[Memory]
) -> None:
    page = visit().sign_in(alice).page
    expect(page.locator("#live")).to_have_attribute("data-state", "on")
    for box in page.get_by_role("checkbox").all():
        box.check()
    port = page.locator(f"#m-{two[0].uuid}")
    for actor in (alice, bob):
        with access.acting(actor):
            feedback.give_feedback(str(two[0].uuid), "wrong", actor=actor)
    expect(port.get_by_text("called wrong")).to_be_visible()
    expect(port.get_by_role("checkbox")).to_be_checked()
    _selected(page)
    with access.acting(alice):
        lifecycle.forget(str(two[0].uuid), actor=alice)
    expect(port).to_have_count(0)
    expect(page.locator("[data-picked]")).to_have_text("1 selected")


def test_a_memory_is_merged_with_one_that_words_find(visit: Visiting, alice: Actor, two: list[Memory]) -> None:
    window = visit(width=390).sign_in(alice)
    page = window.page
    window.open(f"/memories/{two[0].uuid}")
    page.get_by_role("link", name="Merge with…").click()
    expect(page.get_by_label("Id or words")).to_be_focused()
    page.keyboard.type("TLS certificates")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Add").click()
    expect(page.get_by_label("Text of the merged memory")).to_have_value(_both(two))
    assert page.evaluate(WIDE)
    page.get_by_role("link", name="Remove").first.click()
    expect(page.get_by_label("Text of the merged memory")).to_have_count(0)


def _both(two: list[Memory]) -> str:
    return " ".join(f"As of {memory.occurred_at:%Y-%m-%d}: {memory.content}" for memory in two)


@pytest.mark.parametrize("script", [True, False])
def test_a_memory_is_split_with_and_without_script(visit: Visiting, alice: Actor, script: bool) -> None:
    with access.acting(alice):
        whole = remember(f"{PORT} {TLS}", actor=alice)
    window = visit(width=390, script=script).sign_in(alice)
    page = window.page
    window.open(f"/memories/{whole.uuid}")
    page.get_by_role("link", name="Split…").click()
    expect(page.get_by_label("Part 1")).to_have_value(PORT)
    expect(page.get_by_label("Part 2")).to_have_value(TLS)
    page.get_by_role("button", name="Add a part").click()
    expect(page.get_by_label("Part 3")).to_have_value("")
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name="Split into 2").click()
    expect(page.get_by_text("2 memories replace this one.")).to_be_visible()
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.get_by_role("link", name="Split…")).to_be_visible()


def test_tags_are_typed_one_after_the_other_removed_and_brought_back(visit: Visiting, alice: Actor) -> None:
    memory = store(alice, "Releases go out on Tuesdays.", tags=["release"])
    window = visit().sign_in(alice)
    page = window.page
    window.open(f"/memories/{memory.uuid}")
    page.get_by_label("Add a tag").focus()
    for tag in ("weekly", "calendar"):
        page.keyboard.type(tag)
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name=f"Remove the tag {tag}")).to_be_visible()
        expect(page.get_by_label("Add a tag")).to_be_focused()
    page.get_by_role("button", name="Remove the tag release").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".tags li")).to_have_count(2)
    page.locator("#undo").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Remove the tag release")).to_be_visible()


def test_who_may_not_merge_has_neither_boxes_nor_keys(visit: Visiting, bob: Actor, two: list[Memory]) -> None:
    window: Visit = visit().sign_in(bob)
    page = window.page
    expect(page.locator(".stone")).to_have_count(2)
    for key in ("j", "x", "m"):
        page.keyboard.press(key)
    expect(page.get_by_role("checkbox")).to_have_count(0)
    assert page.url.rstrip("/") == window.address
