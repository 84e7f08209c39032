"""The page of a memory in a real browser: judged, commented and retyped by mouse, by keyboard alone, on a phone."""

import pytest
from playwright.sync_api import expect

from memory import access
from memory.access import Actor
from memory.knowledge.remember import remember, update
from memory.models import Evidence, Memory
from tests.browser.conftest import Visit, Visiting
from tests.web.conftest import store
from tests.web.conversations import Conversation

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

_TOLD = "The Redis cache for the product catalogue has a TTL of {} s."


def _told(actor: Actor, content: str) -> Memory:
    with access.acting(actor):
        return remember(content, actor=actor)


def _disputed(alice: Actor, bob: Actor) -> Memory:
    """A memory of alice's that one of bob's contradicts, and that replaced another."""
    first = _told(alice, _TOLD.format(900))
    with access.acting(alice):
        older = update(str(first.uuid), _TOLD.format(300), actor=alice)
    _told(bob, _TOLD.format(60))
    return older


def _fits(window: Visit) -> bool:
    return window.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_a_curator_judges_a_contradiction_and_takes_it_back(visit: Visiting, alice: Actor, bob: Actor) -> None:
    memory = _disputed(alice, bob)
    window = visit().sign_in(alice)
    page = window.page
    window.open(f"/memories/{memory.uuid}")
    expect(page.locator("del", has_text="300")).to_be_visible()
    expect(page.locator("ins", has_text="60")).to_be_visible()
    expect(page.get_by_label("Text of the merged memory")).to_be_hidden()
    page.get_by_role("radio", name="Merge").check()
    expect(page.get_by_label("Text of the merged memory")).to_be_visible()
    page.get_by_label("Both are valid").check()
    page.get_by_role("button", name="Decide").click()
    expect(page.get_by_text("Resolved. Both are valid.")).to_be_visible()
    expect(page.locator("#contradictions")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#contradictions del")).to_be_visible()


def test_the_type_is_changed_and_undone_by_keyboard_alone(visit: Visiting, alice: Actor) -> None:
    memory = store(alice, "Releases go out on Tuesdays.", type="context")
    window = visit().sign_in(alice)
    page = window.page
    window.open(f"/memories/{memory.uuid}")
    page.get_by_role("button", name="Pattern").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("The type is now pattern.")).to_be_visible()
    # The page changed under the keyboard, which stays where it was.
    expect(page.get_by_role("button", name="Pattern")).to_be_focused()
    expect(page.get_by_role("button", name="Pattern")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Undo").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Context")).to_have_attribute("aria-pressed", "true")


def test_a_comment_is_written_by_keyboard_removed_and_brought_back(visit: Visiting, bob: Actor) -> None:
    memory = store(bob, "Releases go out on Tuesdays.")
    window = visit().sign_in(bob)
    page = window.page
    window.open(f"/memories/{memory.uuid}")
    page.get_by_label("Write a note for the next reader").fill("Not in December.")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".remark", has_text="Not in December.")).to_be_visible()
    expect(page.get_by_label("Write a note for the next reader")).to_have_value("")
    page.get_by_role("button", name="Remove").click()
    expect(page.locator(".remark")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".remark", has_text="Not in December.")).to_be_visible()


@pytest.mark.parametrize("dark", [False, True])
def test_the_lineage_leads_to_older_generations(visit: Visiting, alice: Actor, bob: Actor, dark: bool) -> None:
    memory = _disputed(alice, bob)
    window = visit(dark=dark).sign_in(alice)
    window.open(f"/memories/{memory.uuid}")
    drawing = window.page.locator(".drawing svg")
    expect(drawing.locator(".here")).to_contain_text("this one")
    older = drawing.get_by_role("link", name="superseded")
    older.focus()
    window.page.keyboard.press("Enter")
    expect(window.page.get_by_role("heading", level=1)).to_contain_text("900 s")
    expect(window.page.get_by_text("Replaced by a newer memory")).to_be_visible()


def test_on_a_phone_nothing_reaches_beyond_the_edge(visit: Visiting, alice: Actor, bob: Actor) -> None:
    memory = _disputed(alice, bob)
    window = visit(width=390).sign_in(alice)
    window.open(f"/memories/{memory.uuid}")
    expect(window.page.locator(".drawing svg")).to_be_visible()
    assert _fits(window)
    sides = window.page.locator(".side")
    first, second = (sides.nth(at).bounding_box() for at in range(2))
    assert first and second and second["y"] >= first["y"] + first["height"]
    window.open("/sessions/")
    assert _fits(window)


def test_without_script_it_is_judged_commented_and_undone(visit: Visiting, alice: Actor, bob: Actor) -> None:
    memory = _disputed(alice, bob)
    window = visit(script=False).sign_in(alice)
    page = window.page
    window.open(f"/memories/{memory.uuid}")
    page.get_by_label("Dismiss").check()
    page.get_by_role("button", name="Decide").click()
    expect(page.get_by_text("do not contradict each other")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#contradictions")).to_be_visible()
    page.get_by_label("Write a note for the next reader").fill("Ask the shop team.")
    page.get_by_role("button", name="Comment", exact=True).click()
    expect(page.locator(".remark")).to_have_text("Ask the shop team.")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".remark")).to_have_count(0)
    page.get_by_role("button", name="Restore the comment").click()
    expect(page.locator(".remark")).to_have_text("Ask the shop team.")


def test_evidence_leads_into_the_turn_where_code_is_coloured(visit: Visiting, alice: Actor) -> None:
    conversation = Conversation(alice)
    turn = conversation.turn("How?", "So:\n\n```python\ndef retry():  # thrice\n    return 3\n```\n")
    memory = store(alice, "Errors are never swallowed.", session="Fix silent 401s")
    with access.acting(alice):
        Evidence.objects.filter(memory=memory).update(turn=turn)
    window = visit(dark=True).sign_in(alice)
    page = window.page
    window.open(f"/memories/{memory.uuid}")
    page.get_by_role("link", name="Read the turn").click()
    expect(page.locator("[data-wanted]")).to_be_visible()
    plain = page.locator(".words pre code").evaluate("element => getComputedStyle(element).color")
    for name in ("keyword", "name", "comment", "number"):
        colour = page.locator(f"pre .code-{name}").first.evaluate("element => getComputedStyle(element).color")
        assert colour != plain


def test_sessions_are_narrowed_to_a_person(visit: Visiting, alice: Actor, bob: Actor) -> None:
    Conversation(alice, "Fix silent 401s").turn("Why?")
    Conversation(bob, "Cache pages").turn("How?")
    window = visit().sign_in(alice)
    window.open("/sessions/")
    window.page.get_by_label("Person").select_option("bob")
    expect(window.page.get_by_role("link", name="Fix silent 401s")).to_have_count(0)
    expect(window.page.get_by_role("link", name="Cache pages")).to_be_visible()
    assert "person=bob" in window.page.url
