"""Sessions and the daily log in a real browser: read by mouse, by keyboard alone, on a phone, and without script."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from memory import access
from memory.access import Actor
from memory.models import Evidence
from tests.browser.conftest import Visit, Visiting
from tests.web.conftest import store
from tests.web.conversations import Conversation

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

_HOSTILE = """# Plan

<script>document.title = "broken into"</script> <img src="https://evil.example/p.png" onerror="alert(1)">
![pixel](https://evil.example/pixel.png) and [click me](javascript:alert(1))

| file | lines |
|------|------:|
| a_very_long_name_without_any_place_to_break_it_which_a_phone_cannot_show_in_one_line.py | 401 |

```python
raise RuntimeError("a line of code that is by far too long for the width of a phone, and for most other windows too")
```
"""


def _conversation(actor: Actor, turns: int = 3) -> Conversation:
    """Yesterday's talk, with everything in it that a page can show."""
    noon = timezone.localtime().replace(hour=12, minute=0, second=0, microsecond=0)
    conversation = Conversation(actor, at=noon - timedelta(days=1))
    calls = [("Read", "src/error_handler.py", "", False), ("Bash", "pytest -q", "3 failed", True)]
    summary = ["Removed the fallback in error_handler.py."]
    beside = ["Find all <b>fallbacks</b>.", "There are **two**."]
    conversation.turn("Why is a 401 <script>silent</script>?", _HOSTILE, calls=calls, summary=summary, beside=beside)
    conversation.compacted()
    for number in range(1, turns):
        conversation.turn(f"Question {number}?", f"Answer {number}.", summary=[f"Answered {number}."])
    return conversation


def _remembered(actor: Actor, conversation: Conversation, prompt: str) -> str:
    """The address of a memory that rests on the turn with this prompt."""
    memory = store(actor, "Errors are never swallowed.", session="Fix silent 401s")
    with access.acting(actor):
        turn = conversation.session.turns.get(messages__content=prompt)
        Evidence.objects.filter(memory=memory).update(turn=turn)
    return f"/memories/{memory.uuid}"


def test_a_conversation_is_read_unfolded_and_nothing_in_it_runs(visit: Visiting, alice: Actor) -> None:
    conversation = _conversation(alice)
    window = visit().sign_in(alice)
    window.page.get_by_role("link", name="Sessions", exact=True).click()
    window.page.get_by_role("link", name="Fix silent 401s").click()
    expect(window.page.get_by_role("heading", name="Plan")).to_be_visible()
    expect(window.page.get_by_text("Why is a 401 <script>silent</script>?")).to_be_visible()
    call = window.page.get_by_text("pytest -q")
    expect(call).to_be_hidden()
    window.page.get_by_text("2 tool calls").click()
    expect(call).to_be_visible()
    window.page.get_by_text("Subagent", exact=True).click()
    expect(window.page.get_by_text("There are two.")).to_be_visible()
    expect(window.page.get_by_text("Compacted here")).to_be_visible()
    expect(window.page).to_have_title("Fix silent 401s · Cairn")
    assert conversation.session.external_id.replace(" ", "%20") in window.page.url


def test_the_keyboard_alone_finds_folds_and_turns(visit: Visiting, alice: Actor) -> None:
    conversation = _conversation(alice)
    window = visit().sign_in(alice)
    window.open(conversation.address)
    for summary, shown in (("2 tool calls", "pytest -q"), ("Subagent", "There are two.")):
        _tab_to(window, summary)
        window.page.keyboard.press("Enter")
        expect(window.page.get_by_text(shown)).to_be_visible()
    _tab_to(window, "Turn 2")
    window.page.keyboard.press("Enter")
    expect(window.page.locator("[data-wanted]")).to_contain_text("Question 1?")


def _tab_to(window: Visit, label: str) -> None:
    """Press Tab until what begins with this label has the focus."""
    for _ in range(60):
        window.page.keyboard.press("Tab")
        if window.page.evaluate("document.activeElement.textContent.trim()").startswith(label):
            return
    raise AssertionError(f"Tab never reaches '{label}'")


def test_a_memory_leads_to_its_turn_in_a_long_session_and_back(visit: Visiting, alice: Actor) -> None:
    conversation = _conversation(alice, turns=70)
    address = _remembered(alice, conversation, "Question 60?")
    window = visit().sign_in(alice)
    window.open(address)
    window.page.get_by_role("link", name="Fix silent 401s").click()
    expect(window.page.get_by_text("Answer 60.", exact=True)).to_be_in_viewport()
    expect(window.page.get_by_text("Answer 57.", exact=True)).to_have_count(0)
    window.page.locator("[data-wanted]").get_by_role("link", name="Errors are never swallowed.").click()
    expect(window.page).to_have_url(f"{window.address}{address}")


def test_later_turns_come_by_scrolling(visit: Visiting, alice: Actor) -> None:
    conversation = _conversation(alice, turns=70)
    window = visit().sign_in(alice)
    window.open(conversation.address)
    expect(window.page.locator(".turn")).to_have_count(50)
    while window.page.locator(".more").count():
        window.page.mouse.wheel(0, 4000)
        window.page.wait_for_timeout(50)
    expect(window.page.locator(".turn")).to_have_count(70)
    numbers = window.page.locator(".turn h2").all_text_contents()
    assert numbers == [f"Turn {number}" for number in range(1, 71)]


def test_the_log_leads_from_day_to_day_and_to_the_words(visit: Visiting, alice: Actor) -> None:
    _conversation(alice)
    Conversation(alice, "Before that").turn("Earlier?", "Yes.", summary=["Went first."])
    window = visit().sign_in(alice)
    window.page.get_by_role("link", name="Log", exact=True).click()
    expect(window.page.get_by_role("heading", name="Yesterday")).to_be_visible()
    window.page.locator("a[rel=prev]").click()
    expect(window.page.get_by_text("Went first.")).to_be_visible()
    window.page.locator("a[rel=next]").click()
    window.page.locator(".told a").nth(1).click()
    expect(window.page.locator("[data-wanted]")).to_contain_text("Answer 1.")


@pytest.mark.parametrize("dark", [False, True])
def test_every_page_fits_a_phone_and_says_nothing_wrong(visit: Visiting, alice: Actor, dark: bool) -> None:
    conversation = _conversation(alice)
    window = visit(width=390, dark=dark).sign_in(alice)
    for path in ("/sessions/", conversation.address, "/log/"):
        window.open(path)
        for fold in window.page.locator("main details > summary").all():
            fold.click()
        width = window.page.evaluate("document.documentElement.scrollWidth")
        assert (path, width) == (path, 390)


def test_without_script_everything_is_a_link(visit: Visiting, alice: Actor) -> None:
    conversation = _conversation(alice, turns=60)
    window = visit(script=False).sign_in(alice)
    window.open("/sessions/")
    window.page.get_by_role("link", name="Fix silent 401s").click()
    window.page.get_by_text("2 tool calls").click()
    expect(window.page.get_by_text("pytest -q")).to_be_visible()
    window.page.get_by_text("Subagent", exact=True).click()
    window.page.get_by_role("link", name="Read its 2 messages").click()
    expect(window.page.get_by_text("There are two.")).to_be_visible()
    window.page.get_by_role("link", name="Back to its turn").click()
    window.open(conversation.address)
    window.page.get_by_role("link", name="Later turns").click()
    expect(window.page.get_by_text("Answer 59.", exact=True)).to_be_visible()
    window.page.get_by_role("link", name="Earlier turns").click()
    expect(window.page.get_by_role("heading", name="Plan")).to_be_visible()
