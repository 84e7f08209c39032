"""The insights in a real browser: by mouse, by keyboard alone, on a phone, in the dark, and without script."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from memory import access, audit
from memory.access import Actor
from memory.knowledge import lifecycle
from memory.models import Recall, Usage
from tests.browser.conftest import Visit, Visiting
from tests.web.conftest import store
from web.insights.sections import SUBJECTS

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

_TYPES = ("decision", "context", "failure", "pattern", "dependency")
_QUESTION = "Why does checkout retry three times when the gateway answers 429?"


def _worked(actor: Actor) -> None:
    """Some weeks of a team, with something in every section."""
    now = timezone.now()
    for number in range(24):
        learned = now - timedelta(days=3 * number)
        memory = store(actor, f"Module {number} of checkout keeps a_rather_long_identifier_{number} in order.",
                       type=_TYPES[number % 5], learned=learned, session=f"Session {number}",
                       files=[f"services/payments_{number % 4}/api.py"], uses=number % 3)  # fmt: skip
        with access.acting(actor):
            told = {"team": actor.team, "user": actor.user, "surface": "mcp", "question": "How?", "gist": "how"}
            Recall.objects.create(**told, shown=[memory.pk], fetched=[memory.pk] if number % 3 else [])
    with access.acting(actor):
        audit.record("capture", "events", actor=actor, accepted=12, redactions={"aws_key": 2})
        asked = {"team": actor.team, "user": actor.user, "surface": "web"}
        Recall.objects.create(**asked, question=_QUESTION, gist="checkout retri")
    with access.scope(team=actor.team, system=True):
        Usage.objects.create(team=actor.team, day=now.date(), provider="ollama", calls=7, input_tokens=900)


def _scroll_through(window: Visit) -> None:
    """Down the page until every section has come."""
    for _ in range(60):
        if not window.page.locator(".waits").count():
            break
        window.page.mouse.wheel(0, 500)
        window.page.wait_for_timeout(60)
    expect(window.page.locator(".waits")).to_have_count(0)


def test_sections_come_as_one_scrolls_and_numbers_unfold(visit: Visiting, alice: Actor) -> None:
    _worked(alice)
    window = visit().sign_in(alice)
    window.page.get_by_role("link", name="Insights", exact=True).click()
    expect(window.page.get_by_text("24 memories learned in 12 weeks.")).to_be_visible()
    _scroll_through(window)
    expect(window.page.locator(".insight")).to_have_count(len(SUBJECTS))
    expect(window.page.get_by_text("could not be loaded")).to_have_count(0)
    expect(window.page.get_by_role("img", name="Decision: new memories per week")).to_be_visible()
    table = window.page.get_by_role("table", name="New memories per week, by type")
    expect(table).to_be_hidden()
    window.page.get_by_text("New memories per week, by type, as a table").click()
    expect(table).to_be_visible()
    expect(table.get_by_role("row")).to_have_count(13)


def test_time_and_project_are_chosen_and_stay_in_the_address(visit: Visiting, alice: Actor) -> None:
    _worked(alice)
    store(alice, "The shop renders on the server.", project="acme/web-shop")
    window = visit().sign_in(alice)
    window.open("/insights")
    window.page.get_by_role("link", name="4 weeks").click()
    window.page.get_by_label("Project", exact=True).select_option(label="acme/web-shop")
    expect(window.page.get_by_text("1 memory learned in 4 weeks about acme/web-shop.")).to_be_visible()
    assert "weeks=4" in window.page.url
    assert "web-shop" in window.page.url
    _scroll_through(window)
    expect(window.page.locator("#queue")).to_contain_text("this is not counted by project")


def test_a_gap_is_dismissed_taken_back_and_answered_by_keyboard(visit: Visiting, alice: Actor) -> None:
    _worked(alice)
    window = visit().sign_in(alice)
    window.open("/insights/gaps")
    question = window.page.locator(".gaps").get_by_text(_QUESTION, exact=True)
    _tab_to(window, "Dismiss")
    window.page.keyboard.press("Enter")
    expect(window.page.get_by_text("Dismissed.")).to_be_visible()
    expect(question).to_have_count(0)
    _tab_to(window, "Undo")
    window.page.keyboard.press("Enter")
    expect(question).to_be_visible()
    _tab_to(window, "Answer")
    window.page.keyboard.press("Enter")
    window.page.keyboard.press("Tab")
    window.page.keyboard.type("Checkout retries three times because the gateway answers 429 to the fourth attempt.")
    window.page.keyboard.press("Tab")
    window.page.keyboard.press("Enter")
    expect(window.page.get_by_text("Saved. The next search finds it.")).to_be_visible(timeout=20_000)
    expect(question).to_have_count(0)
    window.page.get_by_role("link", name="See the memory").click()
    expect(window.page.get_by_text("because the gateway answers 429").first).to_be_visible()


def _tab_to(window: Visit, label: str) -> None:
    """Press Tab until what begins with this label has the focus."""
    for _ in range(80):
        window.page.keyboard.press("Tab")
        if window.page.evaluate("document.activeElement.textContent.trim()").startswith(label):
            return
    raise AssertionError(f"Tab never reaches '{label}'")


@pytest.mark.parametrize("dark", [False, True])
def test_on_a_phone_nothing_runs_over_the_edge(visit: Visiting, alice: Actor, dark: bool) -> None:
    _worked(alice)
    window = visit(width=390, dark=dark).sign_in(alice)
    window.open("/insights?weeks=52")
    _scroll_through(window)
    assert window.page.evaluate("document.documentElement.scrollWidth") <= 390
    fill = "getComputedStyle(document.querySelector('.bars.decision rect')).fill"
    assert window.page.evaluate(fill) == ("rgb(169, 194, 132)" if dark else "rgb(74, 101, 48)")


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (390, True)])
def test_review_results_show_shares_along_time_and_by_distiller(
    visit: Visiting, alice: Actor, width: int, dark: bool
) -> None:
    for number in range(30):
        learned = timezone.now() - timedelta(days=2.5 * number)
        distiller = ("rules", "anthropic:claude-haiku-4-5")[number % 2]
        memory = store(alice, f"Module {number} of checkout keeps order.", learned=learned, source="captured",
                       status="draft", distiller=distiller, type=_TYPES[number % 5])  # fmt: skip
        if number % 3 < 2:
            with access.acting(alice):
                (lifecycle.approve, lifecycle.reject)[number % 3](str(memory.uuid), actor=alice)
    window = visit(width=width, dark=dark).sign_in(alice)
    window.open("/insights/reviews")
    expect(window.page.get_by_text("People have reviewed 20 of them; 10 have not been reviewed.")).to_be_visible()
    expect(window.page.get_by_role("img", name="Thrown away: share of the memories captured")).to_be_visible()
    row = window.page.get_by_role("table", name="Review results by distiller").get_by_role("row", name="anthropic")
    expect(row).to_contain_text("33 %")
    window.page.get_by_text("Review results by week, as a table").click()
    expect(window.page.get_by_role("table", name="Review results by week")).to_be_visible()
    assert window.page.evaluate("document.documentElement.scrollWidth") <= width
    fill = "getComputedStyle(document.querySelector('.bars.thrown rect')).fill"
    assert (window.page.evaluate(fill) == window.page.evaluate("getComputedStyle(document.body).color")) is False


def test_without_script_each_section_is_a_link_away_and_gaps_close(visit: Visiting, alice: Actor) -> None:
    _worked(alice)
    window = visit(script=False).sign_in(alice)
    window.open("/insights?weeks=4")
    expect(window.page.get_by_text("learned in 4 weeks.")).to_be_visible()
    window.page.get_by_role("link", name="Show bus factor").click()
    expect(window.page.get_by_role("rowheader", name="services/payments_1")).to_be_visible()
    window.page.get_by_role("link", name="All insights").click()
    assert "weeks=4" in window.page.url
    window.page.get_by_role("link", name="Show knowledge gaps").click()
    window.page.get_by_role("button", name="Dismiss").click()
    expect(window.page.get_by_text("Dismissed.")).to_be_visible()
    window.page.get_by_role("button", name="Undo").click()
    expect(window.page.locator(".gaps").get_by_text(_QUESTION, exact=True)).to_be_visible()


def test_what_says_no_keeps_what_was_typed(visit: Visiting, bob: Actor) -> None:
    _worked(bob)
    window = visit().sign_in(bob)
    window.open("/insights/gaps")
    expect(window.page.get_by_role("button", name="Dismiss")).to_have_count(0)
    window.page.locator(".answer > summary").click()
    window.page.get_by_label("The fact, as the team should know it").fill("ok")
    window.page.get_by_role("button", name="Save answer").click()
    expect(window.page.get_by_role("alert")).to_be_visible()
    expect(window.page.get_by_label("The fact, as the team should know it")).to_have_value("ok")
    window.complaints = [
        complaint for complaint in window.complaints if "42" not in complaint and "400" not in complaint
    ]
