"""The review queue: what waits is listed once, in order, to those who may see it, and decided in bulks."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.errors import Forbidden, NotFound, Refused
from memory.knowledge import review
from memory.knowledge.remember import remember
from memory.knowledge.review_verbs import decide, take_back
from memory.models import AuditEvent, Memory
from tests.api.conftest import get, post
from tests.conftest import _actor
from tests.knowledge.test_contradiction_detection import LONG, SHORT, as_
from tests.recall.test_lists import put

pytestmark = pytest.mark.django_db


@pytest.fixture
def cora(db: None) -> Actor:
    """A curator of team acme."""
    return _actor("cora", "acme", "curator")


@pytest.fixture
def waiting(alice: Actor, bob: Actor, mallory: Actor) -> dict[str, Memory]:
    """One memory of each kind by bob, and what must not be seen beside them."""
    overdue = timezone.now().date() - timedelta(days=3)
    mine = {
        "draft": put(bob, "A draft.", "decision", 1, status="draft"),
        "quarantined": put(bob, "Obey.", "decision", 1, status="quarantined", reason="programs the agent"),
        "disputed": put(bob, "Disputed.", "decision", 1, status="disputed"),
        "unsigned": put(bob, "Said by a model.", "pattern", 1, unsigned=True),
        "stale": put(bob, "Worn.", "context", 300),
        "low_confidence": put(bob, "A guess.", "pattern", 1, confidence=0.3),
    }
    put(bob, "Fine.", "pattern", 1)
    put(bob, "Both worn and a guess.", "pattern", 1, confidence=0.3, review_by=overdue)
    put(bob, "Bob's own draft.", "decision", 1, status="draft", visibility="private")
    put(bob, "Forgotten.", "context", 300, status="forgotten")
    put(mallory, "Hidden draft.", "decision", 1, status="draft")
    as_(alice, remember, LONG)
    as_(alice, remember, SHORT)
    return mine


def kinds(page: review.Page) -> list[str]:
    return [entry.kind for entry in page.entries]


def test_what_matters_most_comes_first_and_everything_once(waiting: dict[str, Memory], cora: Actor) -> None:
    page = as_(cora, review.queue)
    assert kinds(page) == [
        "quarantined",
        "contradiction",
        "disputed",
        "draft",
        "unsigned",
        "stale",
        "stale",
        "low_confidence",
    ]
    reasons = [entry.reason for entry in page.entries]
    assert reasons[0] == "programs the agent" and "300s" in reasons[1]
    assert reasons[3:] == [
        "the team's policy asks for approval",
        "only a model said it, so no briefing and no hint includes it",
        "faded",
        "review date passed",
        "its type, pattern, is a guess (0.30)",
    ]
    assert as_(cora, review.counts) == review.Counts(
        {
            "quarantined": 1,
            "contradiction": 1,
            "disputed": 1,
            "draft": 1,
            "unsigned": 1,
            "stale": 2,
            "low_confidence": 1,
        },
        0,
    )


def test_the_queue_is_read_page_by_page_and_by_kind(waiting: dict[str, Memory], cora: Actor) -> None:
    seen, cursor = [], ""
    for _ in range(4):
        page = as_(cora, review.queue, limit=2, cursor=cursor)
        seen += [entry.id for entry in page.entries]
        cursor = page.next
    assert cursor == "" and seen == [entry.id for entry in as_(cora, review.queue).entries]
    assert kinds(as_(cora, review.queue, kinds=["draft", "disputed"])) == ["disputed", "draft"]
    for wrong in ({"kinds": ["old"]}, {"cursor": "x"}):
        with pytest.raises(Refused):
            as_(cora, review.queue, **wrong)


def test_a_private_draft_is_its_authors_alone_and_another_team_has_a_queue_of_its_own(
    waiting: dict[str, Memory], cora: Actor, mallory: Actor
) -> None:
    own = put(cora, "Cora's own draft.", "decision", 1, status="draft", visibility="private")
    assert own.pk in {entry.subject.pk for entry in as_(cora, review.queue, kinds=["draft"]).entries}
    assert as_(cora, review.counts).kinds["draft"] == 2
    (hers,) = as_(mallory, review.queue).entries
    assert hers.subject.content == "Hidden draft." and as_(mallory, review.counts).total == 1


def test_members_have_no_queue(waiting: dict[str, Memory], bob: Actor) -> None:
    draft = str(waiting["draft"].uuid)
    for verb, arguments in (
        (review.queue, ()),
        (review.counts, ()),
        (review.assign, ([draft], "me")),
        (decide, ([draft], "approve")),
        (take_back, ([1],)),
    ):
        with pytest.raises(Forbidden):
            as_(bob, verb, *arguments)


def test_an_entry_is_somebodys_turn_until_it_is_nobodys(
    waiting: dict[str, Memory], alice: Actor, bob: Actor, cora: Actor, mallory: Actor
) -> None:
    page = as_(cora, review.queue)
    pair, draft = page.entries[1].id, str(waiting["draft"].uuid)
    assert as_(alice, review.assign, [pair, draft, draft], "cora") == 2
    assert kinds(as_(cora, review.queue, assignee="me")) == ["contradiction", "draft"]
    assert as_(alice, review.queue, assignee="me").entries == ()
    assert {entry.assignee for entry in as_(alice, review.queue, assignee="cora").entries} == {cora.user}
    assert len(as_(alice, review.queue, assignee="none").entries) == 6
    assert as_(cora, review.counts).mine == 2 and as_(alice, review.counts).mine == 0
    as_(cora, review.assign, [pair], "")
    assert as_(cora, review.counts).mine == 1
    for person, error in (("bob", Refused), ("mallory", NotFound), ("nobody", NotFound)):
        with pytest.raises(error):
            as_(alice, review.assign, [draft], person)
    with pytest.raises(NotFound):
        as_(mallory, review.assign, [draft], "me")
    with access.acting(alice):
        assert AuditEvent.objects.filter(verb="assign").count() == 2


def test_a_bulk_does_what_it_can_and_says_what_it_could_not(waiting: dict[str, Memory], cora: Actor) -> None:
    draft, poison = str(waiting["draft"].uuid), str(waiting["quarantined"].uuid)
    worn = str(waiting["stale"].uuid)
    outcomes = as_(cora, decide, [draft, "0195f3aa", worn, poison], "approve")
    assert [(outcome.done, outcome.code) for outcome in outcomes] == [
        (True, ""),
        (False, "not_found"),
        (False, "wrong_status"),
        (True, ""),
    ]
    with access.acting(cora):
        assert Memory.objects.get(pk=waiting["draft"].pk).status == "active"
    assert as_(cora, review.counts).kinds["draft"] == 0


def test_a_bulk_is_taken_back_whole(waiting: dict[str, Memory], cora: Actor) -> None:
    before = as_(cora, review.counts)
    ids = [str(waiting[kind].uuid) for kind in ("draft", "quarantined")]
    done = as_(cora, decide, ids, "reject")
    assert as_(cora, review.counts).total == before.total - 2
    back = as_(cora, take_back, [outcome.event for outcome in done])
    assert all(outcome.done for outcome in back)
    assert as_(cora, review.counts) == before
    assert [outcome.code for outcome in as_(cora, take_back, [10**9])] == ["not_found"]


def test_a_contradiction_takes_a_verdict_and_a_memory_does_not(waiting: dict[str, Memory], cora: Actor) -> None:
    pair = as_(cora, review.queue, kinds=["contradiction"]).entries[0].id
    (memory, verdict) = as_(cora, decide, [str(waiting["draft"].uuid), pair], "both_valid")
    assert (memory.done, memory.code, verdict.done) == (False, "invalid", True)
    assert as_(cora, review.counts).kinds["contradiction"] == 0


def test_what_is_confirmed_leaves_the_queue(waiting: dict[str, Memory], cora: Actor) -> None:
    ids = [str(waiting[kind].uuid) for kind in ("unsigned", "stale", "low_confidence")]
    assert all(outcome.done for outcome in as_(cora, decide, ids, "confirm"))
    assert as_(cora, review.counts).kinds == {
        "quarantined": 1, "contradiction": 1, "disputed": 1, "draft": 1, "unsigned": 0, "stale": 1, "low_confidence": 0
    }  # fmt: skip


def test_the_queue_over_http(
    waiting: dict[str, Memory], api_of: Callable[..., Client], bob: Actor, cora: Actor, mallory: Actor
) -> None:
    client = api_of(cora)
    page = get(client, "review", kind="quarantined,draft", limit=1).json()
    assert [entry["kind"] for entry in page["results"]] == ["quarantined"] and page["next"]
    rest = get(client, "review", kind="quarantined,draft", limit=1, cursor=page["next"]).json()
    assert [entry["memory"]["content"] for entry in rest["results"]] == ["A draft."] and rest["next"] is None
    assert get(client, "review/counts").json()["total"] == 8
    assert get(client, "review", kind="contradiction").json()["results"][0]["contradiction"]["kind"] == "number"
    draft = rest["results"][0]["id"]
    assert post(client, "review/assign", {"ids": [draft], "assignee": "me"}).json() == {"assigned": 1}
    done = post(client, "review/decide", {"ids": [draft, "nothing0"], "verb": "approve"}).json()["results"]
    assert [outcome["done"] for outcome in done] == [True, False]
    undone = post(client, "review/decide", {"events": [done[0]["event"]], "verb": "undo"}).json()["results"]
    assert undone[0]["done"] and get(client, "review/counts").json()["total"] == 8
    assert get(api_of(mallory), "review/counts").json()["total"] == 1
    assert (
        post(api_of(mallory), "review/decide", {"ids": [draft], "verb": "approve"}).json()["results"][0]["code"]
        == "not_found"
    )
    assert get(api_of(bob), "review").status_code == get(api_of(bob), "review/counts").status_code == 403
    for path, body in (("decide", {"ids": [draft], "verb": "approve"}), ("assign", {"ids": [draft], "assignee": ""})):
        assert post(api_of(bob), f"review/{path}", body).status_code == 403
