"""The insights page: what each reader sees of the team's numbers, section by section, and how gaps are closed."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memory import access, audit
from memory.access import Actor
from memory.knowledge import lifecycle
from memory.models import Memory, Recall, Usage
from tests.web.conftest import session_of, store
from tests.web.conversations import in_order, page_of
from web.insights.sections import SUBJECTS

pytestmark = pytest.mark.django_db

SignedIn = Callable[[Actor], Client]
HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}
SECTIONS = list(SUBJECTS)


def section(browser: Client, slug: str, query: str = "") -> str:
    """One section as htmx gets it."""
    return page_of(browser, f"/insights/{slug}{query}", **HTMX)


def asked(actor: Actor, question: str = "Why does checkout retry?", *, gist: str = "checkout retri") -> None:
    with access.acting(actor):
        Recall.objects.create(team=actor.team, user=actor.user, surface="web", question=question, gist=gist)


def opened(actor: Actor, memory: Memory) -> None:
    with access.acting(actor):
        told = {"team": actor.team, "user": actor.user, "surface": "mcp", "question": "Why?", "gist": "why"}
        Recall.objects.create(**told, shown=[memory.pk], fetched=[memory.pk])


# The page


def test_a_new_team_is_told_what_it_will_see(alice: Actor, client_of: SignedIn) -> None:
    page = page_of(client_of(alice), "/insights")
    assert "Nothing to count yet" in page
    assert "hx-get" not in page.partition("<main")[2]


def test_the_page_counts_its_first_section_and_asks_for_the_others(alice: Actor, client_of: SignedIn) -> None:
    store(alice, "Errors are never swallowed.")
    page = page_of(client_of(alice), "/insights?weeks=4")
    assert "1 memory learned in 4 weeks." in page
    waiting = re.findall(r'hx-get="/insights/(\w+)\?weeks=4" hx-trigger="intersect', page)
    assert waiting == SECTIONS[1:]
    for slug in SECTIONS[1:]:
        assert f'<a class="more" href="/insights/{slug}?weeks=4">' in page


@pytest.mark.parametrize("slug", SECTIONS)
def test_each_section_has_a_page_of_its_own_and_an_empty_state(alice: Actor, client_of: SignedIn, slug: str) -> None:
    browser = client_of(alice)
    alone = page_of(browser, f"/insights/{slug}")
    assert alone.count("<h1") == 1
    assert f'id="{slug}"' in alone
    part = section(browser, slug)
    assert "<html" not in part
    assert part.strip().startswith("<section")
    assert "style=" not in part


@pytest.mark.parametrize("slug", SECTIONS)
def test_a_section_that_fails_leaves_the_page_alone(
    alice: Actor, client_of: SignedIn, slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store(alice, "Errors are never swallowed.")

    def broken(*_: object, **__: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 / 0")

    subject = SUBJECTS[slug]
    monkeypatch.setitem(SUBJECTS, slug, type(subject)(slug, subject.title, subject.says, broken))
    monkeypatch.setattr("web.views.insights.unanswered", broken)
    browser = client_of(alice)
    assert "This section could not be loaded" in section(browser, slug)
    whole = page_of(browser, "/insights")
    assert whole.count("This section could not be loaded") == (slug == SECTIONS[0])
    assert "Most used, never used" in whole


def test_another_stretch_of_time_or_project_is_refused(alice: Actor, client_of: SignedIn) -> None:
    browser = client_of(alice)
    assert browser.get("/insights?weeks=5").status_code == 400
    assert browser.get("/insights?project=acme/nothing").status_code == 404
    assert browser.get("/insights/nothing").status_code == 404


def test_strangers_are_led_to_the_sign_in(client: Client, db: None) -> None:
    assert client.get("/insights").url.startswith("/login?next=%2Finsights")


def test_queries_do_not_grow_with_rows(alice: Actor, client_of: SignedIn) -> None:
    browser = client_of(alice)

    def queries() -> dict[str, int]:
        counts = {}
        for address in ("/insights", *(f"/insights/{slug}" for slug in SECTIONS)):
            page_of(browser, address)
            with CaptureQueriesContext(connection) as seen:
                page_of(browser, address)
            counts[address] = len(seen)
        return counts

    def grow(count: int) -> None:
        for number in range(count):
            memory = store(alice, f"Fact {count}-{number}.", project=f"acme/{number % 3}", files=[f"a/{number}/x.py"])
            opened(alice, memory)
            asked(alice, f"Question {number}?", gist=f"question {number}")

    grow(3)
    few = queries()
    grow(12)
    assert queries() == few


# Sections


def test_growth_draws_each_type_and_tells_it_as_a_table(alice: Actor, client_of: SignedIn) -> None:
    for type in ("decision", "decision", "failure"):
        store(alice, f"A {type} of {timezone.now()}.", type=type)
    page = section(client_of(alice), "growth")
    assert in_order(page, "3 memories learned", "Decision: new memories per week</title>", "2 in 12 weeks", "<table")
    assert page.count('role="img" aria-labelledby="growth-') == 5
    cells = re.findall(r"<tr><th scope=\"row\">[^<]*</th>((?:<td>\d+</td>)+)</tr>", page)
    assert len(cells) == 12
    assert cells[-1] == "<td>2</td><td>1</td><td>0</td><td>0</td><td>0</td>"


def test_reuse_and_the_most_used(alice: Actor, bob: Actor, client_of: SignedIn) -> None:
    used = store(alice, "Retries stop after three.", uses=2, first_used_at=timezone.now() + timedelta(hours=3))
    store(alice, "Nobody asked for this.", learned=timezone.now() - timedelta(days=40))
    opened(bob, used)
    opened(alice, used)
    browser = client_of(bob)
    page = section(browser, "reuse")
    assert in_order(page, "50 %", "1 of 2 current memories", "3 hours", "Never used", "1</dd>", "2 uses in 12 weeks")
    ends = section(browser, "used")
    assert in_order(ends, "2<span", "Retries stop after three.", "Never used", "Nobody asked for this.")


def test_coverage_names_projects_nobody_knows_anything_about(alice: Actor, client_of: SignedIn) -> None:
    store(alice, "Errors are never swallowed.")
    with access.acting(alice):
        session_of(alice, "A blind one", "acme/blind")
    page = section(client_of(alice), "coverage")
    assert in_order(page, "1 project had sessions", "acme/checkout", "acme/blind", "no memories")


def test_the_bus_factor_names_people_to_curators_only(alice: Actor, bob: Actor, client_of: SignedIn) -> None:
    store(alice, "Errors are never swallowed.", files=["src/pay/api.py"])
    assert in_order(section(client_of(alice), "areas"), "1 of 1 area depends on one person", "src/pay", "alice")
    page = section(client_of(bob), "areas")
    assert "src/pay" in page
    assert "alice" not in page
    assert "curators see" in page


def test_captures_and_redactions(alice: Actor, client_of: SignedIn) -> None:
    with access.acting(alice):
        audit.record("capture", "events", actor=alice, accepted=7, redactions={"aws_key": 2})
    page = section(client_of(alice), "captures")
    assert in_order(page, "Events of the plugin per day", "7 in all", "aws key", "2</td>")
    assert "Messages of conversations" not in page
    assert "Events of the plugin per week" in section(client_of(alice), "captures", "?weeks=52")


def test_the_budget_is_a_line_and_days_over_it_stand_out(alice: Actor, client_of: SignedIn) -> None:
    with access.scope(team=alice.team, system=True):
        type(alice.team).objects.filter(pk=alice.team.pk).update(daily_calls=5)
        for back, calls in ((0, 5), (1, 2)):
            day = timezone.now().date() - timedelta(days=back)
            Usage.objects.create(team=alice.team, day=day, provider="ollama", calls=calls, input_tokens=90)
    page = section(client_of(alice), "model")
    assert in_order(page, "Today 5 of 5 calls, 90 tokens", "limit 5")
    assert page.count('class="over"') == 1
    assert "spent on 1 day." in page


def test_the_silent_are_shown_to_curators_and_each_to_themselves(
    alice: Actor, bob: Actor, vera: Actor, client_of: SignedIn
) -> None:
    with access.acting(bob):
        session = session_of(bob)
        type(session).objects.update(last_event_at=timezone.now() - timedelta(days=3, hours=1))
    page = section(client_of(alice), "people")
    assert in_order(page, "2 of 2 people sent nothing", "alice", "not connected yet", "bob", "silent for 3 days")
    own = section(client_of(bob), "people")
    assert "silent for 3 days" in own
    assert "alice" not in own
    assert "Viewers only read" in section(client_of(vera), "people")


# Gaps


def test_a_gap_is_answered_and_closed(alice: Actor, bob: Actor, client_of: SignedIn) -> None:
    asked(alice)
    asked(alice)
    browser = client_of(bob)
    page = section(browser, "gaps")
    assert in_order(page, "1 question found no answer", "Why does checkout retry?", "asked 2 times", "Save answer")
    answer = "Checkout retries three times because the gateway answers 429 after the fourth attempt."
    done = browser.post("/insights/gaps/answer", {"gist": "checkout retri", "content": answer}, headers=HTMX)
    assert "Saved. The next search finds it." in done.content.decode()
    assert "Why does checkout retry?" not in section(browser, "gaps")
    with access.acting(alice):
        assert Memory.objects.get().content == answer


def test_an_answer_that_says_nothing_comes_back_with_the_reason(bob: Actor, client_of: SignedIn) -> None:
    asked(bob)
    told = {"gist": "checkout retri", "content": "ok"}
    refused = client_of(bob).post("/insights/gaps/answer", told, headers=HTMX)
    page = refused.content.decode()
    assert refused.status_code in (400, 422)
    assert in_order(page, '<details class="answer" open>', 'role="alert"', ">ok</textarea>")


def test_a_dismissal_can_be_taken_back(alice: Actor, client_of: SignedIn) -> None:
    asked(alice)
    browser = client_of(alice)
    gone = browser.post("/insights/gaps/dismiss", {"gist": "checkout retri"}, headers=HTMX).content.decode()
    assert in_order(gone, "Dismissed.", "/insights/gaps/reopen", "Undo", "Every question of the last 90 days")
    back = browser.post("/insights/gaps/reopen", {"gist": "checkout retri"}, headers=HTMX).content.decode()
    assert "Why does checkout retry?" in back


def test_without_script_a_form_leads_back_to_the_gaps(alice: Actor, client_of: SignedIn) -> None:
    asked(alice)
    browser = client_of(alice)
    done = browser.post("/insights/gaps/dismiss", {"gist": "checkout retri"}, follow=True)
    assert done.redirect_chain == [("/insights/gaps?dismissed=checkout+retri", 302)]
    assert in_order(done.content.decode(), "Dismissed.", "Undo")


def test_roles_see_and_do_what_they_may(bob: Actor, vera: Actor, mallory: Actor, client_of: SignedIn) -> None:
    asked(bob)
    member, viewer = section(client_of(bob), "gaps"), section(client_of(vera), "gaps")
    assert "Save answer" in member
    assert "Dismiss" not in member
    assert "Save answer" not in viewer
    told = {"gist": "checkout retri", "content": "Checkout retries three times, as the gateway demands."}
    assert client_of(bob).post("/insights/gaps/dismiss", told).status_code == 403
    assert client_of(vera).post("/insights/gaps/answer", told).status_code == 403
    stranger = client_of(mallory)
    assert "Why does checkout retry?" not in section(stranger, "gaps")
    for verb in ("answer", "dismiss", "reopen"):
        assert stranger.post(f"/insights/gaps/{verb}", told).status_code == 404


def test_another_team_sees_none_of_it(alice: Actor, mallory: Actor, client_of: SignedIn) -> None:
    memory = store(alice, "Errors are never swallowed.", session="Fix silent 401s", files=["src/pay/api.py"])
    opened(alice, memory)
    asked(alice)
    browser = client_of(mallory)
    assert "Nothing to count yet" in page_of(browser, "/insights")
    for slug in SECTIONS:
        page = section(browser, slug)
        for secret in ("swallowed", "checkout", "alice", "src/pay"):
            assert secret not in page, (slug, secret)


def reviewed(actor: Actor, count: int, **more: object) -> None:
    """So many captured drafts, of which every third is approved and every third rejected."""
    for number in range(count):
        memory = store(actor, f"Module {number} of {more} is in order.", source="captured", status="draft", **more)
        verb = (lifecycle.approve, lifecycle.reject, None)[number % 3]
        if verb:
            with access.acting(actor):
                verb(str(memory.uuid), actor=actor)


def test_review_results_tell_shares_by_week_distiller_type_and_project(alice: Actor, client_of: SignedIn) -> None:
    reviewed(alice, 6, distiller="rules", type="failure")
    reviewed(alice, 3, distiller="ollama:<b>x", type="pattern", project="acme/shop")
    page = section(client_of(alice), "reviews", "?weeks=4")
    assert "9 memories were captured in 4 weeks. People have reviewed 6 of them; 3 have not been reviewed." in page
    strips = re.findall(r'<p><span>([^<]+)</span> <span class="soft">(\d+)</span> <b>(\d+ %)</b></p>', page)
    assert strips == [("Signed", "3", "33 %"), ("Edited", "0", "0 %"), ("Thrown away", "3", "33 %")]
    assert in_order(page, "By distiller", "rules", "ollama:&lt;b&gt;x", "By type", "Failure", "By project", "acme/shop")
    assert "2 + 0 + 2 of 6" in page
    assert "<td>9</td><td>3</td><td>0</td><td>3</td>" in page
    one = section(client_of(alice), "reviews", "?weeks=52&project=acme/shop")
    assert "3 memories were captured in a year in acme/shop." in one
    assert "By project" not in one
    assert "by type and 4 weeks" in one


def test_review_results_of_another_team_stay_there(alice: Actor, mallory: Actor, client_of: SignedIn) -> None:
    reviewed(alice, 3, distiller="rules")
    assert "No memory was captured in 12 weeks." in section(client_of(mallory), "reviews")
