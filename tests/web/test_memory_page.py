"""One memory's page: what it rests on, where it comes from, and what one may do with it, with a way back."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from memory import access
from memory.access import Actor
from memory.knowledge.remember import remember
from memory.models import Agent, AuditEvent, Memory, Supersession

HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}

SignedIn = Callable[[Actor], Client]
Remembered = Callable[..., Memory]


def _status(memory: Memory, actor: Actor) -> str:
    with access.acting(actor):
        return Memory.objects.get(pk=memory.pk).status


def test_the_page_opens_the_evidence(alice: Actor, client_of: SignedIn, remembered: Remembered) -> None:
    memory = remembered(alice, "The fallback in error_handler.py is removed.", session="Fix silent 401s")
    page = client_of(alice).get(f"/memories/{memory.uuid}").content.decode()
    assert "Fix silent 401s" in page
    assert "fix/401-fallback" in page
    assert "As was said: The fallback" in page
    assert "src/error_handler.py" in page


def test_the_lineage_goes_both_ways(alice: Actor, client_of: SignedIn, remembered: Remembered) -> None:
    older = remembered(alice, "Checkout retries five times.", status="superseded")
    middle = remembered(alice, "Checkout retries twice.", status="superseded")
    newer = remembered(alice, "Checkout retries thrice.")
    with access.acting(alice):
        Supersession.objects.create(team=alice.team, older=older, newer=middle)
        Supersession.objects.create(team=alice.team, older=middle, newer=newer)
    page = client_of(alice).get(f"/memories/{middle.uuid}").content.decode()
    assert "retries five times" in page
    assert "There is a newer one" in page
    assert "retries thrice" in page


def test_forgetting_offers_to_undo_it(bob: Actor, client_of: SignedIn, remembered: Remembered) -> None:
    memory = remembered(bob, "The staging cluster is read-only.")
    browser = client_of(bob)
    part = browser.post(f"/memories/{memory.uuid}/forget", headers=HTMX).content.decode()
    assert "Undo" in part
    assert f"/memories/{memory.uuid}/restore" in part
    assert "<html" not in part
    assert _status(memory, bob) == "forgotten"
    browser.post(f"/memories/{memory.uuid}/restore", headers=HTMX)
    assert _status(memory, bob) == "active"


def test_without_script_an_action_comes_back_to_the_page_and_says_what_was_done(
    bob: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    memory = remembered(bob, "The staging cluster is read-only.")
    response = client_of(bob).post(f"/memories/{memory.uuid}/forget", follow=True)
    assert response.redirect_chain == [(f"/memories/{memory.uuid}", 302)]
    page = response.content.decode()
    assert "no search finds it any more" in page
    assert "Restore" in page


def test_a_wrong_type_is_corrected_with_one_click(bob: Actor, client_of: SignedIn, remembered: Remembered) -> None:
    memory = remembered(bob, "The job spends 7 of 11 minutes downloading.", type="context")
    part = client_of(bob).post(f"/memories/{memory.uuid}/type", {"type": "failure"}, headers=HTMX).content.decode()
    assert "It is a failure now" in part
    refused = client_of(bob).post(f"/memories/{memory.uuid}/type", {"type": "rumour"}, headers=HTMX)
    assert refused.status_code == 400
    assert refused["HX-Retarget"] == "#notices"


@pytest.mark.parametrize(("verb", "status"), [("approve", "active"), ("reject", "forgotten")])
def test_a_curator_decides_about_a_draft(
    alice: Actor, bob: Actor, client_of: SignedIn, remembered: Remembered, verb: str, status: str
) -> None:
    draft = remembered(bob, "Reports time out when the replica lags.", status="draft")
    assert "Approve" not in client_of(bob).get(f"/memories/{draft.uuid}").content.decode()
    assert client_of(bob).post(f"/memories/{draft.uuid}/{verb}").status_code == 403
    assert "Approve" in client_of(alice).get(f"/memories/{draft.uuid}").content.decode()
    client_of(alice).post(f"/memories/{draft.uuid}/{verb}")
    assert _status(draft, alice) == status


def test_pinning_is_for_curators_and_can_be_undone(
    alice: Actor, bob: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    memory = remembered(bob, "Releases go out on Tuesdays.")
    assert client_of(bob).post(f"/memories/{memory.uuid}/pin").status_code == 403
    part = client_of(alice).post(f"/memories/{memory.uuid}/pin", headers=HTMX).content.decode()
    assert f"/memories/{memory.uuid}/unpin" in part
    assert "pinned" in part


def test_another_agents_memory_offers_nothing_and_refuses(
    alice: Actor, bob: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    with access.acting(alice):
        agent = Agent.objects.create(team=alice.team, agent_id="release-bot", owner=alice.user)
    memory = remembered(alice, "The release bot tags every Tuesday.", agent=agent)
    browser = client_of(bob)
    assert "Forget" not in browser.get(f"/memories/{memory.uuid}").content.decode()
    response = browser.post(f"/memories/{memory.uuid}/forget")
    assert response.status_code == 403
    assert "Another agent owns this memory" in response.content.decode()


def test_a_correction_takes_the_place_of_the_old_one(bob: Actor, client_of: SignedIn, remembered: Remembered) -> None:
    memory = remembered(bob, "Checkout retries a gateway timeout five times before it gives up.")
    text = "Checkout retries a gateway timeout three times before it gives up."
    page = client_of(bob).post(f"/memories/{memory.uuid}/correct", {"content": text}, follow=True)
    assert "retries a gateway timeout three times" in page.content.decode()
    assert "five times" in page.content.decode()
    assert page.context["memory"].uuid != memory.uuid
    assert _status(memory, bob) == "superseded"


def test_a_refused_correction_loses_nothing_that_was_typed(
    bob: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    memory = remembered(bob, "Checkout retries a gateway timeout five times.")
    response = client_of(bob).post(f"/memories/{memory.uuid}/correct", {"content": "too short"})
    page = response.content.decode()
    assert response.status_code == 422
    assert ">too short</textarea>" in page
    assert 'role="alert"' in page
    assert _status(memory, bob) == "active"


def test_of_two_who_forget_at_once_the_second_is_told(bob: Actor, client_of: SignedIn, remembered: Remembered) -> None:
    memory = remembered(bob, "The staging cluster is read-only.")
    browser = client_of(bob)
    browser.post(f"/memories/{memory.uuid}/forget")
    response = browser.post(f"/memories/{memory.uuid}/forget", headers=HTMX)
    assert response.status_code == 409
    assert "cannot be changed so" in response.content.decode()


def test_feedback_and_sharing_are_one_click_and_taken_back_by_another(
    alice: Actor, bob: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    memory = remembered(bob, "The staging cluster is read-only.", visibility="private")
    browser, other = client_of(bob), client_of(alice)
    assert other.post(f"/memories/{memory.uuid}/wrong").status_code == 404
    assert "Share with the team" in browser.get(f"/memories/{memory.uuid}").content.decode()
    part = browser.post(f"/memories/{memory.uuid}/share", headers=HTMX).content.decode()
    assert f"/memories/{memory.uuid}/undo" in part
    assert "Share with the team" not in other.get(f"/memories/{memory.uuid}").content.decode()
    for who in (browser, other):
        assert "Noted as wrong" in who.post(f"/memories/{memory.uuid}/wrong", headers=HTMX).content.decode()
    assert _status(memory, bob) == "disputed"
    assert "Taken back" in other.post(f"/memories/{memory.uuid}/undo", headers=HTMX).content.decode()
    assert _status(memory, bob) == "active"


def test_an_unknown_verb_is_no_page(bob: Actor, client_of: SignedIn, remembered: Remembered) -> None:
    memory = remembered(bob, "The staging cluster is read-only.")
    browser = client_of(bob)
    assert browser.post(f"/memories/{memory.uuid}/erase").status_code == 404
    assert browser.get(f"/memories/{memory.uuid}/forget").status_code == 405


def test_every_action_is_in_the_audit_log(alice: Actor, client_of: SignedIn, remembered: Remembered) -> None:
    memory = remembered(alice, "Releases go out on Tuesdays.")
    browser = client_of(alice)
    for verb in ("pin", "unpin", "forget", "restore"):
        browser.post(f"/memories/{memory.uuid}/{verb}")
    with access.acting(alice):
        verbs = AuditEvent.objects.filter(subject=f"memory:{memory.uuid}").order_by("pk").values_list("verb", flat=True)
        assert list(verbs) == ["pin", "unpin", "forget", "restore"]


def test_the_page_costs_the_same_queries_with_much_evidence(
    alice: Actor, client_of: SignedIn, remembered: Remembered, django_assert_max_num_queries: Any
) -> None:
    memory = remembered(alice, "Releases go out on Tuesdays.", session="One")
    browser = client_of(alice)
    with django_assert_max_num_queries(40) as little:
        browser.get(f"/memories/{memory.uuid}")
    with access.acting(alice):
        first = memory.evidence.get()
        for _ in range(20):
            first.pk = None
            first.save(force_insert=True)
    with django_assert_max_num_queries(len(little)):
        assert browser.get(f"/memories/{memory.uuid}").content.decode().count("As was said") == 21


def test_what_contradicts_it_is_named_and_one_click_away(
    alice: Actor, bob: Actor, mallory: Actor, client_of: SignedIn
) -> None:
    told = "The Redis cache for the product catalogue has a TTL of {} s."
    with access.acting(alice):
        older = remember(told.format(300), actor=alice)
    with access.acting(bob):
        newer = remember(told.format(60), actor=bob)
    page = client_of(bob).get(f"/memories/{older.uuid}").content.decode()
    assert "Contradiction" in page and "<q>60s</q>" in page
    assert f"/memories/{newer.uuid}" in page
    assert client_of(mallory).get(f"/memories/{older.uuid}").status_code == 404
