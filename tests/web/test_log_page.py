"""The daily log as a page: what each session came to, day by day, with the way back to its words."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from memory.access import Actor
from memory.models import Turn
from tests.web.conversations import Conversation, page_of
from web import days

HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}

SignedIn = Callable[[Actor], Client]


def _noon(day: str) -> datetime:
    return timezone.make_aware(datetime.fromisoformat(f"{day}T12:00"))


def _told(actor: Actor, day: str, *bullets: str, title: str = "Fix silent 401s", **more: Any) -> Turn:
    return Conversation(actor, title, at=_noon(day), **more).turn("Why?", "Because.", summary=bullets)


def test_a_day_tells_each_sessions_turns_with_the_way_to_their_words(
    alice: Actor, bob: Actor, client_of: SignedIn
) -> None:
    turn = _told(alice, "2026-03-19", "Removed the fallback in error_handler.py.", "Added two tests.")
    browser = client_of(bob)
    page = page_of(browser, "/log/2026-03-19/")
    assert "19 March 2026" in page
    assert "Removed the fallback in <code>error_handler.py</code>." in page
    assert "Added two tests." in page
    address = re.search(r'<h3><a href="([^"#]+)#turn-[^"]+"', page)
    assert address
    assert f'id="turn-{turn.uuid}"' in page_of(browser, address[1])


def test_the_day_can_be_taken_along_as_markdown(alice: Actor, client_of: SignedIn) -> None:
    _told(alice, "2026-03-19", "Removed the fallback.")
    browser = client_of(alice)
    link = re.search(r'href="(/api/v1/log/[^"]+)"', page_of(browser, "/log/2026-03-19/?project=acme/checkout"))
    assert link
    assert "- Removed the fallback." in page_of(browser, link[1].replace("&amp;", "&"))


def test_without_a_date_it_is_the_newest_day(alice: Actor, client_of: SignedIn) -> None:
    _told(alice, "2026-03-19", "Older.")
    _told(alice, "2026-03-23", "Newer.", title="Another")
    page = page_of(client_of(alice), "/log/")
    assert "Newer." in page
    assert "Older." not in page


def test_days_without_a_word_are_passed_over(alice: Actor, client_of: SignedIn) -> None:
    for number, day in enumerate(("2026-03-09", "2026-03-19", "2026-03-28")):
        _told(alice, day, "Something.", title=f"Session {number}")
    Conversation(alice, "No summary yet", at=_noon("2026-03-21")).turn("Why?")
    browser = client_of(alice)
    page = page_of(browser, "/log/2026-03-19/")
    assert re.findall(r'rel="(prev|next)" href="([^"]+)"', page) == [
        ("prev", "/log/2026-03-09/?"),
        ("next", "/log/2026-03-28/?"),
    ]
    empty = page_of(browser, "/log/2026-03-20/")
    assert "No summary on this day" in empty
    assert 'href="/log/2026-03-19/?"' in empty


def test_the_project_stays_chosen_from_day_to_day(alice: Actor, client_of: SignedIn) -> None:
    _told(alice, "2026-03-18", "Shop news.", title="Shop", project="acme/web-shop")
    _told(alice, "2026-03-19", "Checkout news.")
    _told(alice, "2026-03-19", "More shop news.", title="Shop again", project="acme/web-shop")
    page = page_of(client_of(alice), "/log/?project=acme/web-shop")
    assert "More shop news." in page
    assert "Checkout news." not in page
    assert 'href="/log/2026-03-18/?project=github.com%2Facme%2Fweb-shop"' in page


def test_a_session_over_midnight_stands_on_both_days(alice: Actor, client_of: SignedIn) -> None:
    conversation = Conversation(alice, at=_noon("2026-03-19") + timedelta(hours=11, minutes=59, seconds=30))
    conversation.turn("Late?", summary=["Before midnight."])
    conversation.turn("Later?", summary=["After midnight."])
    browser = client_of(alice)
    assert "Before midnight." in page_of(browser, "/log/2026-03-19/")
    assert "After midnight." in page_of(browser, "/log/2026-03-20/")
    assert "Before midnight." not in page_of(browser, "/log/2026-03-20/")


def test_a_long_day_goes_on_under_the_session_that_is_there(
    alice: Actor, client_of: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.days.PAGE_SIZE", 3)
    monkeypatch.setattr("web.views.log.PAGE_SIZE", 3)
    assert days.PAGE_SIZE == 3
    first, second = (
        Conversation(alice, "One", at=_noon("2026-03-19")),
        Conversation(alice, "Two", at=_noon("2026-03-19")),
    )
    for number in range(5):
        first.turn("?", summary=[f"Step {number}."])
    second.turn("?", summary=["Step 5."])
    browser = client_of(alice)
    page = page_of(browser, "/log/2026-03-19/")
    assert re.findall(r"Step (\d)", page) == ["0", "1", "2"]
    more = re.search(r'<a class="more" href="([^"]+)"', page)
    assert more
    appended = page_of(browser, more[1].replace("&amp;", "&"), **HTMX)
    assert re.findall(r"Step (\d)", appended) == ["3", "4", "5"]
    assert re.findall(r'class="title"[^>]*><[^>]*>(\w+)', appended) == ["Two"]
    assert "<html" not in appended


def test_another_team_finds_an_empty_log(alice: Actor, mallory: Actor, client_of: SignedIn) -> None:
    _told(alice, "2026-03-19", "Removed the fallback.")
    browser = client_of(mallory)
    for address in ("/log/", "/log/2026-03-19/"):
        page = page_of(browser, address)
        assert "The log is empty" in page
        assert "cairn import" in page
        assert "fallback" not in page


def test_a_stranger_is_led_to_the_sign_in(client: Client, db: None) -> None:
    assert client.get("/log/2026-03-19/").url.startswith("/login?next=%2Flog")


@pytest.mark.parametrize("day", ["2026-02-30", "9999-12-31", "0001-01-01", "yesterday", "2026-3-1"])
def test_what_is_no_day_is_no_page(day: str, alice: Actor, client_of: SignedIn) -> None:
    assert client_of(alice).get(f"/log/{day}/").status_code == 404


def test_a_bullet_is_text_and_never_markup(alice: Actor, client_of: SignedIn) -> None:
    _told(alice, "2026-03-19", "<script>alert(1)</script> --> [x](javascript:alert(1))")
    page = page_of(client_of(alice), "/log/2026-03-19/")
    assert "<script>alert" not in page
    assert 'href="javascript' not in page


def test_a_day_costs_the_same_queries_for_few_and_many_sessions(
    alice: Actor, client_of: SignedIn, django_assert_max_num_queries: Any
) -> None:
    browser = client_of(alice)
    _told(alice, "2026-03-19", "Something.")
    with django_assert_max_num_queries(30) as few:
        page_of(browser, "/log/2026-03-19/")
    for number in range(20):
        _told(alice, "2026-03-19", "Something.", title=f"Session {number}", project=f"acme/part-{number % 3}")
    with django_assert_max_num_queries(len(few)):
        page_of(browser, "/log/2026-03-19/")
