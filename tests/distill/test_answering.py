"""A proposal is known once the developer agrees; what they turn down is forgotten, and the refusal is known."""

from datetime import timedelta

import pytest
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.capture.events import record_events
from memory.distill.pipeline import distill_pending
from memory.knowledge.lifecycle import restore
from memory.models import AuditEvent, Memory
from memory.recall.search import search_memories
from tests.events import turn_of

pytestmark = pytest.mark.django_db

ASKED = "Webhook deliveries get lost when the merchant is down. What should we do?"
PLAN = (
    "**Recommendation:** publish deliveries to a Kafka topic `merchant-webhooks` with 12 partitions. `deliver()` must "
    "not call merchants inside the request, because one slow merchant blocks all workers."
)
EDIT = {"tool_name": "Edit", "tool_input": {"file_path": "/home/alice/checkout/a.py"}, "tool_response": "ok"}
NO = "No, not Kafka: nobody here can operate it. Use a Postgres table as the queue."


def say(actor: Actor, *turns: tuple, at_once: bool = False) -> None:
    start = timezone.now() - timedelta(hours=1)
    for number, (prompt, answer, *tools) in enumerate(turns):
        moment = (start + timedelta(minutes=number)).isoformat()
        with access.acting(actor):
            record_events(turn_of(prompt, answer, *tools, turn=f"p{number}", occurred_at=moment), actor=actor)
        if not at_once:
            distill_pending()
    distill_pending()


def memories(actor: Actor, **filters: object) -> list[Memory]:
    with access.acting(actor):
        return list(Memory.objects.filter(**filters).order_by("pk"))


def test_a_proposal_waits_for_an_answer(alice: Actor) -> None:
    say(alice, (ASKED, PLAN))
    (plan,) = memories(alice)
    assert plan.status == "draft" and plan.reason == "it was proposed, and nobody has agreed yet"
    with access.acting(alice):
        assert not search_memories("webhook deliveries", actor=alice).known


@pytest.mark.parametrize("at_once", [False, True])
def test_what_is_turned_down_is_forgotten_and_the_refusal_is_known(alice: Actor, at_once: bool) -> None:
    say(alice, (ASKED, PLAN), (NO, "Done.", EDIT), at_once=at_once)
    (plan,) = memories(alice, content__contains="12 partitions")
    assert plan.status == "forgotten"
    (refusal,) = memories(alice, status="active")
    assert refusal.content.startswith("Rejected:") and "nobody here can operate it" in refusal.content
    with access.acting(alice):
        assert refusal.type == "decision"
        assert refusal.evidence.get().source == "user", "both of its parts are the developer's words"


def test_a_refused_proposal_can_be_restored(alice: Actor) -> None:
    say(alice, (ASKED, PLAN), (NO, "Done.", EDIT))
    (plan,) = memories(alice, content__contains="12 partitions")
    with access.acting(alice):
        deed = AuditEvent.objects.filter(subject=f"memory:{plan.uuid}", verb="forget").get()
        assert deed.detail["because"] == "turned down in turn p1"
        assert restore(str(plan.uuid), actor=alice).status == "draft"


@pytest.mark.parametrize("reply", [("yes, go ahead", "OK."), ("with 24 retention hours please", "Done.", EDIT)])
def test_what_the_developer_agrees_to_or_lets_be_carried_out_is_known(alice: Actor, reply: tuple) -> None:
    say(alice, (ASKED, PLAN), reply)
    (plan,) = memories(alice, content__contains="12 partitions")
    assert (plan.status, plan.basis, plan.reason) == ("active", "told", "the developer agreed to it")


def test_a_question_leaves_the_proposal_open(alice: Actor) -> None:
    say(alice, (ASKED, PLAN), ("how much would that cost?", "About 300 dollars a month."))
    assert [row.status for row in memories(alice, content__contains="12 partitions")] == ["draft"]


def test_a_change_in_few_words_is_known_with_what_it_is_now(alice: Actor) -> None:
    say(alice, ("12 tries is too many, they flag us after 8. make it 7", "Changed to 7 tries.", EDIT))
    (changed,) = memories(alice)
    assert "flag us after 8" in changed.content and "Changed to 7 tries" in changed.content


def test_somebody_elses_session_turns_nothing_down(alice: Actor, bob: Actor) -> None:
    say(alice, (ASKED, PLAN))
    with access.acting(bob):
        record_events(turn_of(NO, "Done.", EDIT, session="s2", turn="q1"), actor=bob)
    distill_pending()
    assert [row.status for row in memories(alice, content__contains="12 partitions")] == ["draft"]
