"""The reading view of a session: as it was said, folded where it is long, opened at any of its turns."""

import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client

from memory import access
from memory.access import Actor
from memory.models import Evidence, Message, Turn
from tests.web.conftest import store
from tests.web.conversations import Conversation, going_on, in_order, page_of
from web.transcript import pieces, stretch
from web.transcript.highlighting import LONGEST, highlight

HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}

SignedIn = Callable[[Actor], Client]


def _follow(browser: Client, page: str, address: str) -> list[str]:
    """The page and all that is appended to it, as htmx asks for it."""
    pages = [page]
    while more := going_on(pages[-1]):
        pages.append(page_of(browser, address + more if more.startswith("?") else more, **HTMX))
    return pages


def test_a_turn_is_read_in_the_order_of_the_conversation(alice: Actor, client_of: SignedIn) -> None:
    conversation = Conversation(alice)
    calls = [("Read", "error_handler.py", "", False), ("Bash", "pytest -q", "3 failed", True)]
    conversation.turn("Why is a 401 *silent*?", "Because of the **fallback**.", "It is gone now.", calls=calls)
    page = page_of(client_of(alice), conversation.address)
    assert in_order(
        page, ">alice</p>", "Why is a 401 *silent*?", "2 tool calls", "Read", "error_handler.py", "pytest -q",
        "3 failed", ">Claude</p>", "Because of the <strong>fallback</strong>.", "It is gone now.",
    )  # fmt: skip
    assert page.count('<p class="speaker">Claude</p>') == 1
    assert '<span class="failed">1 failed</span>' in page


def test_the_head_of_a_turn_tells_what_came_of_it(alice: Actor, bob: Actor, client_of: SignedIn) -> None:
    conversation = Conversation(alice)
    turn = conversation.turn("Why?", "Because.", summary=["Removed the fallback in error_handler.py."])
    memories = [store(alice, "Errors are never swallowed."), store(bob, "Bob's own secret.", visibility="private")]
    memories.append(store(alice, "The fallback stays.", status="superseded"))
    with access.scope(team=alice.team, system=True):
        for memory in memories:
            Evidence.objects.filter(memory=memory).update(session=conversation.session, turn=turn)
    page = page_of(client_of(alice), conversation.address)
    assert "Removed the fallback in <code>error_handler.py</code>." in page
    assert in_order(page, f'id="turn-{turn.uuid}"', "Learned from this turn", "Errors are never", "Superseded")
    assert f'href="/memories/{memories[0].uuid}"' in page
    assert "own secret" not in page
    assert "own secret" in page_of(client_of(bob), conversation.address)


def test_a_memory_leads_to_the_very_turn_that_it_rests_on(alice: Actor, client_of: SignedIn) -> None:
    conversation = Conversation(alice)
    turn = conversation.turn("Why?", "Because.")
    memory = store(alice, "Errors are never swallowed.", session="Fix silent 401s")
    browser = client_of(alice)
    assert f'href="{conversation.address.replace(" ", "%20")}"' in page_of(browser, f"/memories/{memory.uuid}")
    with access.acting(alice):
        Evidence.objects.update(turn=turn)
    link = f"{conversation.address.replace(' ', '%20')}?turn={turn.uuid}#turn-{turn.uuid}"
    assert f'href="{link}"' in page_of(browser, f"/memories/{memory.uuid}")


def test_a_subagent_is_folded_with_its_task_and_read_on_its_own(alice: Actor, client_of: SignedIn) -> None:
    conversation = Conversation(alice)
    turn = conversation.turn("Look around.", "Done.", beside=["Find all fallbacks.", "There are **two**."])
    browser = client_of(alice)
    page = page_of(browser, conversation.address)
    assert in_order(page, "Look around.", "Subagent", "Find all fallbacks.", "Read its 2 messages", "Done.")
    assert "There are" not in page
    address = f"{conversation.address}conversation?turn={turn.uuid}&subagent=scout"
    for headers in ({}, HTMX):
        beside = page_of(browser, address, **headers)
        assert in_order(beside, ">Claude</p>", "Find all", ">Subagent</p>", "There are <strong>two</strong>.")
        assert ("<html" in beside) == (not headers)
    assert browser.get(address.replace("scout", "nobody")).status_code == 404


def test_a_compaction_is_marked_where_it_happened(alice: Actor, client_of: SignedIn) -> None:
    conversation = Conversation(alice)
    conversation.turn("Before.", "Said before.")
    conversation.compacted()
    conversation.turn("After.", "Said after.")
    page = page_of(client_of(alice), conversation.address)
    assert in_order(page, "Said before.", "Compacted here", 'id="head-2"', "Said after.")
    assert page.count("Compacted here") == 1


def test_what_only_the_hooks_told_is_shown_until_the_transcript_comes(alice: Actor, client_of: SignedIn) -> None:
    conversation = Conversation(alice)
    turn = conversation.turn(heard="Is the staging cluster up?", answer="It is read-only since Monday.")
    page = page_of(client_of(alice), conversation.address)
    assert in_order(page, "Is the staging cluster up?", "It is read-only since Monday.")
    conversation.say("user", "Is the staging cluster up?", turn=turn)
    conversation.say("assistant", "It is read-only since Monday.", turn=turn)
    page = page_of(client_of(alice), conversation.address).partition('class="turn"')[2]
    assert page.count("Is the staging cluster up?") == 1
    assert page.count("It is read-only since Monday.") == 1


def test_what_was_said_outside_all_turns_comes_first(alice: Actor, client_of: SignedIn) -> None:
    conversation = Conversation(alice)
    conversation.say("assistant", "The end of something earlier.")
    conversation.turn("Go on.", "Yes.")
    assert in_order(page_of(client_of(alice), conversation.address), "The end of something", "Go on.")


def test_a_session_of_which_nothing_arrived_says_so(alice: Actor, client_of: SignedIn) -> None:
    page = page_of(client_of(alice), Conversation(alice).address)
    assert "No messages yet" in page
    assert "cairn doctor" in page


def test_what_was_pasted_into_a_prompt_is_folded_and_complete(alice: Actor, client_of: SignedIn) -> None:
    conversation = Conversation(alice)
    log = "".join(f"line {number:05}\n" for number in range(1000))
    conversation.turn(f"Look at this: <script>alert(1)</script>\n{log}")
    page = page_of(client_of(alice), conversation.address)
    assert "more characters</summary>" in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert all(f"line {number:05}" in page.replace("…", "") for number in (0, 100, 999))


# Long ones


def _long(actor: Actor, turns: int = 7) -> Conversation:
    conversation = Conversation(actor)
    for number in range(turns):
        conversation.turn(f"Question {number}?", f"Answer {number}.")
    return conversation


def test_a_long_session_comes_in_pages_that_miss_nothing(
    alice: Actor, client_of: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stretch, "PAGE_SIZE", 3)
    conversation, browser = _long(alice), client_of(alice)
    pages = _follow(browser, page_of(browser, conversation.address), conversation.address)
    assert [re.findall(r"Answer (\d)", page) for page in pages] == [["0", "1", "2"], ["3", "4", "5"], ["6"]]
    assert "<html" not in pages[1]
    assert 'id="head-4"' in pages[1]


def test_a_page_ends_early_where_much_was_said(
    alice: Actor, client_of: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stretch, "PAGE_WEIGHT", 1000)
    conversation, browser = _long(alice), client_of(alice)
    pages = _follow(browser, page_of(browser, conversation.address), conversation.address)
    assert [re.findall(r"Answer (\d)", page) for page in pages] == [["0", "1", "2", "3"], ["4", "5", "6"]]


def test_a_page_ends_early_where_the_hooks_heard_much(
    alice: Actor, client_of: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stretch, "PAGE_WEIGHT", 1000)
    conversation = Conversation(alice)
    for number in range(3):
        conversation.turn(heard=f"Question {number}?" + "?" * 500)
    assert re.findall(r"Question (\d)", page_of(client_of(alice), conversation.address).partition("<main")[2]) == ["0"]


def test_a_turn_is_opened_by_its_address_with_what_led_to_it(
    alice: Actor, client_of: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stretch, "PAGE_SIZE", 3)
    conversation, browser = _long(alice), client_of(alice)
    with access.acting(alice):
        turn = conversation.session.turns.get(messages__content="Answer 5.")
        message = turn.messages.get(role="assistant")
    for wanted in (turn.uuid, message.uuid):
        page = page_of(browser, f"{conversation.address}?turn={wanted}")
        assert re.findall(r"Answer (\d)", page) == ["3", "4", "5"]
        assert re.search(rf'id="turn-{turn.uuid}"[^>]* data-wanted', page)
        assert going_on(page)
    earlier = re.search(r'<a href="([^"]+)">Earlier turns</a>', page)
    assert earlier
    assert re.findall(r"Answer (\d)", page_of(browser, earlier[1])) == ["0", "1", "2"]
    assert browser.get(f"{conversation.address}?turn=nothing").status_code == 404


def _whole(browser: Client, address: str) -> str:
    """All that a session says: each page, and each place where it goes on in the midst of it."""
    pages = [page_of(browser, address)]
    for page in pages:
        links = re.findall(r'<a class="more" href="([^"]+)"', page)
        pages += [page_of(browser, link.replace("&amp;", "&"), **HTMX) for link in links]
    return "".join(pages)


@pytest.mark.parametrize("limit", ["PAGE_WEIGHT", "MOST_MESSAGES", "MOST_CALLS"])
def test_a_turn_longer_than_a_page_goes_on_to_its_very_end(
    limit: str, alice: Actor, client_of: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (pieces, stretch):
        monkeypatch.setattr(module, limit, 1000 if limit == "PAGE_WEIGHT" else 10, raising=False)
    conversation = Conversation(alice)
    answers = [f"Answer {number:02}." for number in range(25)]
    turn = conversation.turn("Do everything.", *answers, beside=["Help.", "Helped."])
    with access.acting(alice):
        said = list(turn.messages.filter(subagent="").order_by("position"))
    for number, message in enumerate(said):
        conversation.use("Bash", f"make step-{number:02}", turn=turn, after=message)
    conversation.compacted()
    conversation.turn("Thanks.", "Welcome.")
    browser = client_of(alice)
    assert "Answer 24" not in page_of(browser, conversation.address)
    whole = _whole(browser, conversation.address)
    assert sorted(re.findall(r"Answer \d\d\.", whole)) == answers
    assert sorted(re.findall(r"step-(\d\d)", whole)) == [f"{number:02}" for number in range(26)]
    for once in ("Read its 2 messages", "Welcome.", "Compacted here"):
        assert whole.count(once) == 1, once


def test_an_odd_address_breaks_nothing(alice: Actor, client_of: SignedIn) -> None:
    conversation = Conversation(alice)
    turn = conversation.turn("Why?", "Because.")
    browser = client_of(alice)
    beside = f"{conversation.address}conversation?turn={turn.uuid}"
    for address, status in [
        (f"{conversation.address}?turn=%00", 200),
        (f"{conversation.address}?from=%ED%A0%80", 404),
        (f"{beside}&after=-1", 400),
        (f"{beside}&after=999999999999999999", 404),
        (f"{beside}&subagent=%27%22", 404),
        (f"{conversation.address}conversation", 404),
        ("/sessions/%00/", 404),
        ("/sessions/" + "x" * 400 + "/", 404),
    ]:
        assert (address, browser.get(address).status_code) == (address, status)


def test_a_page_costs_the_same_queries_for_few_and_many_turns(
    alice: Actor, client_of: SignedIn, django_assert_max_num_queries: Any
) -> None:
    browser, conversation = client_of(alice), Conversation(alice)
    filling = {"calls": [("Bash", "ls", "", False)], "summary": ["It was answered."], "beside": ["Task.", "Done."]}
    for number in range(4):
        conversation.turn(f"Question {number}?", "Answer.", **filling)
    wanted = f"{conversation.address}?turn={conversation.session.pk}-turn-0003"
    addresses = ("/sessions/", conversation.address, wanted)
    few = []
    for address in addresses:
        with django_assert_max_num_queries(33) as counted:
            page_of(browser, address)
        few.append(len(counted))
    for number in range(30):
        turn = conversation.turn(f"Question {number}?", "Answer.", **filling)
        memory = store(alice, f"Fact {number}.", session="Fix silent 401s")
        with access.acting(alice):
            Evidence.objects.filter(memory=memory).update(turn=turn)
    for number in range(20):
        Conversation(alice, f"Another {number}").turn("And this?")
    for address, count in zip(addresses, few, strict=True):
        with django_assert_max_num_queries(count):
            page_of(browser, address)


# Code


def test_code_is_coloured_by_classes_and_says_the_same(alice: Actor, client_of: SignedIn) -> None:
    code = 'def retry() -> int:  # thrice\n    return "<b>" and 3\n'
    conversation = Conversation(alice)
    conversation.turn("How?", f"So:\n\n```python\n{code}```\n\n```nolanguage\n{code}```\n")
    page = page_of(client_of(alice), conversation.address)
    coloured, plain = re.findall(r"<pre><code[^>]*>(.*?)</code></pre>", page, re.DOTALL)
    for name in ("keyword", "name", "comment", "string", "number"):
        assert f'class="code-{name}"' in coloured
    assert "<span" not in plain
    for block in (coloured, plain):
        assert unescape(re.sub(r"</?span[^>]*>", "", block)) == code


@pytest.mark.parametrize("language", ["python", "js", "diff", "html", "yaml", "sh", "PYTHON", 'x"y', "evil<b>", ""])
def test_whatever_the_language_no_code_is_lost_and_none_is_markup(language: str) -> None:
    code = "\n\n  - a: '<script>'\n+ \"x\" & y\r\n\n"
    shown = highlight(code, language)
    assert "<script" not in shown
    assert unescape(re.sub(r"</?span[^>]*>", "", shown)).replace("\r", "") == code.replace("\r", "")


def test_a_file_that_was_printed_stays_plain() -> None:
    assert "<span" not in highlight("x = 1\n" * LONGEST, "python")


def test_a_session_of_two_thousand_turns_costs_the_queries_of_a_short_one(
    alice: Actor, client_of: SignedIn, django_assert_max_num_queries: Any
) -> None:
    short = Conversation(alice, "Short")
    for _ in range(3):
        short.turn("Why?", "Because.")
    long = Conversation(alice, "Long")
    with access.acting(alice):
        turns = [
            Turn(team=alice.team, session=long.session, uuid=f"turn-{n:04}", started_at=long.at + timedelta(minutes=n))
            for n in range(2_000)
        ]
        Turn.objects.bulk_create(turns)
        said = {"team": alice.team, "session": long.session, "project": long.session.project, "role": "user"}
        Message.objects.bulk_create(
            Message(turn=turn, uuid=f"m-{n}", position=n + 1, said_at=turn.started_at, content=f"Question {n}?", **said)
            for n, turn in enumerate(turns)
        )
    browser = client_of(alice)
    with django_assert_max_num_queries(40) as few:
        page_of(browser, f"{short.address}?turn={short.session.pk}-turn-0002")
    with django_assert_max_num_queries(len(few)):
        page = page_of(browser, f"{long.address}?turn=turn-1900")
    assert "Question 1900?" in page and ">1901<" in page
