"""The search page in a real browser: typing, facets, tabs, saved searches, the team asked; by mouse, keys, phone."""

import time

import pytest
from playwright.sync_api import Route, expect

from memory import access
from memory.access import Actor
from memory.models import Recall
from memory.recall.gaps import gaps
from tests.browser.conftest import Visit, Visiting
from tests.web.conftest import store
from tests.web.conversations import Conversation

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def _known(alice: Actor, bob: Actor) -> None:
    store(alice, "The gateway times out after 30 s.", type="failure")
    store(alice, "The gateway client is pinned to stripe 11.4.1.", type="dependency", project="acme/shop")
    store(bob, "The gateway is retried three times with backoff.", type="decision")


def _type(window: Visit, question: str) -> None:
    window.page.locator("#q").press("End")
    window.page.locator("#q").press_sequentially(question, delay=10)


def test_an_older_answer_never_takes_the_place_of_a_newer_one(visit: Visiting, alice: Actor, bob: Actor) -> None:
    _known(alice, bob)
    window = visit().sign_in(alice)
    window.open("/search")

    def slow(route: Route) -> None:
        if route.request.url.endswith("q=gateway"):
            time.sleep(0.8)
        route.continue_()

    window.page.route("**/search?*", slow)
    _type(window, "gateway")
    window.page.wait_for_timeout(250)
    _type(window, " pinned stripe")
    expect(window.page.locator("#results")).to_have_attribute("data-question", "gateway pinned stripe")
    window.page.wait_for_timeout(900)
    expect(window.page.locator("#results")).to_have_attribute("data-question", "gateway pinned stripe")
    expect(window.page).to_have_url(f"{window.address}/search?q=gateway+pinned+stripe")
    expect(window.page).to_have_title("gateway pinned stripe · Search · Cairn")


def test_facets_narrow_and_typing_goes_on_within_them(visit: Visiting, alice: Actor, bob: Actor) -> None:
    _known(alice, bob)
    window = visit().sign_in(alice)
    window.open("/search")
    _type(window, "gateway")
    expect(window.page.locator(".hit")).to_have_count(3)
    window.page.get_by_role("navigation", name="Person").get_by_role("link", name="alice").click()
    expect(window.page.locator(".hit")).to_have_count(2)
    expect(window.page).to_have_url(f"{window.address}/search?person=alice&q=gateway")
    expect(window.page.locator("#f-person-alice")).to_be_focused()
    _type(window, " stripe")
    expect(window.page.locator("#results")).to_have_attribute("data-question", "gateway stripe")
    expect(window.page).to_have_url(f"{window.address}/search?q=gateway+stripe&person=alice")
    expect(window.page.locator(".hit")).to_have_count(2)
    window.page.get_by_role("link", name="Show all").click()
    expect(window.page).to_have_url(f"{window.address}/search?q=gateway+stripe")
    window.page.evaluate("window.history.back()")
    expect(window.page.locator("#f-person-alice")).to_have_attribute("aria-current", "true")


def test_why_and_what_is_similar_unfold_on_a_hit(visit: Visiting, alice: Actor) -> None:
    store(alice, "The gateway client is pinned to stripe 11.4.1.", type="dependency")
    store(alice, "The gateway client is pinned to stripe 11.4.2.", type="dependency")
    window = visit().sign_in(alice)
    window.open("/search?q=stripe+11.4.1")
    hit = window.page.locator(".hit", has_text="11.4.1").first
    hit.locator(".why summary").click()
    expect(hit.get_by_text("of the possible score")).to_be_visible()
    hit.locator(".alike summary").click()
    hit.locator(".alike-list").get_by_role("link", name="pinned to stripe 11.4.2").click()
    expect(window.page.get_by_role("heading", name="pinned to stripe 11.4.2")).to_be_visible()


def test_conversations_are_searched_on_their_tab_and_lead_to_the_turn(visit: Visiting, alice: Actor) -> None:
    talk = Conversation(alice)
    talk.turn("Why does the login answer 200?", "The fallback in error_handler.py swallows the 401.")
    turn = talk.turn("And the canary deploy?", "It is rolled back by the pipeline when the canary fails twice.")
    window = visit().sign_in(alice)
    window.open("/search?q=canary+rolled+back")
    window.page.get_by_role("link", name="Conversations", exact=True).click()
    expect(window.page.locator(".talk")).to_have_count(1)
    expect(window.page).to_have_url(f"{window.address}/search?q=canary+rolled+back&in=conversations")
    window.page.locator(".match a").last.click()
    expect(window.page.locator(f"[id='turn-{turn.uuid}']")).to_be_in_viewport()


def test_a_search_is_kept_used_and_given_up_with_a_way_back(visit: Visiting, alice: Actor, bob: Actor) -> None:
    _known(alice, bob)
    window = visit().sign_in(alice)
    window.open("/search?type=failure&q=gateway")
    window.page.get_by_text("Save this search").click()
    window.page.get_by_label("Name").fill("Gateway failures")
    window.page.get_by_role("button", name="Save").click()
    saved = window.page.get_by_role("navigation", name="Saved searches")
    expect(saved.get_by_role("link", name="Gateway failures")).to_be_visible()
    expect(window.page.get_by_label("Name")).to_be_hidden()
    window.open("/search")
    saved.get_by_role("link", name="Gateway failures").click()
    expect(window.page.locator(".hit")).to_have_count(1)
    saved.get_by_role("button", name="Remove the saved search Gateway failures").click()
    expect(window.page.get_by_text("is removed.")).to_be_visible()
    window.page.get_by_role("button", name="Undo").click()
    expect(saved.get_by_role("link", name="Gateway failures")).to_be_visible()


def test_the_team_is_asked_what_it_does_not_know_by_keyboard_alone(visit: Visiting, vera: Actor, alice: Actor) -> None:
    store(alice, "Releases go out on Tuesdays.")
    window = visit().sign_in(vera)
    window.page.keyboard.press("/")
    window.page.wait_for_url(f"{window.address}/search")
    expect(window.page.locator("#q")).to_be_focused()
    window.page.keyboard.type("zebra migration routes")
    # While answers to its first letters still come, they would take what has the focus with them.
    expect(window.page.locator("#results")).to_have_attribute("data-question", "zebra migration routes")
    expect(window.page.get_by_text("The team does not know this yet")).to_be_visible()
    for _ in range(8):
        window.page.keyboard.press("Tab")
        if window.page.evaluate("document.activeElement.textContent.trim()") == "Ask the team":
            break
    window.page.keyboard.press("Enter")
    expect(window.page.get_by_text("Your team now sees this question")).to_be_visible()
    with access.acting(alice):
        assert [(gap.question, gap.wanted_by) for gap in gaps(actor=alice)] == [
            ("zebra migration routes", (vera.user,))
        ]
        assert Recall.objects.count() == 1, "typing is one question"


def test_arrows_lead_from_the_question_into_its_answers_and_back(visit: Visiting, alice: Actor, bob: Actor) -> None:
    _known(alice, bob)
    window = visit().sign_in(alice)
    window.open("/search")
    window.page.keyboard.type("gateway pinned stripe")
    expect(window.page.locator("mark", has_text="stripe")).to_be_visible()
    window.page.keyboard.press("ArrowDown")
    expect(window.page.locator("[data-open]").first).to_be_focused()
    window.page.keyboard.press("Escape")
    expect(window.page.locator("#q")).to_be_focused()
    window.page.keyboard.press("ArrowDown")
    window.page.keyboard.press("Enter")
    expect(window.page.get_by_role("heading", name="pinned to stripe")).to_be_visible()


def test_a_server_that_does_not_answer_is_said_and_the_next_answer_clears_it(
    visit: Visiting, alice: Actor, bob: Actor
) -> None:
    _known(alice, bob)
    window = visit().sign_in(alice)
    window.open("/search")
    window.page.route("**/search?*", lambda route: route.abort())
    _type(window, "gateway")
    expect(window.page.get_by_text("Cairn cannot be reached.")).to_be_visible()
    window.page.unroute("**/search?*")
    _type(window, " pinned")
    expect(window.page.locator(".hit").first).to_be_visible()
    expect(window.page.get_by_text("Cairn cannot be reached.")).to_have_count(0)
    # The browser itself notes the failed request in its console.
    window.complaints.clear()


@pytest.mark.parametrize(("width", "dark"), [(390, False), (390, True), (1280, True)])
def test_every_state_fits_phone_and_desk(visit: Visiting, alice: Actor, bob: Actor, width: int, dark: bool) -> None:
    _known(alice, bob)
    store(alice, "The gateway reads " + "a/very/long/path" * 12 + ".py", project="acme/" + "long-name-" * 9)
    Conversation(alice, "A title " * 12).turn("gateway " + "x" * 300, "The gateway is retried.")
    window = visit(width=width, dark=dark).sign_in(alice)
    for path in ("/search", "/search?q=gateway", "/search?q=zebra&type=pattern", "/search?q=gateway&in=conversations"):
        window.open(path)
        for summary in window.page.locator("#results summary").all()[:3]:
            summary.click()
        wide = window.page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, f"{path} is {wide} pixels too wide"


def test_everything_works_without_script(visit: Visiting, alice: Actor, bob: Actor) -> None:
    _known(alice, bob)
    window = visit(script=False).sign_in(alice)
    window.open("/search")
    window.page.locator("#q").fill("gateway")
    window.page.get_by_role("button", name="Search", exact=True).click()
    expect(window.page.locator(".hit")).to_have_count(3)
    window.page.get_by_role("link", name="Failure").click()
    expect(window.page.locator(".hit")).to_have_count(1)
    window.page.locator("#q").fill("gateway times")
    window.page.get_by_role("button", name="Search", exact=True).click()
    expect(window.page).to_have_url(f"{window.address}/search?q=gateway+times&type=failure")
    window.page.locator(".alike summary").click()
    window.page.get_by_role("link", name="Show similar memories").click()
    expect(window.page.get_by_role("heading", name="Similar to")).to_be_visible()
    window.open("/search?type=failure&q=gateway")
    window.page.get_by_text("Save this search").click()
    window.page.get_by_role("button", name="Save", exact=True).click()
    expect(window.page.get_by_text("Only you can see it.")).to_be_visible()
    window.page.get_by_role("button", name="Remove the saved search").click()
    window.page.get_by_role("button", name="Undo").click()
    expect(window.page.get_by_role("navigation", name="Saved searches")).to_be_visible()
    window.open("/search?q=zebra+routes")
    window.page.get_by_role("button", name="Ask the team").click()
    window.page.get_by_role("button", name="Withdraw").click()
    expect(window.page.get_by_text("Withdrawn")).to_be_visible()
