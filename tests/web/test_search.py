"""The search page: hits with the words that matched and the reason, and honest empty answers."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from memory import access
from memory.access import Actor
from memory.errors import Refused
from memory.knowledge.remember import remember
from memory.models import Block, Contradiction, Memory, Recall, SavedSearch
from memory.people.saved_searches import save_search, saved_searches
from memory.recall import asked
from memory.recall.gaps import gaps
from tests.talks import learned_in_one_turn
from tests.web.conversations import Conversation
from web.templatetags.memory_text import passage

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


def test_a_hit_opens_what_was_learned_beside_it(
    alice: Actor, bob: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    hit = remembered(alice, "The gateway client is pinned to stripe 11.4.1.")
    rule = remembered(alice, "Retries <b>belong</b> to the worker.")
    private = remembered(alice, "Ask Zenobia first.", visibility="private")
    learned_in_one_turn(alice, *(str(each.uuid) for each in (hit, rule, private)))
    page = client_of(bob).get("/search?q=why+is+the+gateway+pinned").content.decode()
    assert "<summary>also learned there: 1</summary>" in page
    assert f'<a href="/memories/{rule.uuid}">Retries &lt;b&gt;belong&lt;/b&gt; to the worker.</a>' in page
    assert "Zenobia" not in page
    assert "also learned there: 2" in client_of(alice).get("/search?q=why+is+the+gateway+pinned").content.decode()


def test_what_asks_for_all_of_a_time_says_so_instead_of_its_words(
    alice: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    remembered(alice, "The gateway client is pinned to stripe 11.4.1.")
    page = client_of(alice).get("/search?q=what+happened+today").content.decode()
    assert "1 memory answers" in page and "everything from that time" in page and "<dt>Words</dt>" not in page
    why = client_of(alice).get("/search/explain?q=what+happened+today").content.decode()
    assert "every memory from that time answers it" in why and "An answer needs" not in why and ">Words<" not in why


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
    assert "Search all types" in page


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


def test_facets_count_and_their_links_narrow_and_give_up(
    alice: Actor, bob: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    remembered(alice, "The gateway times out after 30 s.", type="failure")
    remembered(bob, "The gateway is retried three times.", type="decision", project="acme/shop")
    browser = client_of(alice)
    page = browser.get("/search?q=gateway")
    links = {
        (group.facet.name, link.value.label): (link.value.count, link.href)
        for group in page.context["facets"]
        for link in group.links
    }
    assert links["person", "bob"] == (1, "?person=bob&q=gateway")
    assert links["project", "acme/shop"] == (1, "?project=github.com%2Facme%2Fshop&q=gateway")
    narrowed = browser.get("/search?person=bob&q=gateway").content.decode()
    assert "retried three times" in narrowed
    assert "times out" not in narrowed
    assert 'id="f-person-bob" href="?q=gateway"' in narrowed
    assert 'type="hidden" form="ask" name="person" value="bob"' in narrowed


def test_a_status_that_no_search_finds_and_people_of_elsewhere_are_refused(
    alice: Actor, mallory: Actor, client_of: SignedIn
) -> None:
    browser = client_of(alice)
    assert browser.get("/search?q=gateway&status=forgotten").status_code == 400
    assert browser.get("/search?q=gateway&person=mallory").status_code == 404


def test_a_hit_that_another_memory_contradicts_says_so_in_words(
    alice: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    older, newer = (remembered(alice, f"The gateway times out after {n} s.") for n in (30, 45))
    with access.acting(alice):
        Contradiction.objects.create(
            team=alice.team, older=older, newer=newer, kind="number", older_says="30", newer_says="45", confidence=0.9,
            judge="rules",
        )  # fmt: skip
    page = client_of(alice).get("/search?q=gateway").content.decode()
    assert page.count("#contradictions") == 2


def test_similar_memories_come_alone_for_htmx_and_as_a_page_without_script(
    alice: Actor, mallory: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    one = remembered(alice, "The gateway client is pinned to stripe 11.4.1.")
    other = remembered(alice, "The gateway client is pinned to stripe 11.4.2.")
    lonely = remembered(alice, "Releases go out on Tuesdays.")
    address = f"/memories/{one.uuid}/similar"
    browser = client_of(alice)
    alone = browser.get(address, headers=HTMX).content.decode()
    assert str(other.uuid) in alone
    assert "<html" not in alone
    assert "Back to the memory" in browser.get(address).content.decode()
    assert "No similar memories" in browser.get(f"/memories/{lonely.uuid}/similar", headers=HTMX).content.decode()
    assert client_of(mallory).get(address).status_code == 404


def test_the_second_tab_shows_what_was_said_with_the_way_to_its_turn(
    alice: Actor, bob: Actor, mallory: Actor, client_of: SignedIn
) -> None:
    talk = Conversation(alice)
    talk.turn("Why does the login answer 200?", "The fallback in error_handler.py swallows the 401.")
    turn = talk.turn("And the canary deploy?", "It is rolled back by the pipeline when the canary fails twice.")
    page = client_of(bob).get("/search?q=canary+rolled+back&in=conversations").content.decode()
    assert "<mark>canary</mark>" in page
    assert f"?turn={turn.uuid}#turn-{turn.uuid}" in page
    assert 'name="in" value="conversations"' in page
    hidden = client_of(mallory).get("/search?q=canary+rolled+back&in=conversations").content.decode()
    assert "Nobody has said this" in hidden
    assert "Search what was said" in client_of(bob).get("/search?in=conversations").content.decode()


def test_conversations_cost_the_same_queries_for_few_and_many(
    alice: Actor, client_of: SignedIn, django_assert_max_num_queries: Any
) -> None:
    browser, address = client_of(alice), "/search?q=canary+deploy&in=conversations"
    Conversation(alice, "One").turn("Roll the canary deploy back.", "Done.")
    with django_assert_max_num_queries(40) as few:
        browser.get(address)
    for number in range(8):
        Conversation(alice, f"More {number}").turn("Roll the canary deploy back.", "Done.")
    with django_assert_max_num_queries(len(few)):
        assert len(browser.get(address).context["found"].results) > 1


def test_a_long_message_is_shown_where_it_matches() -> None:
    long = "nothing of note " * 100 + "the canary is rolled back " + "and so on " * 100
    shown = passage(long, "canary rolled back")
    assert "<mark>canary</mark>" in shown
    assert len(shown) < 600
    assert shown.startswith("…")
    assert passage("a short canary", "canary") == "a short <mark>canary</mark>"
    assert "<" not in passage("<b>" * 500, "canary").replace("&lt;", "")


def test_what_one_asks_is_noted_once_while_one_types_and_not_for_what_is_narrowed(
    alice: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    memory = remembered(alice, "The gateway client is pinned to stripe 11.4.1.")
    browser = client_of(alice)
    for address in ("q=which+gate", "q=which+gateway", "q=which+gateway+is+pinned", "q=zebra+routes&type=pattern"):
        browser.get(f"/search?{address}", headers=HTMX)
    with access.acting(alice):
        (recall,) = Recall.objects.all()
    assert (recall.question, recall.surface, recall.shown) == ("which gateway is pinned", "web", [memory.pk])


def test_a_question_without_an_answer_is_put_to_the_team_and_taken_back(
    alice: Actor, vera: Actor, client_of: SignedIn
) -> None:
    browser = client_of(vera)
    assert "Ask the team" in browser.get("/search?q=zebra+migration+routes").content.decode()
    form = {"q": "zebra migration routes", "query": "q=zebra+migration+routes"}
    asked = browser.post("/search/ask", form, follow=True)
    assert asked.redirect_chain == [("/search?q=zebra+migration+routes", 302)]
    assert "Your team now sees this question" in asked.content.decode()
    with access.acting(alice):
        assert [gap.wanted_by for gap in gaps(actor=alice)] == [(vera.user,)]
    alone = browser.post("/search/ask/withdraw", form, headers=HTMX).content.decode()
    assert "Withdrawn" in alone
    assert "<html" not in alone
    assert browser.post("/search/ask/withdraw", form).status_code == 404
    assert browser.post("/search/ask", {"q": " "}).status_code == 400


def test_whoever_is_blocked_searches_and_is_not_offered_to_ask(alice: Actor, bob: Actor, client_of: SignedIn) -> None:
    with access.acting(alice):
        Block.objects.create(team=alice.team, person=bob.user, blocked_by=alice.user, reason="test")
    browser = client_of(bob)
    assert "Ask the team" not in browser.get("/search?q=zebra+migration+routes").content.decode()
    assert browser.post("/search/ask", {"q": "zebra"}).status_code == 403


def test_another_spelling_is_offered_where_it_answers(
    alice: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    fact = "The gateway client is pinned to stripe 11.4.1."
    with access.acting(alice):
        remember(fact, actor=alice)
    page = client_of(alice).get("/search?q=gatewya+pinend+stripe+zzz").content.decode()
    assert "Did you mean" in page
    assert "gateway pinned stripe zzz" in page


def test_a_search_is_saved_under_a_name_listed_and_removed_with_a_way_back(
    alice: Actor, bob: Actor, client_of: SignedIn
) -> None:
    browser = client_of(alice)
    saved = {"name": "Timeouts", "query": "type=failure&q=timeout"}
    page = browser.post("/search/saved", saved, follow=True)
    assert page.redirect_chain == [("/search?type=failure&q=timeout", 302)]
    assert "Saved as “Timeouts”" in page.content.decode()
    assert 'href="/search?type=failure&amp;q=timeout" aria-current="true"' in page.content.decode()
    assert browser.post("/search/saved", saved, headers=HTMX).status_code == 409
    assert browser.post("/search/saved", {"name": " ", "query": "q=x"}).status_code == 400
    with access.acting(alice):
        (kept,) = SavedSearch.objects.all()
    assert client_of(bob).post(f"/search/saved/{kept.pk}/remove").status_code == 404
    assert "Timeouts" not in client_of(bob).get("/search").content.decode()
    removed = browser.post(f"/search/saved/{kept.pk}/remove", {"query": "q=timeout"}).content.decode()
    assert "“Timeouts” is removed." in removed
    assert 'name="query" value="type=failure&amp;q=timeout"' in removed
    browser.post("/search/saved", saved)
    with access.acting(alice):
        assert [search.name for search in SavedSearch.objects.all()] == ["Timeouts"]


def test_fifty_saved_searches_are_enough(alice: Actor) -> None:
    with access.acting(alice):
        for number in range(50):
            save_search(f"Search {number}", f"q={number}", actor=alice)
        with pytest.raises(Refused):
            save_search("One more", "q=more", actor=alice)
        assert len(saved_searches(actor=alice)) == 50


def test_a_database_that_cannot_note_a_question_still_answers_it(
    alice: Actor, client_of: SignedIn, remembered: Remembered, monkeypatch: pytest.MonkeyPatch
) -> None:
    remembered(alice, "The gateway client is pinned to stripe 11.4.1.")
    monkeypatch.setattr(asked, "_NOTE", "SELECT no_such_column FROM memory_recall")
    assert "1 memory answers" in client_of(alice).get("/search?q=gateway").content.decode()
