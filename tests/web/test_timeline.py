"""The timeline: a trail by day and session, narrowed by its address, endless downwards."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.models import Agent, CodingSession, Evidence, Membership, Memory, Project

HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}

SignedIn = Callable[[Actor], Client]
Remembered = Callable[..., Memory]


def _at(text: str, *words: str) -> list[int]:
    return [text.index(word) for word in words]


def test_memories_stand_under_their_day_and_session_newest_first(
    alice: Actor, bob: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    noon = timezone.localtime().replace(hour=12, minute=0)
    remembered(alice, "The fallback is removed.", session="Fix silent 401s", learned=noon - timedelta(days=9))
    remembered(alice, "Handlers re-raise.", session="Fix silent 401s", learned=noon - timedelta(days=9, minutes=9))
    remembered(bob, "Stripe is pinned.", session="Retry policy", learned=noon - timedelta(days=1))
    page = client_of(bob).get("/").content.decode()
    order = _at(page, "Yesterday", "Retry policy", "Stripe is pinned", "Fix silent 401s", "fallback is", "re-raise")
    assert order == sorted(order)
    assert page.count("<h3") == 2


def test_two_sessions_at_once_do_not_tear_each_other_apart(
    alice: Actor, bob: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    now = timezone.now()
    for minute, (who, title) in enumerate([(alice, "One"), (bob, "Two"), (alice, "One"), (bob, "Two")]):
        remembered(who, f"Fact {minute} of a session.", session=title, learned=now - timedelta(seconds=minute))
    page = client_of(bob).get("/").content.decode()
    assert page.count("<h3") == 2


def test_a_private_memory_shows_to_its_author_alone(
    alice: Actor, bob: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    remembered(bob, "The demo account expires in May.", visibility="private")
    assert "demo account" in client_of(bob).get("/").content.decode()
    assert "demo account" not in client_of(alice).get("/").content.decode()


def test_drafts_and_forgotten_ones_are_not_on_the_timeline(
    alice: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    remembered(alice, "This is only a draft.", status="draft")
    remembered(alice, "This is forgotten.", status="forgotten")
    page = client_of(alice).get("/").content.decode()
    assert "only a draft" not in page
    assert "is forgotten" not in page


def test_the_address_narrows_to_a_project_and_a_type(alice: Actor, client_of: SignedIn, remembered: Remembered) -> None:
    remembered(alice, "Checkout retries three times.", project="acme/checkout")
    remembered(alice, "The shop caches pages.", project="acme/web-shop", type="pattern")
    browser = client_of(alice)
    by_project = browser.get("/?project=acme/web-shop").content.decode()
    assert "caches pages" in by_project
    assert "retries three" not in by_project
    by_type = browser.get("/?type=decision").content.decode()
    assert "retries three" in by_type
    assert "caches pages" not in by_type


def test_people_agents_and_branches_narrow_it_too_and_all_filters_at_once(
    alice: Actor, bob: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    with access.acting(alice):
        agent = Agent.objects.create(team=alice.team, owner=bob.user, agent_id="ci-bot")
    remembered(alice, "Alice fixed it.", session="Fix silent 401s", type="failure")
    remembered(bob, "Bob retried it.", project="acme/web-shop", agent=agent)
    wanted = remembered(bob, "The bot fixed it.", session="Nightly", type="failure", agent=agent)
    with access.acting(bob):
        Evidence.objects.filter(memory=wanted).update(branch="nightly/14")
    browser = client_of(bob)
    for query, shown in [
        ("person=alice", ["Alice fixed"]),
        ("person=bob", ["Bob retried", "The bot fixed"]),
        ("agent=ci-bot", ["Bob retried", "The bot fixed"]),
        ("branch=nightly/14", ["The bot fixed"]),
        ("branch=fix/401-fallback", ["Alice fixed", "Bob retried"]),
        ("person=bob&agent=ci-bot&type=failure&branch=nightly/14&project=acme/checkout", ["The bot fixed"]),
        ("person=alice&agent=ci-bot", []),
    ]:
        page = browser.get(f"/?{query}").content.decode()
        found = [words for words in ("Alice fixed", "Bob retried", "The bot fixed") if words in page]
        assert (query, found) == (query, shown)


def test_every_active_filter_can_be_taken_away_alone_and_all_at_once(
    alice: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    remembered(alice, "Checkout retries three times.", session="Retry policy")
    page = client_of(alice).get("/?project=acme/checkout&person=alice&type=decision&branch=fix/401-fallback")
    removals = {removal.name: removal.href for removal in page.context["filters"].removals}
    assert list(removals) == ["project", "person", "branch", "type"]
    assert removals["person"] == ("?project=github.com%2Facme%2Fcheckout&type=decision&branch=fix%2F401-fallback")
    text = page.content.decode()
    assert "Remove the filter person: alice" in text
    assert '<a class="clear" href="/">' in text
    assert "Remove the filter" not in client_of(alice).get("/").content.decode()


def test_the_controls_offer_the_team_and_nobody_else(
    alice: Actor, bob: Actor, mallory: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    remembered(alice, "Checkout retries three times.", session="Retry policy")
    remembered(mallory, "Another team's fact.", session="Elsewhere", project="other/secret")
    with access.acting(mallory):
        Agent.objects.create(team=mallory.team, owner=mallory.user, agent_id="their-bot")
        CodingSession.objects.update(branch="their/branch")
    browser = client_of(bob)
    choices = browser.get("/").context["choices"]
    assert [str(person) for person in choices.people] == ["alice", "bob"]
    assert choices.branches == ["fix/401-fallback"]
    assert [project.name for project in choices.projects] == ["acme/checkout"]
    assert choices.agents == []
    # What another team has is as unknown as what nobody has.
    for query in ("person=mallory", "person=nobody", "agent=their-bot", "agent=none", "project=other/secret"):
        response = browser.get(f"/?{query}")
        assert (query, response.status_code) == (query, 404)
    assert "has no memory on" in browser.get("/?branch=their/branch").content.decode()


def test_who_has_left_the_team_is_still_found_by_what_they_taught(
    alice: Actor, bob: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    remembered(bob, "Bob retried it.")
    with access.acting(alice):
        Membership.objects.filter(user=bob.user).delete()
    page = client_of(alice).get("/?person=bob").content.decode()
    assert "Bob retried" in page


def test_a_session_stands_under_the_branch_of_its_words(
    alice: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    remembered(alice, "Checkout retries three times.", session="Retry policy")
    with access.acting(alice):
        CodingSession.objects.update(branch="main")
    page = client_of(alice).get("/").content.decode()
    assert 'href="/?branch=fix%2F401-fallback"' in page


def test_a_filter_without_a_match_says_so_and_offers_the_way_back(alice: Actor, client_of: SignedIn) -> None:
    page = client_of(alice).get("/?type=failure").content.decode()
    assert "has no failure" in page
    assert "Show everything" in page


def test_a_wrong_address_is_answered_in_words(alice: Actor, client_of: SignedIn) -> None:
    browser = client_of(alice)
    for address, status, words in [
        ("/?project=acme/nothing", 404, "no project"),
        ("/?type=rumour", 400, "is not a type"),
        ("/?before=yesterday", 400, "must be a whole number"),
        ("/?before=99999999999999999999999", 400, "must be a whole number"),
        ("/?project=%00", 200, "Timeline"),
    ]:
        response = browser.get(address)
        assert (address, response.status_code) == (address, status)
        assert words in response.content.decode()


def test_the_trail_goes_on_under_the_headings_that_are_there(
    alice: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    noon = timezone.localtime().replace(hour=12, minute=0)
    for second in reversed(range(50)):
        moment = noon - timedelta(days=8, seconds=second)
        remembered(alice, f"Fact {second:02} of one long session.", session="A long one", learned=moment)
    browser = client_of(alice)
    first = browser.get("/")
    more = first.context["stretch"].more
    assert "Fact 39" in first.content.decode()
    assert "Fact 40" not in first.content.decode()
    appended = browser.get("/" + more, headers=HTMX).content.decode()
    assert "Fact 40" in appended
    assert "<h2" not in appended
    assert "<h3" not in appended
    assert "<html" not in appended
    assert 'class="more"' not in appended
    # Without script the same link is a page of its own, headings and all.
    alone = browser.get("/" + more).content.decode()
    assert alone.count("<h3") == 1
    assert "Back to the newest" in alone


def test_an_empty_team_is_told_how_to_connect(alice: Actor, client_of: SignedIn) -> None:
    page = client_of(alice).get("/").content.decode()
    assert "No memories yet" in page
    assert 'href="/connect"' in page


def test_what_a_memory_says_is_text_and_never_markup(alice: Actor, client_of: SignedIn, remembered: Remembered) -> None:
    memory = remembered(alice, "Use <script>alert(1)</script> & `<b>` in a_file.py.", session="<i>Title</i>")
    browser = client_of(alice)
    for address in ("/", f"/memories/{memory.uuid}", "/search?q=%3Cscript%3E+alert"):
        page = browser.get(address).content.decode()
        assert "<script>alert" not in page
        assert "<b>" not in page
        assert "<i>Title" not in page


def test_a_page_costs_the_same_queries_for_few_and_many_memories(
    alice: Actor, client_of: SignedIn, many: Callable[[int], None], django_assert_max_num_queries: Any
) -> None:
    browser = client_of(alice)
    many(3)
    with django_assert_max_num_queries(40) as few:
        browser.get("/")
    many(60)
    with django_assert_max_num_queries(len(few)):
        assert browser.get("/").context["stretch"].more
    with django_assert_max_num_queries(len(few) + 3):
        browser.get("/?project=acme/part-1&person=alice&type=decision&branch=fix/401-fallback")


def test_the_sample_is_announced_and_goes_with_one_click(
    alice: Actor, bob: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    remembered(
        alice,
        "The lighthouse lamp turns every ten seconds.",
        project="cairn-sample/lighthouse",
        session="Lamp",
    )
    remembered(alice, "Checkout retries three times.")
    with access.acting(alice):
        Project.objects.filter(name="cairn-sample/lighthouse").update(is_sample=True)
    assert "Remove sample" not in client_of(bob).get("/").content.decode()
    assert client_of(bob).post("/sample/remove").status_code == 403
    browser = client_of(alice)
    assert "Remove sample" in browser.get("/").content.decode()
    page = browser.post("/sample/remove", follow=True).content.decode()
    assert "Removed the sample project" in page
    assert "lighthouse lamp" not in page
    assert "retries three times" in page
    assert browser.get("/sample/remove").status_code == 405
