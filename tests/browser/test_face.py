"""The face in a real browser: what a person sees and does, with a clean console under the strict policy."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from memory import access
from memory.access import Actor
from memory.models import Memory
from tests.browser.conftest import Visit, Visiting, wait_until_scrolled
from tests.web.conftest import store

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def _trail(actor: Actor, count: int) -> None:
    """So many memories of yesterday noon, four to a session."""
    noon = timezone.localtime().replace(hour=12, minute=0) - timedelta(days=1)
    for number in reversed(range(count)):
        text, title = f"Checkout keeps fact {number:03} in order.", f"Session {number // 4}"
        store(actor, text, session=title, learned=noon - timedelta(seconds=number))


def test_a_person_signs_in_and_out(visit: Visiting, bob: Actor) -> None:
    window = visit()
    window.open("/connect")
    window.page.get_by_label("Name").fill("bob")
    window.page.get_by_label("Password").fill("bob-password")
    window.page.keyboard.press("Enter")
    expect(window.page.get_by_role("heading", name="Connect Claude Code")).to_be_visible()
    window.page.get_by_role("button", name="Sign out").click()
    expect(window.page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_a_memory_of_a_team_mate_appears_while_one_looks(visit: Visiting, alice: Actor, bob: Actor) -> None:
    store(alice, "Checkout retries three times.", learned=timezone.now() - timedelta(hours=1))
    window = visit().sign_in(bob)
    expect(window.page.locator("#live")).to_have_attribute("data-state", "on")
    memory = store(alice, "The fallback in error_handler.py is removed.", session="Fix silent 401s")
    fresh = window.page.locator(f"#m-{memory.uuid}")
    expect(fresh).to_be_visible()
    expect(window.page.locator(".stone").first).to_have_id(f"m-{memory.uuid}")
    expect(window.page.locator("h3", has_text="Fix silent 401s")).to_be_visible()
    another = store(alice, "Handlers re-raise what they do not know.", session="Fix silent 401s")
    expect(window.page.locator(".stone").first).to_have_id(f"m-{another.uuid}")
    expect(window.page.locator("h3", has_text="Fix silent 401s")).to_have_count(1)


def test_a_forgotten_memory_leaves_the_page_of_everybody(visit: Visiting, alice: Actor, bob: Actor) -> None:
    from memory.knowledge import lifecycle

    memory = store(alice, "Checkout retries three times.", session="Retry policy")
    window = visit().sign_in(bob)
    expect(window.page.locator("#live")).to_have_attribute("data-state", "on")
    with access.acting(alice):
        lifecycle.forget(str(memory.uuid), actor=alice)
    expect(window.page.locator(f"#m-{memory.uuid}")).to_have_count(0)
    expect(window.page.locator("h3")).to_have_count(0)


def test_who_reads_further_down_is_told_and_not_disturbed(visit: Visiting, alice: Actor, bob: Actor) -> None:
    _trail(alice, 30)
    window = visit().sign_in(bob)
    expect(window.page.locator("#live")).to_have_attribute("data-state", "on")
    window.page.mouse.wheel(0, 1200)
    wait_until_scrolled(window.page, 800)
    memory = store(alice, "The fallback is removed.")
    chip = window.page.get_by_role("button", name="1 new")
    expect(chip).to_be_visible()
    expect(window.page.locator(f"#m-{memory.uuid}")).to_have_count(0)
    chip.click()
    expect(window.page.locator(f"#m-{memory.uuid}")).to_be_in_viewport()
    expect(chip).to_be_hidden()


def test_the_first_memory_takes_the_place_of_the_empty_page(visit: Visiting, alice: Actor, bob: Actor) -> None:
    window = visit().sign_in(bob)
    expect(window.page.get_by_text("No memories yet")).to_be_visible()
    expect(window.page.locator("#live")).to_have_attribute("data-state", "on")
    store(alice, "Checkout retries three times.")
    expect(window.page.get_by_text("Checkout retries three times.")).to_be_visible()
    expect(window.page.locator("#empty")).to_have_count(0)


def test_older_memories_come_by_scrolling(visit: Visiting, alice: Actor) -> None:
    _trail(alice, 90)
    window = visit().sign_in(alice)
    expect(window.page.locator(".stone")).to_have_count(40)
    while window.page.locator(".more").count():
        window.page.mouse.wheel(0, 4000)
        window.page.wait_for_timeout(50)
    expect(window.page.locator(".stone")).to_have_count(90)
    order = window.page.locator(".fact").all_inner_texts()
    assert order == sorted(order)
    assert window.page.locator("h3").count() == 23


def test_back_from_a_memory_leads_to_the_same_place(visit: Visiting, alice: Actor) -> None:
    _trail(alice, 90)
    window = visit().sign_in(alice)
    window.page.mouse.wheel(0, 6000)
    expect(window.page.locator(".stone")).to_have_count(80)
    link = window.page.get_by_role("link", name="Checkout keeps fact 060 in order.")
    link.scroll_into_view_if_needed()
    link.click()
    expect(window.page.get_by_role("heading", name="Checkout keeps fact 060")).to_be_visible()
    # The browser shows the very page again; Playwright's own `go_back` waits for a load that never comes.
    window.page.evaluate("window.history.back()")
    expect(window.page.get_by_role("link", name="Checkout keeps fact 060 in order.")).to_be_in_viewport()


def test_results_follow_the_typing_and_the_address_follows_too(visit: Visiting, alice: Actor) -> None:
    store(alice, "The gateway client is pinned to stripe 11.4.1.", type="dependency")
    store(alice, "Releases go out on Tuesdays.")
    window = visit().sign_in(alice)
    window.open("/search")
    window.page.locator("#q").press_sequentially("which stripe version is the gateway pinned to", delay=15)
    expect(window.page.locator("mark", has_text="stripe")).to_be_visible()
    expect(window.page.locator(".stone")).to_have_count(1)
    expect(window.page).to_have_url(f"{window.address}/search?q=which+stripe+version+is+the+gateway+pinned+to")
    window.page.locator(".why summary").click()
    expect(window.page.get_by_text("of the possible score")).to_be_visible()
    window.page.get_by_role("link", name="Decision").click()
    expect(window.page.get_by_text("The team does not know this yet")).to_be_visible()
    expect(window.page.locator("#q")).to_have_value("which stripe version is the gateway pinned to")


def test_a_slash_leads_to_the_search_from_everywhere(visit: Visiting, alice: Actor) -> None:
    window = visit().sign_in(alice)
    window.page.keyboard.press("/")
    window.page.wait_for_url(f"{window.address}/search")
    expect(window.page.locator("#q")).to_be_focused()


def test_forgetting_is_undone_with_one_click(visit: Visiting, bob: Actor) -> None:
    memory = store(bob, "The staging cluster is read-only.")
    window = visit().sign_in(bob)
    window.open(f"/memories/{memory.uuid}")
    window.page.get_by_role("button", name="Forget").click()
    expect(window.page.get_by_text("Searches no longer find it")).to_be_visible()
    expect(window.page.locator(".badge")).to_have_text("Forgotten")
    window.page.get_by_role("button", name="Undo").click()
    expect(window.page.get_by_text("Restored.")).to_be_visible()
    expect(window.page.locator(".badge")).to_have_count(0)


def test_a_type_is_corrected_with_one_click(visit: Visiting, bob: Actor) -> None:
    memory = store(bob, "The job spends 7 of 11 minutes downloading.", type="context")
    window = visit().sign_in(bob)
    window.open(f"/memories/{memory.uuid}")
    window.page.get_by_role("button", name="Failure").click()
    expect(window.page.get_by_text("The type is now failure.")).to_be_visible()
    expect(window.page.get_by_role("button", name="Failure")).to_have_attribute("aria-pressed", "true")


def test_a_chosen_project_narrows_the_timeline(visit: Visiting, alice: Actor) -> None:
    store(alice, "Checkout retries three times.", project="acme/checkout")
    store(alice, "The shop caches pages.", project="acme/web-shop")
    window = visit().sign_in(alice)
    window.page.get_by_label("Project").select_option(label="acme/web-shop")
    expect(window.page.get_by_text("Checkout retries")).to_have_count(0)
    expect(window.page.get_by_text("The shop caches pages.")).to_be_visible()


def test_the_token_is_filled_into_the_command(visit: Visiting, bob: Actor) -> None:
    window = visit().sign_in(bob)
    window.open("/connect")
    window.page.get_by_label("Create a token for").fill("laptop")
    window.page.get_by_role("button", name="Create and fill in").click()
    expect(window.page.locator("#command-install")).to_contain_text("token=cairn_")
    expect(window.page.locator("#command-install")).to_contain_text(f"url={window.address}")


def test_the_admin_works_under_the_strict_policy(visit: Visiting, alice: Actor) -> None:
    memory = store(alice, "Checkout retries three times.")
    window = visit().sign_in(alice)
    window.open("/admin/memory/memory/")
    window.page.locator("input.action-select").first.check()
    window.page.locator("select[name=action]").select_option(label="Forget")
    window.page.get_by_role("button", name="Go").click()
    window.page.get_by_role("button", name="Forget").click()
    expect(window.page.get_by_text("Forget: 1 done.")).to_be_visible()
    with access.acting(alice):
        assert Memory.objects.get(pk=memory.pk).status == "forgotten"


def _tour(window: Visit, memory: Memory) -> None:
    """Every page once, none of them wider than its window."""
    for path in ("/", "/search?q=checkout+retries", f"/memories/{memory.uuid}", "/connect"):
        window.open(path)
        wide = window.page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, f"{path} is {wide} pixels too wide"


@pytest.mark.parametrize(("width", "dark"), [(390, False), (390, True), (768, False), (1280, True)])
def test_every_page_fits_phone_and_desk_in_light_and_dark(
    visit: Visiting, alice: Actor, width: int, dark: bool
) -> None:
    long = "src/a/very/long/path/that/goes/on/and/on/checkout_retries_gateway_timeouts_with_backoff.py"
    memory = store(alice, f"Checkout retries in {long} three times.", session="A session with a long title " * 4)
    window = visit(width=width, dark=dark).sign_in(alice)
    _tour(window, memory)


def test_everything_that_matters_works_without_script(visit: Visiting, alice: Actor) -> None:
    _trail(alice, 45)
    memory = store(alice, "The staging cluster is read-only.")
    window = visit(script=False).sign_in(alice)
    expect(window.page.get_by_text("The staging cluster is read-only.")).to_be_visible()
    window.page.get_by_role("link", name="Older memories").click()
    expect(window.page.get_by_text("keeps fact 044")).to_be_visible()
    window.open("/search")
    window.page.locator("#q").fill("staging cluster")
    window.page.get_by_role("button", name="Search").click()
    window.page.get_by_role("link", name="The staging cluster is read-only.").click()
    window.page.get_by_role("button", name="Forget").click()
    expect(window.page.get_by_text("Searches no longer find it")).to_be_visible()
    with access.acting(alice):
        assert Memory.objects.get(pk=memory.pk).status == "forgotten"


def test_a_server_that_is_away_is_said_and_loses_nothing(visit: Visiting, bob: Actor) -> None:
    memory = store(bob, "The staging cluster is read-only.")
    window = visit().sign_in(bob)
    window.open(f"/memories/{memory.uuid}")
    window.page.route("**/forget", lambda route: route.abort())
    window.page.get_by_role("button", name="Forget").click()
    expect(window.page.get_by_text("Cairn cannot be reached.")).to_be_visible()
    expect(window.page.get_by_role("heading", name="The staging cluster")).to_be_visible()
    # The browser itself notes the failed request in its console.
    window.complaints.clear()
