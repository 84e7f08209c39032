"""What people say of a memory: one voice a person, helpful is use, two that say wrong dispute it."""

import pytest

from memory import access
from memory.access import Actor
from memory.errors import Conflict, Forbidden, NotFound, Refused
from memory.knowledge.feedback import give_feedback, withdraw_feedback
from memory.knowledge.lifecycle import approve, confirm, forget, restore
from memory.knowledge.remember import remember
from memory.models import AuditEvent, Feedback, Memory
from tests.conftest import _actor
from tests.knowledge.test_contradiction_detection import LONG, as_

pytestmark = pytest.mark.django_db


@pytest.fixture
def fact(alice: Actor) -> Memory:
    return as_(alice, remember, LONG)


@pytest.fixture
def carol(db: None) -> Actor:
    """A third voice of team acme."""
    return _actor("carol", "acme", "member")


def said(actor: Actor, memory: Memory, verdict: str) -> Memory:
    return as_(actor, give_feedback, str(memory.uuid), verdict)


def rows(actor: Actor) -> list[tuple[str, str]]:
    with access.acting(actor):
        return sorted(Feedback.objects.values_list("author__username", "verdict"))


def test_a_person_has_one_voice_which_the_latest_word_replaces(alice: Actor, bob: Actor, fact: Memory) -> None:
    said(alice, fact, "helpful")
    for verdict in ("wrong", "outdated", "outdated"):
        said(bob, fact, verdict)
    assert rows(bob) == [("alice", "helpful"), ("bob", "outdated")]
    with access.acting(bob):
        assert AuditEvent.objects.filter(verb="feedback").count() == 3, "saying it again is no deed"


def test_helpful_counts_as_use_once_a_person(alice: Actor, bob: Actor, fact: Memory) -> None:
    for verdict in ("helpful", "helpful", "wrong", "helpful"):
        said(bob, fact, verdict)
    assert said(alice, fact, "helpful").uses == 2
    assert said(alice, fact, "outdated").uses == 2


def test_two_people_who_say_wrong_dispute_it_and_one_who_takes_it_back_ends_that(
    alice: Actor, bob: Actor, carol: Actor, fact: Memory
) -> None:
    said(bob, fact, "wrong")
    assert said(bob, fact, "wrong").status == "active", "one person is one voice"
    disputed = said(carol, fact, "wrong")
    assert (disputed.status, disputed.reason) == ("disputed", "2 people called it wrong.")
    assert said(alice, fact, "wrong").status == "disputed"
    assert said(bob, fact, "helpful").status == "disputed"
    settled = as_(carol, withdraw_feedback, str(fact.uuid))
    assert (settled.status, settled.reason) == ("active", "")
    with access.acting(alice):
        events = AuditEvent.objects.filter(subject=f"memory:{fact.uuid}", verb="feedback").order_by("pk")
        assert [event.detail.get("now") for event in events] == [None, "disputed", None, None, "active"]


def test_a_curator_settles_a_dispute_and_a_new_voice_opens_it_again(
    alice: Actor, bob: Actor, carol: Actor, fact: Memory
) -> None:
    said(bob, fact, "wrong")
    said(carol, fact, "wrong")
    assert as_(alice, approve, str(fact.uuid)).status == "active"
    assert said(bob, fact, "wrong").status == "active"
    assert said(alice, fact, "wrong").status == "disputed"


def test_models_alone_do_not_dispute_what_a_curator_vouched_for(
    alice: Actor, bob: Actor, carol: Actor, fact: Memory
) -> None:
    as_(alice, confirm, str(fact.uuid))
    for actor in (bob, carol):
        heard = as_(actor, give_feedback, str(fact.uuid), "wrong", relayed=True)
        assert heard.status == "active"
    assert rows(alice) == [("bob", "wrong"), ("carol", "wrong")], "it is shown, and heard by whoever looks"
    assert said(alice, fact, "wrong").status == "disputed", "a person makes the difference"


def test_a_dispute_outlives_being_forgotten(alice: Actor, bob: Actor, fact: Memory) -> None:
    said(bob, fact, "wrong")
    said(alice, fact, "wrong")
    as_(bob, forget, str(fact.uuid))
    with pytest.raises(Conflict) as late:
        said(alice, fact, "helpful")
    assert late.value.extra["by"] == "bob"
    back = as_(bob, restore, str(fact.uuid))
    assert (back.status, back.reason) == ("disputed", "2 people called it wrong.")


def test_feedback_is_for_those_who_see_and_may(alice: Actor, bob: Actor, vera: Actor, mallory: Actor) -> None:
    secret = as_(alice, remember, LONG, visibility="private")
    for actor in (bob, mallory):
        with pytest.raises(NotFound):
            said(actor, secret, "wrong")
    with pytest.raises(Forbidden):
        said(vera, secret, "helpful")
    said(alice, secret, "helpful")
    assert rows(alice) and rows(bob) == rows(mallory) == [], "what is said of a private memory is as private"


def test_an_unknown_verdict_names_the_right_ones(bob: Actor, fact: Memory) -> None:
    with pytest.raises(Refused, match="helpful, wrong, outdated"):
        said(bob, fact, "meh")


def test_an_agent_speaks_with_its_owners_voice(alice: Actor, bob: Actor, fact: Memory) -> None:
    as_(bob, give_feedback, str(fact.uuid), "wrong", agent_id="nightly")
    as_(bob, give_feedback, str(fact.uuid), "wrong", agent_id="weekly")
    assert rows(bob) == [("bob", "wrong")]
    with pytest.raises(Forbidden):
        as_(alice, give_feedback, str(fact.uuid), "wrong", agent_id="nightly")
