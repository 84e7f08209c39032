"""The search page: hits with the words that matched and the reason, and honest empty answers."""

from collections.abc import Callable
from typing import Any

from django.test import Client

from memory.access import Actor
from memory.models import Memory

HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}

SignedIn = Callable[[Actor], Client]
Remembered = Callable[..., Memory]


def test_a_hit_shows_its_words_marked_and_why_it_came(
    alice: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    remembered(
        alice,
        "The gateway client is pinned to stripe 11.4.1 because of max_network_retries.",
        type="dependency",
    )
    page = client_of(alice).get("/search?q=why+is+the+gateway+pinned").content.decode()
    assert "<mark>gateway</mark>" in page
    assert "<mark>pinned</mark>" in page
    assert "<mark>is</mark>" not in page
    assert "<code>max_network_retries</code>" in page
    assert "Freshness" in page
    assert "1 memory answers" in page


def test_htmx_gets_the_results_alone_and_caches_keep_both_apart(
    alice: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    remembered(alice, "The gateway client is pinned to stripe 11.4.1.")
    response = client_of(alice).get("/search?q=gateway", headers=HTMX)
    assert response.content.decode().lstrip().startswith('<div id="results"')
    assert response["Cache-Control"] == "no-store"
    assert "HX-Request" in response["Vary"]


def test_a_page_restored_from_history_is_whole(alice: Actor, client_of: SignedIn) -> None:
    headers = {"HX-Request": "true", "HX-Request-Type": "full", "HX-History-Restore-Request": "true"}
    assert "<html" in client_of(alice).get("/search?q=gateway", headers=headers).content.decode()


def test_without_a_question_the_page_says_how_to_ask(alice: Actor, client_of: SignedIn) -> None:
    page = client_of(alice).get("/search").content.decode()
    assert "Ask as you would ask a colleague" in page


def test_a_question_without_an_answer_is_told_so(alice: Actor, client_of: SignedIn, remembered: Remembered) -> None:
    remembered(alice, "The gateway client is pinned to stripe 11.4.1.")
    page = client_of(alice).get("/search?q=zebra+migration+routes&type=pattern").content.decode()
    assert "The team does not know this yet" in page
    assert "Look in all types" in page


def test_a_type_narrows_and_its_links_keep_the_question(
    alice: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    remembered(alice, "The gateway times out after 30 s.", type="failure")
    remembered(alice, "The gateway is retried three times.", type="decision")
    page = client_of(alice).get("/search?q=gateway&type=failure").content.decode()
    assert "times out" in page
    assert "retried" not in page
    assert "?type=decision&amp;q=gateway" in page


def test_more_hits_come_as_hits_alone(alice: Actor, client_of: SignedIn, remembered: Remembered) -> None:
    for number in range(24):
        remembered(alice, f"The gateway answers request number {number} of its own log.")
    browser = client_of(alice)
    more = browser.get("/search?q=gateway+request").context["more"]
    assert "offset=20" in more
    rest = browser.get("/search" + more, headers=HTMX).content.decode()
    assert rest.count("<article") == 4
    assert 'id="results"' not in rest


def test_odd_questions_break_nothing(alice: Actor, client_of: SignedIn, remembered: Remembered) -> None:
    remembered(alice, "The gateway client is pinned.")
    browser = client_of(alice)
    for odd in ("%00", "%22%27%3B--", "a" * 5000, "%F0%9F%98%80", "%ED%A0%80", "%28%29%26%7C%21", "%25%5F"):
        assert browser.get(f"/search?q={odd}").status_code == 200
    assert browser.get("/search?q=gateway&offset=-1").status_code == 400
    assert browser.get("/search?q=gateway&offset=900000").status_code == 200


def test_a_search_costs_the_same_queries_for_few_and_many_hits(
    alice: Actor, client_of: SignedIn, many: Callable[[int], None], django_assert_max_num_queries: Any
) -> None:
    browser = client_of(alice)
    many(2)
    with django_assert_max_num_queries(40) as few:
        browser.get("/search?q=checkout+fact")
    many(40)
    with django_assert_max_num_queries(len(few)):
        assert len(browser.get("/search?q=checkout+fact").context["found"].hits) == 20
