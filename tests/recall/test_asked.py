"""What is asked is noted once, without secrets, beside every search, and never in its way."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.test import Client
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.knowledge.feedback import give_feedback
from memory.knowledge.retention import purge
from memory.models import Memory, Recall
from memory.recall import asked
from memory.recall.asked import note_recall
from memory.recall.fetch import fetch_memories
from memory.recall.search import search_memories
from tests.web.conftest import project_named, store

pytestmark = pytest.mark.django_db


def note(actor: Actor, question: str, *shown: Memory, surface: str = "web", **more: Any) -> None:
    with access.acting(actor):
        note_recall(question, actor=actor, surface=surface, shown=[memory.pk for memory in shown], **more)


def noted(actor: Actor) -> list[Recall]:
    with access.acting(actor):
        return list(Recall.objects.order_by("pk"))


def questions(actor: Actor) -> list[str]:
    return [recall.question for recall in noted(actor)]


def earlier(actor: Actor, **ago: float) -> None:
    with access.acting(actor):
        Recall.objects.update(at=timezone.now() - timedelta(**ago))


def test_a_question_is_kept_with_who_asked_where_and_what_was_shown(alice: Actor, mallory: Actor) -> None:
    memory = store(alice, "The gateway client is pinned to stripe 11.4.1.")
    with access.acting(alice):
        project = project_named(alice, "acme/checkout")
    note(alice, "Why is the  gateway\npinned?", memory, surface="mcp", project=project)
    (recall,) = noted(alice)
    assert (recall.user_id, recall.surface, recall.project_id) == (alice.user.pk, "mcp", project.pk)
    assert (recall.question, recall.shown, recall.fetched) == ("Why is the gateway pinned?", [memory.pk], [])
    assert noted(mallory) == []


def test_questions_with_the_same_words_share_their_gist(alice: Actor, bob: Actor) -> None:
    note(alice, "How do we deploy the workers?")
    note(bob, "deploying workers: how?")
    note(bob, "to be or not to be")
    gists = [recall.gist for recall in noted(alice)]
    assert gists == ["deploy worker", "deploy worker", "to be or not to be"]


def test_secrets_and_what_is_private_are_not_kept(alice: Actor) -> None:
    note(alice, "why does ghp_016C7c9a4b1d8e2f3a5b6c7d8e9f0a1b2c3d fail <private>for Jane</private> in CI")
    (question,) = questions(alice)
    assert "ghp_016C" not in question
    assert "Jane" not in question
    assert question.endswith("in CI")


def test_typing_on_is_one_question(alice: Actor, bob: Actor) -> None:
    memory = store(alice, "Workers are deployed by the pipeline.")
    for typed in ("how do", "how do we dep", "How do we deploy"):
        note(alice, typed)
    note(bob, "how do we deploy the workers")
    note(alice, "how do we deploy the workers", memory)
    assert sorted(questions(alice)) == ["how do we deploy the workers"] * 2
    assert [recall.shown for recall in noted(alice) if recall.user_id == alice.user.pk] == [[memory.pk]]


def test_another_question_a_later_one_and_another_surface_are_questions_of_their_own(alice: Actor) -> None:
    note(alice, "how do we deploy")
    note(alice, "which port has the gateway")
    note(alice, "how do we deploy", surface="api")
    earlier(alice, seconds=31)
    note(alice, "how do we deploy the workers")
    assert len(noted(alice)) == 4


def test_an_empty_question_is_none(alice: Actor) -> None:
    for empty in ("", "  \n", "\x00", "<private>all of it</private>"):
        note(alice, empty)
    assert noted(alice) == []


def test_what_was_opened_is_marked_in_the_questions_that_showed_it(alice: Actor, bob: Actor) -> None:
    shown, other = store(alice, "Checkout retries three times."), store(alice, "Releases go out on Tuesdays.")
    note(alice, "how often are retries", shown, other)
    note(bob, "how often are retries", shown)
    with access.acting(alice):
        fetch_memories([str(shown.uuid)], actor=alice)
        fetch_memories([str(shown.uuid)], actor=alice)
    assert {recall.user_id: recall.fetched for recall in noted(alice)} == {alice.user.pk: [shown.pk], bob.user.pk: []}
    with access.acting(bob):
        give_feedback(str(shown.uuid), "helpful", actor=bob)
    assert [recall.fetched for recall in noted(bob)] == [[shown.pk]] * 2


def test_what_is_opened_an_hour_later_has_nothing_to_do_with_the_question(alice: Actor) -> None:
    memory = store(alice, "Checkout retries three times.")
    note(alice, "how often are retries", memory)
    earlier(alice, minutes=61)
    with access.acting(alice):
        fetch_memories([str(memory.uuid)], actor=alice)
    assert [recall.fetched for recall in noted(alice)] == [[]]


def test_a_search_does_not_fail_where_its_note_does(alice: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    store(alice, "Checkout retries three times.")
    monkeypatch.setattr(asked, "_NOTE", "SELECT no_such_column FROM memory_recall")
    with access.acting(alice):
        note_recall("retries", actor=alice, surface="web", shown=[])
        assert search_memories("checkout retries", actor=alice).hits
    assert noted(alice) == []


def test_nobody_writes_a_question_into_another_team(alice: Actor, mallory: Actor) -> None:
    with access.acting(mallory), pytest.raises(DatabaseError), transaction.atomic():
        Recall.objects.create(team=alice.team, user=mallory.user, surface="web", question="x", gist="x")


def test_rest_notes_first_pages_and_neither_hints_nor_what_says_that_it_is_none(
    alice: Actor, vera: Actor, api_of: Callable[..., Client]
) -> None:
    memory = store(alice, "Checkout retries three times.")
    client = api_of(vera, "read")
    for address in (
        "q=checkout+retries",
        "q=checkout+retries+often&offset=5",
        "q=some+prompt+of+somebody&semantic=0",
        "q=another+prompt+of+somebody&record=0",
        "q=zebra+routes&type=pattern",
    ):
        assert client.get(f"/api/v1/search?{address}").status_code == 200
    assert [(recall.question, recall.surface, recall.shown) for recall in noted(vera)] == [
        ("checkout retries", "api", [memory.pk])
    ]


def test_questions_go_after_half_a_year_unless_there_is_a_hold(alice: Actor) -> None:
    note(alice, "how do we deploy")
    assert [team.questions for team in purge(now=timezone.now() + timedelta(days=179))] == [0]
    assert [team.questions for team in purge(now=timezone.now() + timedelta(days=181), dry_run=True)] == [1]
    assert len(noted(alice)) == 1
    assert [team.questions for team in purge(now=timezone.now() + timedelta(days=181))] == [1]
    assert noted(alice) == []


def test_noting_is_one_statement_in_a_savepoint(alice: Actor, django_assert_num_queries: Any) -> None:
    with access.acting(alice), django_assert_num_queries(3):
        note_recall("how do we deploy", actor=alice, surface="web", shown=[1, 2, 3])


@pytest.mark.django_db(transaction=True)
def test_where_no_transaction_is_open_noting_takes_one_round_trip(
    alice: Actor, mallory: Actor, django_assert_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with django_assert_num_queries(1):
        note_recall("how do we deploy", actor=alice, surface="api", shown=[1, 2, 3])
    assert (questions(alice), questions(mallory)) == (["how do we deploy"], [])
    monkeypatch.setattr(asked, "_NOTE", f"{asked._NOTE}; SELECT no_such_column FROM memory_recall")
    note_recall("what was undone", actor=alice, surface="api", shown=[])
    assert questions(alice) == ["how do we deploy"]
    # Nothing of the scope stays with the connection.
    assert Recall.objects.count() == 0
