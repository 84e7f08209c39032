"""The list of sessions by day, and who may read one."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.models import Agent, CodingSession
from tests.web.conftest import project_named, session_of, store
from tests.web.conversations import Conversation, going_on, in_order, page_of

HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}

SignedIn = Callable[[Actor], Client]


# The list


def test_sessions_stand_under_their_day_newest_first(alice: Actor, bob: Actor, client_of: SignedIn) -> None:
    noon = timezone.localtime().replace(hour=12, minute=0)
    Conversation(alice, "Fix silent 401s", at=noon - timedelta(days=9)).turn("Why?", "Because.")
    retry = Conversation(bob, "Retry policy", project="acme/gateway", at=noon - timedelta(days=1))
    for _ in range(3):
        retry.turn("How often?", "Three times.")
    page = page_of(client_of(alice), "/sessions/").partition('class="trail"')[2]
    assert in_order(page, "Yesterday", "Retry policy", "12:00–12:02", "acme/gateway", "bob", "3 turns", "Fix silent")
    assert "fix/401-fallback" in page
    assert page.count('<h2 class="day"') == 2


def test_a_session_without_a_title_goes_by_its_first_prompt(alice: Actor, client_of: SignedIn) -> None:
    for name, turn in (("heard", {"heard": "What do the hooks hear?"}), ("said", {"prompt": "What was said?"})):
        conversation = Conversation(alice, name)
        conversation.turn(**turn)
        conversation.turn("And then?")
    with access.acting(alice):
        CodingSession.objects.update(title="")
    page = page_of(client_of(alice), "/sessions/")
    assert "What do the hooks hear?" in page
    assert "What was said?" in page


def test_the_list_narrows_to_a_project(alice: Actor, client_of: SignedIn) -> None:
    Conversation(alice, "Fix silent 401s").turn("Why?")
    Conversation(alice, "Cache pages", project="acme/web-shop").turn("How?")
    page = page_of(client_of(alice), "/sessions/?project=acme/web-shop")
    assert "Cache pages" in page
    assert "Fix silent" not in page
    assert client_of(alice).get("/sessions/?project=acme/nothing").status_code == 404


def test_older_sessions_follow_under_the_heading_that_is_there(alice: Actor, client_of: SignedIn) -> None:
    noon = timezone.now().replace(hour=12, minute=0)
    with access.acting(alice):
        for number in range(45):
            session_of(alice, f"Session {number:02}")
            moment = noon - timedelta(days=5, seconds=number)
            CodingSession.objects.filter(title=f"Session {number:02}").update(started_at=moment, last_event_at=moment)
    browser = client_of(alice)
    first = page_of(browser, "/sessions/")
    assert "Session 39" in first
    assert "Session 40" not in first
    appended = page_of(browser, "/sessions/" + going_on(first), **HTMX)
    assert in_order(appended, "Session 40", "Session 44")
    assert "<h2" not in appended
    assert "<html" not in appended
    alone = page_of(browser, "/sessions/" + going_on(first))
    assert alone.count('<h2 class="day"') == 1
    assert "Back to the newest" in alone
    assert browser.get("/sessions/?before=yesterday").status_code == 400


def test_an_empty_list_says_how_a_session_gets_here(alice: Actor, client_of: SignedIn) -> None:
    page = page_of(client_of(alice), "/sessions/")
    assert "cairn import" in page
    assert 'href="/connect"' in page
    with access.acting(alice):
        project_named(alice, "acme/idle")
    assert "No session of acme/idle yet" in page_of(client_of(alice), "/sessions/?project=acme/idle")


@pytest.mark.parametrize("odd", ["a/b", "..", "50%", "what? #1", "a\nb", 'x"><b>'])
def test_whatever_a_client_calls_its_session_it_has_an_address(odd: str, alice: Actor, client_of: SignedIn) -> None:
    conversation = Conversation(alice, "Oddly named")
    turn = conversation.turn("Where am I?")
    with access.acting(alice):
        CodingSession.objects.update(external_id=odd)
        type(turn).objects.update(uuid=odd)
    browser = client_of(alice)
    address = re.search(r'<p class="fact"><a href="([^"]+)"', page_of(browser, "/sessions/"))
    assert address
    page = page_of(browser, address[1])
    permalink = re.search(r'<h2 id="head-1"><a href="([^"#]+)', page)
    assert permalink
    assert "data-wanted" in page_of(browser, permalink[1])


# Who sees it


def test_a_team_mate_reads_it_and_another_team_learns_nothing(
    alice: Actor, bob: Actor, vera: Actor, mallory: Actor, client_of: SignedIn
) -> None:
    conversation = Conversation(alice)
    turn = conversation.turn("Is the fallback needed?", "No: exponential back-off is.")
    for reader in (bob, vera):
        assert "exponential back-off" in page_of(client_of(reader), conversation.address)
    stranger = client_of(mallory)
    missing = stranger.get("/sessions/00000000-0000-4000-8000-000000000000/")
    for address in (
        conversation.address,
        f"{conversation.address}?turn={turn.uuid}",
        f"{conversation.address}conversation?turn={turn.uuid}",
    ):
        hidden = stranger.get(address)
        assert (hidden.status_code, missing.status_code) == (404, 404)
        assert hidden.content.partition(b"<main")[2] == missing.content.partition(b"<main")[2]
    assert "Fix silent" not in page_of(stranger, "/sessions/")


@pytest.mark.parametrize("address", ["/sessions/", "/sessions/some-session/", "/sessions/some-session/conversation"])
def test_a_stranger_is_led_to_the_sign_in(address: str, client: Client, db: None) -> None:
    assert client.get(address).url.startswith("/login?next=%2Fsessions")


def test_the_list_narrows_to_a_person_and_stays_narrow_on_its_next_page(
    alice: Actor, bob: Actor, mallory: Actor, client_of: SignedIn
) -> None:
    Conversation(alice, "Fix silent 401s").turn("Why?")
    with access.acting(bob):
        for number in range(42):
            session_of(bob, f"Session {number:02}")
    browser = client_of(alice)
    page = page_of(browser, "/sessions/?person=bob")
    assert "Session 41" in page and "Fix silent" not in page
    assert '<option value="bob" selected>' in page
    assert "person=bob" in going_on(page)
    assert "No session" in page_of(browser, "/sessions/?person=bob&branch=nowhere")
    assert browser.get("/sessions/?person=mallory").status_code == 404
    assert "bob" not in page_of(client_of(mallory), "/sessions/")


def test_each_session_tells_its_agent_and_what_it_came_to(
    alice: Actor, bob: Actor, client_of: SignedIn, django_assert_max_num_queries: Any
) -> None:
    with access.acting(alice):
        agent = Agent.objects.create(team=alice.team, agent_id="release-bot", owner=alice.user)
    Conversation(alice, "Fix silent 401s").turn("Why?")
    with access.acting(alice):
        CodingSession.objects.update(agent=agent)
    store(alice, "The fallback in error_handler.py is removed.", session="Fix silent 401s")
    store(alice, "Handlers re-raise what they do not know.", session="Fix silent 401s")
    store(alice, "What alice alone knows.", session="Fix silent 401s", visibility="private")
    for reader, count in ((alice, "3 memories"), (bob, "2 memories")):
        page = page_of(client_of(reader), "/sessions/").partition('class="trail"')[2]
        assert in_order(page, "data-row", "data-open", "Fix silent 401s", "through", "release-bot", "1 turn", count)
    browser = client_of(bob)
    with django_assert_max_num_queries(40) as few:
        page_of(browser, "/sessions/")
    for number in range(8):
        Conversation(alice, f"Session {number}").turn("Why?")
    with django_assert_max_num_queries(len(few)):
        page_of(browser, "/sessions/")
