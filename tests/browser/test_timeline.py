"""The timeline as people use it: filters, keys, live news and the way back, at the desk, on a phone, in the dark."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from memory import access
from memory.access import Actor
from memory.knowledge import lifecycle
from memory.models import Agent
from tests.browser.conftest import Visit, Visiting, wait_until_scrolled
from tests.web.conftest import store
from web import live

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def _trail(actor: Actor, count: int) -> None:
    """So many memories of yesterday noon, four to a session."""
    noon = timezone.localtime().replace(hour=12, minute=0) - timedelta(days=1)
    for number in reversed(range(count)):
        text, title = f"Checkout keeps fact {number:03} in order.", f"Session {number // 4}"
        store(actor, text, session=title, learned=noon - timedelta(seconds=number))


def _varied(alice: Actor, bob: Actor) -> None:
    """Three memories that no two filters share."""
    with access.acting(alice):
        agent = Agent.objects.create(team=alice.team, owner=bob.user, agent_id="ci-bot")
    store(alice, "Checkout retries three times.", session="Retry policy")
    store(bob, "The shop caches pages.", project="acme/web-shop", type="pattern")
    store(bob, "The nightly job fails on Sundays.", type="failure", agent=agent)


def _stones(page: Page) -> list[str]:
    return page.locator(".fact").all_inner_texts()


def _is_live(window: Visit) -> None:
    expect(window.page.locator("#live")).to_have_attribute("data-state", "on")


def _not_wider_than_its_window(window: Visit) -> None:
    assert window.page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (1280, True), (390, False)])
def test_filters_are_chosen_combined_and_taken_away(
    visit: Visiting, alice: Actor, bob: Actor, width: int, dark: bool
) -> None:
    _varied(alice, bob)
    window = visit(width=width, dark=dark).sign_in(alice)
    page = window.page
    page.get_by_label("Person").select_option(label="bob")
    page.wait_for_url("**/?person=bob")
    assert len(_stones(page)) == 2
    page.get_by_label("Agent").select_option(label="ci-bot")
    page.wait_for_url("**/?person=bob&agent=ci-bot")
    assert _stones(page) == ["The nightly job fails on Sundays."]
    page.get_by_role("link", name="Decision").click()
    expect(page.get_by_text("The team has no decision from bob by ci-bot.")).to_be_visible()
    _not_wider_than_its_window(window)
    page.get_by_role("link", name="Remove the filter agent: ci-bot").click()
    page.get_by_role("link", name="Remove the filter type: decision").click()
    assert len(_stones(page)) == 2
    page.get_by_role("link", name="Clear").click()
    page.wait_for_url(f"{window.address}/")
    assert len(_stones(page)) == 3
    # The branch that stands over a session leads to all of that branch.
    page.locator("h3").get_by_role("link", name="fix/401-fallback").click()
    expect(page.get_by_role("link", name="Remove the filter branch: fix/401-fallback")).to_be_visible()


def test_a_choice_made_with_arrows_waits_for_enter(visit: Visiting, alice: Actor, bob: Actor) -> None:
    _varied(alice, bob)
    window = visit().sign_in(alice)
    window.page.locator("#person").focus()
    window.page.keyboard.press("ArrowDown")
    window.page.keyboard.press("ArrowDown")
    expect(window.page).to_have_url(f"{window.address}/")
    window.page.keyboard.press("Enter")
    window.page.wait_for_url("**/?person=bob")
    expect(window.page.locator("#person")).to_be_focused()


def test_the_live_page_honours_its_filters(visit: Visiting, alice: Actor, bob: Actor) -> None:
    _varied(alice, bob)
    window = visit().sign_in(alice)
    window.open("/?person=bob&branch=fix/401-fallback")
    _is_live(window)
    store(alice, "Not of this person.")
    shown = store(bob, "This is of this person.")
    expect(window.page.locator(f"#m-{shown.uuid}")).to_be_visible()
    expect(window.page.get_by_text("Not of this person.")).to_have_count(0)


def test_without_script_filters_and_older_memories_work(visit: Visiting, alice: Actor, bob: Actor) -> None:
    _trail(alice, 45)
    _varied(alice, bob)
    window = visit(script=False).sign_in(alice)
    page = window.page
    page.get_by_label("Person").select_option(label="alice")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("link", name="Remove the filter person: alice")).to_be_visible()
    page.get_by_role("link", name="Older memories").click()
    expect(page.get_by_text("keeps fact 044")).to_be_visible()
    expect(page.get_by_role("link", name="Remove the filter person: alice")).to_be_visible()
    page.get_by_role("link", name="Back to the newest").click()
    page.get_by_role("link", name="Clear").click()
    expect(page.get_by_text("The shop caches pages.")).to_be_visible()
    expect(page.locator("#live")).to_have_text("Not live")


def test_the_keyboard_alone_walks_opens_and_comes_back(visit: Visiting, alice: Actor) -> None:
    _trail(alice, 50)
    window = visit().sign_in(alice)
    page = window.page
    selected = page.locator("[data-selected] .fact")
    page.keyboard.press("j")
    expect(selected).to_have_text("Checkout keeps fact 000 in order.")
    for _ in range(35):
        page.keyboard.press("j")
    # The next stretch comes by itself before one is at the end.
    expect(page.locator(".stone")).to_have_count(50)
    for _ in range(9):
        page.keyboard.press("j")
    expect(selected).to_have_text("Checkout keeps fact 044 in order.")
    expect(selected).to_be_in_viewport()
    page.keyboard.press("k")
    expect(selected).to_have_text("Checkout keeps fact 043 in order.")
    expect(page.locator("[data-selected]")).to_have_css("outline-style", "solid")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Checkout keeps fact 043")).to_be_visible()
    page.evaluate("window.history.back()")
    expect(page.get_by_role("link", name="Checkout keeps fact 043 in order.")).to_be_in_viewport()
    page.keyboard.press("j")
    expect(selected).to_have_text("Checkout keeps fact 044 in order.")


def test_the_selection_stays_with_its_stone_while_news_comes(visit: Visiting, alice: Actor, bob: Actor) -> None:
    store(alice, "An older fact.", learned=timezone.now() - timedelta(hours=1))
    window = visit().sign_in(bob)
    _is_live(window)
    window.page.keyboard.press("j")
    store(alice, "A newer fact.")
    expect(window.page.locator(".stone").first).to_contain_text("A newer fact.")
    expect(window.page.locator("[data-selected] .fact")).to_have_text("An older fact.")
    window.page.keyboard.press("k")
    expect(window.page.locator("[data-selected] .fact")).to_have_text("A newer fact.")


def test_g_and_a_letter_lead_to_the_pages_but_never_while_typing(visit: Visiting, alice: Actor) -> None:
    window = visit().sign_in(alice)
    page = window.page
    for letter, path in (("e", "/sessions/"), ("s", "/search"), ("t", "/")):
        page.locator("body").press("g")
        page.keyboard.press(letter)
        page.wait_for_url(f"{window.address}{path}")
        page.locator("body").evaluate("document.activeElement.blur()")
    page.keyboard.press("/")
    page.wait_for_url(f"{window.address}/search")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.type("gt?/j")
    expect(page.locator("#q")).to_have_value("gt?/j")
    expect(page.locator("#keys")).to_be_hidden()


def test_a_question_mark_explains_the_keys_and_escape_closes_it(visit: Visiting, alice: Actor) -> None:
    store(alice, "Checkout retries three times.")
    window = visit().sign_in(alice)
    page = window.page
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(dialog).to_be_visible()
    expect(dialog).to_contain_text("next, previous")
    page.keyboard.press("j")
    expect(page.locator("[data-selected]")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.get_by_role("button", name="Keyboard shortcuts").click()
    page.get_by_label("Use keyboard shortcuts in this browser").uncheck()
    page.get_by_role("button", name="Close").click()
    page.keyboard.press("j")
    page.keyboard.press("/")
    expect(page.locator("[data-selected]")).to_have_count(0)
    expect(page).to_have_url(f"{window.address}/")
    # Where there is no list, the keys of lists are not told.
    window.open("/connect")
    page.get_by_role("button", name="Keyboard shortcuts").click()
    expect(dialog).to_contain_text("timeline")
    expect(dialog.get_by_text("next, previous")).to_be_hidden()


def test_back_leads_to_the_same_place_when_the_browser_has_not_kept_the_page(visit: Visiting, alice: Actor) -> None:
    _trail(alice, 130)
    window = visit().sign_in(alice)
    page = window.page
    # A page with such a listener is never kept.
    page.evaluate("window.addEventListener('unload', () => 0)")
    while page.locator(".stone").count() < 120:
        page.mouse.wheel(0, 4000)
        page.wait_for_timeout(50)
    link = page.get_by_role("link", name="Checkout keeps fact 105 in order.")
    link.scroll_into_view_if_needed()
    before = link.bounding_box()
    link.click()
    expect(page.get_by_role("heading", name="Checkout keeps fact 105")).to_be_visible()
    page.go_back()
    expect(link).to_be_in_viewport()
    after = link.bounding_box()
    assert before and after
    assert abs(before["y"] - after["y"]) < 3
    order = _stones(page)
    assert order == sorted(set(order))


def test_a_stretch_that_does_not_come_can_be_asked_for_again(visit: Visiting, alice: Actor) -> None:
    _trail(alice, 60)
    window = visit().sign_in(alice)
    page = window.page
    answers = [lambda route: route.abort(), lambda route: route.fulfill(status=500, body="<p>Broken</p>")]

    def answer(route: Route) -> None:
        if answers:
            answers.pop(0)(route)
        else:
            route.continue_()

    page.route("**/?before=*", answer)
    page.mouse.wheel(0, 6000)
    again = page.get_by_role("link", name="Loading failed. Try again")
    expect(again).to_be_visible()
    again.click()
    expect(again).to_be_visible()
    expect(page.get_by_text("Broken")).to_have_count(0)
    again.click()
    expect(page.locator(".stone")).to_have_count(60)
    # The browser itself notes the failed requests in its console.
    window.complaints.clear()


def test_several_news_are_counted_and_come_in_order(visit: Visiting, alice: Actor, bob: Actor) -> None:
    _trail(alice, 30)
    window = visit().sign_in(bob)
    page = window.page
    _is_live(window)
    page.mouse.wheel(0, 1200)
    wait_until_scrolled(page, 800)
    memories = [store(alice, f"News number {number}.", session="News") for number in range(4)]
    expect(page.get_by_role("button", name="4 new")).to_be_visible()
    # What is forgotten before anybody saw it is no news.
    with access.acting(alice):
        lifecycle.forget(str(memories[1].uuid), actor=alice)
    expect(page.get_by_role("button", name="3 new")).to_be_visible()
    page.get_by_role("button", name="3 new").click()
    expect(page.locator(".stone")).to_have_count(33)
    assert _stones(page)[:3] == ["News number 3.", "News number 2.", "News number 0."]
    expect(page.locator(".stone a[data-open]").first).to_be_focused()


def test_what_is_restored_returns_to_its_own_day(visit: Visiting, alice: Actor, bob: Actor) -> None:
    now = timezone.localtime().replace(hour=12, minute=0)
    memories = [store(alice, f"Learned {n} days ago.", learned=now - timedelta(days=n)) for n in (1, 3, 5)]
    with access.acting(alice):
        lifecycle.forget(str(memories[1].uuid), actor=alice)
    window = visit().sign_in(bob)
    _is_live(window)
    assert _stones(window.page) == ["Learned 1 days ago.", "Learned 5 days ago."]
    with access.acting(alice):
        lifecycle.restore(str(memories[1].uuid), actor=alice)
    expect(window.page.locator(".stone")).to_have_count(3)
    assert _stones(window.page) == ["Learned 1 days ago.", "Learned 3 days ago.", "Learned 5 days ago."]


def test_a_page_that_lost_the_server_says_so_and_catches_up(
    visit: Visiting, alice: Actor, bob: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = store(alice, "An older fact.", learned=timezone.now() - timedelta(hours=1))
    window = visit().sign_in(bob)
    page = window.page
    _is_live(window)
    page.route("**/live?*", lambda route: route.abort())
    for hub in list(live._hubs.values()):
        hub.end_all()
    expect(page.locator("#live")).to_have_attribute("data-state", "again")
    expect(page.locator("#live")).to_have_text("Reconnecting")
    store(alice, "Learned meanwhile.")
    with access.acting(alice):
        lifecycle.forget(str(old.uuid), actor=alice)
    page.unroute("**/live?*")
    _is_live(window)
    expect(page.get_by_text("Learned meanwhile.")).to_be_visible()
    expect(page.get_by_text("An older fact.")).to_have_count(0)
    window.complaints.clear()


def test_who_is_signed_out_meanwhile_is_told_that_nothing_comes(visit: Visiting, bob: Actor) -> None:
    window = visit(width=390).sign_in(bob)
    _is_live(window)
    expect(window.page.locator("#live")).to_be_hidden()
    window.page.route(
        "**/live?*", lambda route: route.fulfill(status=401, body="You are not signed in. Sign in first.")
    )
    window.page.reload()
    expect(window.page.locator("#live")).to_have_text("Not connected")
    expect(window.page.locator("#live")).to_be_visible()
    window.complaints.clear()


def test_a_page_too_many_says_so_and_asks_again_by_and_by(
    visit: Visiting, bob: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "_MOST_OF_ONE", 0)
    window = visit(width=390).sign_in(bob)
    asked: list[str] = []
    window.page.on("request", lambda request: "/live?" in request.url and asked.append(request.url))
    window.page.reload()
    expect(window.page.locator("#live")).to_have_text("Too many live pages")
    expect(window.page.locator("#live")).to_be_visible()
    window.page.wait_for_timeout(3000)
    assert len(asked) == 1
    monkeypatch.setattr(live, "_MOST_OF_ONE", 10)
    expect(window.page.locator("#live")).to_have_attribute("data-state", "on", timeout=40_000)
    window.complaints.clear()


def test_nothing_moves_for_who_wants_no_movement(visit: Visiting, alice: Actor, bob: Actor) -> None:
    window = visit().sign_in(bob)
    window.page.emulate_media(reduced_motion="reduce", forced_colors="active")
    _is_live(window)
    memory = store(alice, "Checkout retries three times.")
    stone = window.page.locator(f"#m-{memory.uuid}")
    expect(stone).to_have_css("animation-name", "none")
    window.page.keyboard.press("j")
    expect(stone).to_have_css("outline-style", "solid")
    expect(stone).to_have_css("outline-width", "2px")
