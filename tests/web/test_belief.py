"""What the pages say of belief: why a memory is active or a draft, where the line is, who moved it, the way back."""

from collections.abc import Callable

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.knowledge.lifecycle import approve, forget
from memory.knowledge.line import move_lines
from memory.models import Membership, Team
from memory.recall.digest import week_of
from tests.knowledge.test_contradiction_detection import as_
from tests.lines import FACT, captured, many_captured, set_line
from worker.digests import send_to

SignedIn = Callable[[Actor], Client]
DOUBTED = FACT.format(17)


@pytest.fixture
def moved(alice: Actor) -> None:
    """Team acme threw away what its line let stand, so Cairn raised it."""
    with access.acting(alice):
        Team.objects.filter(pk=alice.team.pk).update(line=0.8)
    for memory in many_captured(alice, 24, 0.85)[:6]:
        as_(alice, forget, str(memory.uuid))
    assert move_lines(now=timezone.now())


def page(browser: Client, address: str, **query: str) -> str:
    response = browser.get(address, query)
    assert response.status_code == 200, address
    return response.content.decode()


def test_a_memory_says_why_it_is_a_draft_and_why_it_is_active(alice: Actor, bob: Actor, client_of: SignedIn) -> None:
    draft = captured(alice, DOUBTED, 0.62).memory
    address = f"/memories/{draft.uuid}"
    shown = page(client_of(bob), address)
    assert "Draft: confidence .62 is below the team&#x27;s line .80" in shown and "Active:" not in shown
    captured(bob, DOUBTED, 0.62, session="s2")
    assert "Active: two sessions agree" in page(client_of(bob), address)
    sure = captured(alice, FACT.format("orders"), 0.9).memory
    assert "Active: confidence .90 reaches the team&#x27;s line .80" in page(client_of(bob), f"/memories/{sure.uuid}")
    other = captured(alice, FACT.format("ledger"), 0.7).memory
    as_(alice, approve, str(other.uuid))
    assert "Active: it was approved" in page(client_of(bob), f"/memories/{other.uuid}")
    as_(alice, forget, str(sure.uuid))
    assert "reaches the team" not in page(client_of(bob), f"/memories/{sure.uuid}")


def test_the_queue_says_why_a_draft_waits(alice: Actor, client_of: SignedIn) -> None:
    captured(alice, DOUBTED, 0.62)
    assert "confidence .62 is below the team&#x27;s line .80" in page(client_of(alice), "/review")


def test_the_policy_page_says_what_believing_means_and_who_moved_the_line(
    moved: None, alice: Actor, bob: Actor, mallory: Actor, client_of: SignedIn
) -> None:
    shown = page(client_of(bob), "/team/policy")
    assert "a person said it, and confidence is" in shown and "<dd>0.85</dd>" in shown
    assert "Cairn raised the line from .80 to .85" in shown
    assert "6 of 24 memories that started active by confidence were thrown away" in shown
    assert "Set it back" not in shown, "a member sees it, and asks an admin"
    assert "raised the line" not in page(client_of(mallory), "/team/policy")
    browser = client_of(alice)
    assert 'name="line" value="0.80"' in page(browser, "/team/policy")
    answer = browser.post("/team/policy/change", {"line": "0.80"}, follow=True).content.decode()
    assert "alice lowered the line from .85 to .80" in answer and "Undo" in answer
    assert client_of(bob).post("/team/policy/change", {"line": "0.9"}).status_code == 403


@pytest.mark.parametrize("wrong", ["0.2", "1", "", "high", "nan", "1e400", "0,8"])
def test_a_line_that_makes_no_sense_is_refused_and_stays_typed(alice: Actor, client_of: SignedIn, wrong: str) -> None:
    set_line(alice, 0.8)
    answer = client_of(alice).post("/team/policy/change", {"line": wrong, "name": "acme"})
    assert answer.status_code == 400 and 'role="alert"' in answer.content.decode()
    with access.acting(alice):
        assert Team.objects.get(pk=alice.team.pk).line == 0.8


def test_insights_tell_what_became_of_what_the_line_let_stand(
    moved: None, alice: Actor, mallory: Actor, client_of: SignedIn
) -> None:
    captured(alice, DOUBTED, 0.62, line=0.85)
    captured(alice, FACT.format("orders"), 0.9, line=0.85)
    shown = page(client_of(alice), "/insights/belief")
    assert "0.85" in shown and "Cairn raised the line from .80 to .85: 6 of 24 memories" in shown
    assert "<dd>1</dd>" in shown and "0 of them were thrown away" in shown
    theirs = page(client_of(mallory), "/insights/belief")
    assert "Cairn raised" not in theirs


def test_the_digest_tells_that_the_line_moved(moved: None, alice: Actor, mallory: Actor, client_of: SignedIn) -> None:
    assert "Cairn raised the line from .80 to .85" in page(client_of(alice), "/digest")
    assert "raised the line" not in page(client_of(mallory), "/digest")
    with access.acting(alice):
        Membership.objects.filter(user=alice.user).update(wants_digest=True)
        alice.user.email = "alice@acme.example"
    assert send_to(alice, week_of(timezone.now()))
    sent = mail.outbox[0]
    assert "CONFIDENCE LINE" in sent.body and "6 of 24" in sent.body and "6 of 24" in str(sent.alternatives[0][0])


def test_the_search_page_looks_in_drafts_where_it_is_asked(
    alice: Actor, bob: Actor, mallory: Actor, client_of: SignedIn
) -> None:
    captured(alice, DOUBTED, 0.62)
    question = "why does import-17 retry a failed download"
    browser = client_of(bob)
    known = page(browser, "/search", q=question)
    assert "The team does not know this yet" in known and "status=draft" in known and "supplier prices" not in known
    found = page(browser, "/search", q=question, status="draft")
    assert "supplier prices" in found and "1 draft matches" in found and "no session sees it" in found
    assert "No draft matches" in page(client_of(mallory), "/search", q=question, status="draft")
    narrowed = page(browser, "/search", q=question, status="draft", type="pattern")
    assert "No draft matches" in narrowed and "Search all drafts" in narrowed
    assert "Memories that wait for approval" in page(browser, "/search", status="draft")
    assert browser.get("/search", {"q": question, "status": "forgotten"}).status_code == 400


def test_a_timeline_that_is_empty_for_its_drafts_says_so(alice: Actor, bob: Actor, client_of: SignedIn) -> None:
    captured(alice, DOUBTED, 0.62)
    told = page(client_of(alice), "/")
    assert "1 draft waits" in told and "Review drafts" in told
    told = page(client_of(bob), "/")
    assert "Search drafts" in told and "Review drafts" not in told


def test_the_author_of_a_private_draft_approves_it_on_its_page(alice: Actor, bob: Actor, client_of: SignedIn) -> None:
    draft = captured(bob, DOUBTED, 0.62, visibility="private").memory
    browser = client_of(bob)
    assert 'id="do-approve"' in page(browser, f"/memories/{draft.uuid}")
    assert (
        "Approved. Searches find it now."
        in browser.post(f"/memories/{draft.uuid}/approve", follow=True).content.decode()
    )
    assert client_of(alice).get(f"/memories/{draft.uuid}").status_code == 404
    shared = captured(alice, FACT.format("orders"), 0.62, session="s2").memory
    assert 'id="do-approve"' not in page(browser, f"/memories/{shared.uuid}")
