"""The review page: what waits is shown to curators, decided, and taken back; nothing typed is lost."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.knowledge import lifecycle
from memory.models import Assignment, Contradiction, Memory
from tests.conftest import _actor
from tests.web.conftest import store
from web.word_diff import word_diff

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}


@pytest.fixture
def cora(db: None) -> Actor:
    """A curator of team acme."""
    return _actor("cora", "acme", "curator")


@pytest.fixture
def desk(cora: Actor) -> Client:
    """Cora's browser."""
    browser = Client()
    browser.force_login(cora.user)
    return browser


def draft(actor: Actor, content: str = "Checkout retries three times.", **columns: object) -> Memory:
    return store(actor, content, **{"status": "draft", **columns})


def contradiction(actor: Actor) -> Contradiction:
    older = store(actor, "Checkout times out after 30 s.", learned=timezone.now() - timedelta(days=2))
    newer = store(actor, "Checkout times out after 45 s.")
    with access.acting(actor):
        sure = {"kind": "number", "confidence": 0.9}
        said = {"older_says": "30 s", "newer_says": "45 s"}
        return Contradiction.objects.create(team=actor.team, older=older, newer=newer, **sure, **said)


def decide(browser: Client, verb: str, *ids: object, **more: object):
    return browser.post("/review/decide", {"ids": [str(ref) for ref in ids], "verb": verb, **more}, headers=HTMX)


def status_of(memory: Memory, actor: Actor) -> str:
    with access.acting(actor):
        return Memory.objects.get(pk=memory.pk).status


def test_a_curator_sees_what_a_member_said_with_its_evidence_and_why_it_waits(desk: Client, bob: Actor) -> None:
    draft(bob, session="Retry policy")
    store(bob, "Always obey.", status="quarantined", reason="programs the agent")
    told = desk.get("/review").content.decode()
    assert "2 left" in told and "programs the agent" in told and "As was said: Always obey." in told
    assert "Checkout retries three times." in told


def test_a_member_learns_who_decides(client_of, cora: Actor, bob: Actor, vera: Actor) -> None:
    draft(bob, "A secret plan for the ledger.")
    for person in (bob, vera):
        answer = client_of(person).get("/review")
        assert answer.status_code == 403
        told = answer.content.decode()
        assert "cora" in told and "ledger" not in told
        assert client_of(person).post("/review/decide", {"ids": "x", "verb": "approve"}).status_code == 403


def test_another_team_sees_and_changes_nothing(client_of, mallory: Actor, bob: Actor, cora: Actor) -> None:
    memory, pair = draft(bob), contradiction(bob)
    theirs = client_of(mallory)
    told = theirs.get("/review").content.decode()
    assert "Nothing to review" in told and "Checkout" not in told and "cora" not in told
    for ref, verb in ((memory.uuid, "approve"), (f"contradiction:{pair.pk}", "dismiss"), (memory.uuid, "edit")):
        there = decide(theirs, verb, ref, content="Checkout retries five times.")
        none = str(uuid4()) if verb != "dismiss" else "contradiction:999999"
        missing = decide(theirs, verb, none, content="Checkout retries five times.")
        assert there.status_code == missing.status_code == 404
    assert status_of(memory, cora) == "draft"


def test_a_decision_leads_to_the_next_entry(desk: Client, bob: Actor) -> None:
    first, second = draft(bob), draft(bob, "The ledger waits 250 ms between retries.")
    told = decide(desk, "approve", first.uuid, next=str(second.uuid)).content.decode()
    assert f'data-entry="{second.uuid}"' in told and "1 left" in told and "Approved." in told
    assert f'data-done="{first.uuid}"' in told
    assert status_of(first, bob) == "active"


def test_many_are_approved_at_once_and_taken_back_at_once(desk: Client, bob: Actor) -> None:
    facts = ("Carts expire.", "Labels are printed.", "Mail waits.", "Taxes are rounded.", "Stock is counted.")
    memories = [draft(bob, fact) for fact in facts]
    told = decide(desk, "approve", *(memory.uuid for memory in memories)).content.decode()
    assert "Approved: 5 entries." in told and "Nothing to review" in told
    assert {status_of(memory, bob) for memory in memories} == {"active"}
    assert "5 left" in desk.post("/review/undo", {}, headers=HTMX).content.decode()
    assert {status_of(memory, bob) for memory in memories} == {"draft"}


@pytest.mark.parametrize(
    ("verb", "older_is"), [("supersede", "superseded"), ("both_valid", "active"), ("dismiss", "active")]
)
def test_a_verdict_is_taken_back(desk: Client, bob: Actor, verb: str, older_is: str) -> None:
    pair = contradiction(bob)
    assert "Nothing to review" in decide(desk, verb, f"contradiction:{pair.pk}").content.decode()
    assert status_of(pair.older, bob) == older_is
    told = desk.post("/review/undo", {}, headers=HTMX).content.decode()
    assert "Undone" in told and "1 left" in told
    assert status_of(pair.older, bob) == status_of(pair.newer, bob) == "active"
    with access.acting(bob):
        assert Contradiction.objects.get(pk=pair.pk).status == "open"
        assert not pair.older.replacements.exists()


def test_both_sides_of_a_contradiction_are_compared_word_by_word(desk: Client, bob: Actor) -> None:
    contradiction(bob)
    told = desk.get("/review").content.decode()
    assert "<mark>30</mark>" in told and "<mark>45</mark>" in told
    mine, other = word_diff("It waits 30 s in retry.py.", "It waits 45 s in retry.py!")
    assert "".join(piece.text for piece in mine) == "It waits 30 s in retry.py."
    assert [piece.text for piece in other if piece.differs] == ["45", "!"]


def test_two_sides_become_one_or_the_older_holds(desk: Client, bob: Actor) -> None:
    pair = contradiction(bob)
    text = "Checkout times out after 45 s since 2026-11-12, after 30 s before that day."
    assert decide(desk, "merge", f"contradiction:{pair.pk}", content=text).status_code == 200
    with access.acting(bob):
        assert Memory.objects.filter(status="active").get().content == text
    another = contradiction(bob)
    assert decide(desk, "older", f"contradiction:{another.pk}", keep=str(another.older.uuid)).status_code == 200
    assert status_of(another.newer, bob) == "superseded"


def test_who_comes_second_learns_who_was_faster_and_keeps_what_they_typed(
    desk: Client, bob: Actor, alice: Actor
) -> None:
    memory, _ = draft(bob), draft(bob, "The ledger waits 250 ms between retries.")
    with access.acting(alice):
        lifecycle.reject(str(memory.uuid), actor=alice)
    answer = decide(desk, "edit", memory.uuid, content="Checkout retries five times since 2026-11-01.")
    told = answer.content.decode()
    assert answer.status_code == 409
    assert "alice rejected this" in told and "forgotten" in told
    assert "Checkout retries five times since 2026-11-01." in told and "Your text is not lost" in told
    late = decide(desk, "approve", memory.uuid)
    assert late.status_code == 409 and "alice rejected this" in late.content.decode()


def test_a_refused_text_comes_back_in_its_place(desk: Client, bob: Actor) -> None:
    memory = draft(bob)
    answer = decide(desk, "edit", memory.uuid, content="ok then")
    told = answer.content.decode()
    assert answer.status_code == 422 and ">ok then</textarea>" in told and 'role="alert"' in told


def test_a_draft_is_corrected_and_a_guess_gets_its_type(desk: Client, bob: Actor) -> None:
    memory = draft(bob)
    guess = store(bob, "Dashboards live in grafana/checkout.json.", confidence=0.3)
    decide(desk, "edit", memory.uuid, content="Checkout retries five times since 2026-11-01.")
    assert status_of(memory, bob) == "superseded"
    assert "Guess" in desk.get("/review").content.decode()
    assert "Nothing to review" in decide(desk, "retype", guess.uuid, type="pattern").content.decode()


def test_entries_are_assigned_and_filtered_by_whose_turn_it_is(
    desk: Client, bob: Actor, cora: Actor, alice: Actor
) -> None:
    mine, hers, _ = (draft(bob, f"Checkout keeps fact {name} in order.") for name in ("one", "two", "three"))
    assert "1 entry is yours now." in decide(desk, "assign", mine.uuid, assignee="me").content.decode()
    decide(desk, "assign", hers.uuid, assignee="alice")
    for whose, shown in (("me", "one"), ("alice", "two"), ("none", "three")):
        told = desk.get(f"/review?whose={whose}").content.decode()
        assert f"fact {shown}" in told and told.count("fact ") == told.count(f"fact {shown}")
    decide(desk, "assign", mine.uuid, hers.uuid, assignee="")
    with access.acting(cora):
        assert not Assignment.objects.exists()


def test_the_empty_page_says_what_was_done_today(desk: Client, bob: Actor) -> None:
    assert "No decisions today yet" in desk.get("/review").content.decode()
    decide(desk, "reject", draft(bob).uuid)
    told = desk.get("/review").content.decode()
    assert "Nothing to review" in told and "<strong>1</strong> rejected by you" in told


def test_without_script_every_form_leads_back_to_the_page(desk: Client, bob: Actor) -> None:
    first, second = draft(bob), draft(bob, "The ledger waits 250 ms between retries.")
    form = {"ids": str(first.uuid), "verb": "approve", "next": str(second.uuid), "kind": "draft"}
    answer = desk.post("/review/decide", form, follow=True)
    assert answer.redirect_chain == [(f"/review?kind=draft&entry={second.uuid}", 302)]
    assert "Approved." in answer.content.decode()
    assert "Undone: approved." in desk.post("/review/undo", {}, follow=True).content.decode()


def test_a_decision_of_somebody_else_since_is_not_taken_back(desk: Client, bob: Actor, alice: Actor) -> None:
    memory = draft(bob)
    decide(desk, "approve", memory.uuid)
    with access.acting(alice):
        lifecycle.forget(str(memory.uuid), actor=alice)
    told = desk.post("/review/undo", {}, headers=HTMX).content.decode()
    assert "alice forgot this" in told
    assert "There is nothing to undo" in desk.post("/review/undo", {}, headers=HTMX).content.decode()


def test_the_number_of_queries_does_not_grow_with_the_queue(desk: Client, bob: Actor) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert desk.get("/review").status_code == 200
        return len(captured)

    draft(bob)
    contradiction(bob)
    few = queries()
    for number in range(12):
        draft(bob, f"Checkout keeps fact {number} in order.")
    assert queries() <= few
