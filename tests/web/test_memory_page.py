"""One memory's page: what it rests on, where it comes from, and what one may do with it, with a way back."""

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.knowledge.remember import remember
from memory.models import Agent, AuditEvent, Contradiction, Memory, Supersession
from memory.recall.family import family_of

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
    assert "Replaced by a newer memory" in page
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
    assert "Searches no longer find it" in page
    assert "Restore" in page


def test_a_wrong_type_is_corrected_with_one_click(bob: Actor, client_of: SignedIn, remembered: Remembered) -> None:
    memory = remembered(bob, "The job spends 7 of 11 minutes downloading.", type="context")
    part = client_of(bob).post(f"/memories/{memory.uuid}/type", {"type": "failure"}, headers=HTMX).content.decode()
    assert "The type is now failure" in part
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


def test_a_correction_of_what_a_curator_pinned_waits_beside_it(
    bob: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    memory = remembered(bob, "Checkout retries a gateway timeout five times before it gives up.")
    with access.acting(bob):
        Memory.objects.filter(pk=memory.pk).update(pinned=True)
    text = "Checkout retries a gateway timeout three times before it gives up."
    page = client_of(bob).post(f"/memories/{memory.uuid}/correct", {"content": text}, follow=True)
    assert "Saved as a draft" in page.content.decode() and _status(memory, bob) == "active"


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
    assert "does not apply to a memory" in response.content.decode()


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
        assert "Marked as wrong" in who.post(f"/memories/{memory.uuid}/wrong", headers=HTMX).content.decode()
    assert _status(memory, bob) == "disputed"
    assert "Undone" in other.post(f"/memories/{memory.uuid}/undo", headers=HTMX).content.decode()
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


def _disputed(alice: Actor, bob: Actor) -> tuple[Memory, Memory, Contradiction]:
    told = "The Redis cache for the product catalogue has a TTL of {} s."
    with access.acting(alice):
        older = remember(told.format(300), actor=alice)
    with access.acting(bob):
        newer = remember(told.format(60), actor=bob)
        return older, newer, Contradiction.objects.get(older=older, newer=newer)


def test_a_contradiction_stands_side_by_side_with_its_words_compared(
    alice: Actor, bob: Actor, client_of: SignedIn
) -> None:
    older, newer, pair = _disputed(alice, bob)
    for memory in (older, newer):
        page = client_of(alice).get(f"/memories/{memory.uuid}").content.decode()
        assert "<del>300</del>" in page and "<ins>60</ins>" in page
        assert f"/contradictions/{pair.pk}/decide" in page
    member = client_of(bob).get(f"/memories/{older.uuid}").content.decode()
    assert "A curator decides" in member and "/decide" not in member


@pytest.mark.parametrize("verdict", ["both_valid", "dismiss", "supersede"])
def test_a_curator_judges_a_contradiction_and_takes_it_back(
    alice: Actor, bob: Actor, client_of: SignedIn, verdict: str
) -> None:
    older, newer, pair = _disputed(alice, bob)
    address = f"/memories/{older.uuid}/contradictions/{pair.pk}"
    given = {"verdict": f"supersede:{newer.uuid}" if verdict == "supersede" else verdict}
    assert client_of(bob).post(f"{address}/decide", given).status_code == 403
    part = client_of(alice).post(f"{address}/decide", given, headers=HTMX).content.decode()
    assert f"{address}/reopen" in part
    assert _status(older, alice) == ("superseded" if verdict == "supersede" else "active")
    part = client_of(alice).post(f"{address}/reopen", headers=HTMX).content.decode()
    assert "open again" in part and "<del>300</del>" in part
    assert _status(older, alice) == "active"


def test_the_older_side_can_stay_and_both_can_become_one(alice: Actor, bob: Actor, client_of: SignedIn) -> None:
    older, newer, pair = _disputed(alice, bob)
    browser = client_of(alice)
    address = f"/memories/{newer.uuid}/contradictions/{pair.pk}/decide"
    content = "The Redis cache for the product catalogue had a TTL of 300 s, and has one of 60 s now."
    refused = browser.post(address, {"verdict": "merge", "content": "too short"})
    assert refused.status_code == 422
    assert ">too short</textarea>" in refused.content.decode()
    page = browser.post(address, {"verdict": "merge", "content": content}, follow=True).content.decode()
    assert "Merged. One memory" in page and "Replaced by a newer memory" in page and "had a TTL" in page
    assert {_status(older, alice), _status(newer, alice)} == {"superseded"}
    assert browser.post(address, {"verdict": f"supersede:{older.uuid}"}).status_code == 409


def test_a_contradiction_is_judged_on_a_page_of_its_sides_alone(
    alice: Actor, bob: Actor, mallory: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    older, _, pair = _disputed(alice, bob)
    another = remembered(alice, "Releases go out on Tuesdays.")
    given = {"verdict": "dismiss"}
    assert client_of(alice).post(f"/memories/{another.uuid}/contradictions/{pair.pk}/decide", given).status_code == 404
    assert client_of(mallory).post(f"/memories/{older.uuid}/contradictions/{pair.pk}/decide", given).status_code == 404


def test_the_lineage_is_drawn_with_what_was_merged(alice: Actor, client_of: SignedIn, remembered: Remembered) -> None:
    first = remembered(alice, "Checkout retries five times.", status="superseded")
    second = remembered(alice, "Checkout waits between retries.", status="superseded")
    merged = remembered(alice, "Checkout retries twice and waits.", type="pattern")
    with access.acting(alice):
        for older in (first, second):
            Supersession.objects.create(team=alice.team, older=older, newer=merged)
    page = client_of(alice).get(f"/memories/{first.uuid}").content.decode()
    drawing = page.partition('<div class="drawing">')[2].partition("</svg>")[0]
    assert drawing.count('class="line"') == 2
    assert drawing.count('<a class="node') == 2 and drawing.count("node here") == 1
    assert f'href="/memories/{second.uuid}"' in drawing and "style=" not in drawing
    assert "Merged or split with it" in page
    alone = remembered(alice, "Releases go out on Tuesdays.")
    assert "<h2>Lineage</h2>" not in client_of(alice).get(f"/memories/{alone.uuid}").content.decode()


def test_a_purged_generation_keeps_its_place_in_the_drawing(
    alice: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    gone = remembered(alice, "", status="superseded", purged_at=timezone.now())
    kept = remembered(alice, "Checkout retries twice.")
    with access.acting(alice):
        Supersession.objects.create(team=alice.team, older=gone, newer=kept)
    page = client_of(alice).get(f"/memories/{kept.uuid}").content.decode()
    assert "node gone" in page and "Purged" in page
    assert f"/memories/{gone.uuid}" not in page


def test_the_lineage_costs_the_same_queries_however_long_it_is(
    alice: Actor, client_of: SignedIn, remembered: Remembered, django_assert_num_queries: Any
) -> None:
    chain = [remembered(alice, f"Checkout retries {n} times.", status="superseded") for n in range(12)]
    with access.acting(alice):
        for older, newer in pairwise(chain[:2]):
            Supersession.objects.create(team=alice.team, older=older, newer=newer)
        with CaptureQueriesContext(connection) as short:
            family_of(chain[0], actor=alice)
        for older, newer in pairwise(chain[1:]):
            Supersession.objects.create(team=alice.team, older=older, newer=newer)
        with django_assert_num_queries(len(short)):
            family = family_of(chain[5], actor=alice)
    assert [member.pk for member in family.older] == [member.pk for member in reversed(chain[:5])]
    assert [member.pk for member in family.newer] == [member.pk for member in chain[6:]]


def test_the_page_shows_what_else_its_session_taught(alice: Actor, client_of: SignedIn, remembered: Remembered) -> None:
    memory = remembered(alice, "The fallback in error_handler.py is removed.", session="Fix silent 401s")
    other = remembered(alice, "Handlers re-raise what they do not know.", session="Fix silent 401s")
    remembered(alice, "Pages are cached for a minute.", session="Cache pages")
    part = client_of(alice).get(f"/memories/{memory.uuid}").content.decode().partition('id="neighbours"')[2]
    section = part.partition("</section>")[0]
    assert f"/memories/{other.uuid}" in section and "cached" not in section


def test_comments_are_said_removed_and_brought_back(
    alice: Actor, bob: Actor, vera: Actor, mallory: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    memory = remembered(alice, "Releases go out on Tuesdays.")
    at = f"/memories/{memory.uuid}"
    browser = client_of(bob)
    assert "No comments yet" in browser.get(at).content.decode()
    refused = browser.post(f"{at}/comments", {"comment": "x" * 4001}, headers=HTMX)
    assert refused.status_code == 422 and "xxx</textarea>" in refused.content.decode()
    part = browser.post(f"{at}/comments", {"comment": "Not <b>in</b> December."}, headers=HTMX).content.decode()
    number = re.search(r"/comments/(\d+)/remove", part)
    assert number and "Not &lt;b&gt;in&lt;/b&gt; December." in part
    other = client_of(vera).get(at).content.decode()
    assert "December" in other and "/comments" not in other
    for who, status in ((vera, 403), (mallory, 404)):
        assert client_of(who).post(f"{at}/comments/{number[1]}/remove").status_code == status
        assert client_of(who).post(f"{at}/comments", {"comment": "Hello."}).status_code == status
    page = browser.post(f"{at}/comments/{number[1]}/remove", follow=True).content.decode()
    assert "December" not in page and f"{at}/comments/{number[1]}/restore" in page
    assert "Undo" in page, "Without script the way back stands beside what was done."
    assert "December" not in client_of(vera).get(at).content.decode()
    assert "December" in browser.post(f"{at}/comments/{number[1]}/restore", headers=HTMX).content.decode()
    elsewhere = remembered(alice, "Pages are cached for a minute.")
    assert browser.post(f"/memories/{elsewhere.uuid}/comments/{number[1]}/remove").status_code == 404


def test_the_history_tells_who_did_what_but_not_who_thinks_what(
    alice: Actor, bob: Actor, vera: Actor, client_of: SignedIn, remembered: Remembered
) -> None:
    memory = remembered(bob, "Releases go out on Tuesdays.")
    client_of(bob).post(f"/memories/{memory.uuid}/type", {"type": "pattern"})
    client_of(alice).post(f"/memories/{memory.uuid}/pin")
    client_of(bob).post(f"/memories/{memory.uuid}/outdated")

    def told(reader: Actor) -> str:
        page = client_of(reader).get(f"/memories/{memory.uuid}").content.decode()
        return page.partition('<ol class="history">')[2].partition("</ol>")[0]

    for reader, voice in ((alice, "bob"), (bob, "bob"), (vera, "Somebody")):
        assert f"<b>{voice}</b> called it outdated" in told(reader)
        assert "<b>alice</b> pinned it" in told(reader)
        assert "<b>bob</b> changed its type: decision → pattern" in told(reader)


def test_a_corrected_type_can_be_taken_back(bob: Actor, client_of: SignedIn, remembered: Remembered) -> None:
    memory = remembered(bob, "The job spends 7 of 11 minutes downloading.", type="context", cue="we chose")
    browser = client_of(bob)
    assert "the words “we chose”" in browser.get(f"/memories/{memory.uuid}").content.decode()
    part = browser.post(f"/memories/{memory.uuid}/type", {"type": "failure"}, headers=HTMX).content.decode()
    assert f"/memories/{memory.uuid}/undo" in part and "somebody corrected it" in part
    again = browser.post(f"/memories/{memory.uuid}/type", {"type": "failure"}, headers=HTMX).content.decode()
    assert "Undo" not in again, "What changed nothing has nothing to be undone."
    browser.post(f"/memories/{memory.uuid}/undo", headers=HTMX)
    with access.acting(bob):
        assert Memory.objects.get(pk=memory.pk).type == "context"
