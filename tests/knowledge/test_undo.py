"""The last deed is taken back exactly, and only as long as nothing else has happened since."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.errors import Conflict, Forbidden, NotFound, Refused
from memory.knowledge.feedback import give_feedback
from memory.knowledge.lifecycle import approve, confirm, forget, pin, reject, restore, retype
from memory.knowledge.remember import remember, update
from memory.knowledge.tagging import tag
from memory.knowledge.undo import undo
from memory.models import AuditEvent, Memory
from memory.recall.fetch import find_memory
from tests.knowledge.test_contradiction_detection import LONG, SHORT, as_

pytestmark = pytest.mark.django_db


@pytest.fixture
def fact(alice: Actor) -> Memory:
    return as_(alice, remember, LONG, tags=["cache"])


def state(actor: Actor, memory: Memory) -> tuple[object, ...]:
    row = as_(actor, find_memory, str(memory.uuid))
    kept = (row.type, row.cue, row.confidence, row.tags, row.pinned, row.review_by, row.confirmed_at, row.file_changes)
    return row.status, row.status_before, row.reason, *kept


def put(actor: Actor, memory: Memory, **values: object) -> None:
    with access.acting(actor):
        Memory.objects.filter(pk=memory.pk).update(**values)


@pytest.mark.parametrize(
    ("status", "verb", "more"),
    [
        ("active", forget, {}),
        ("draft", forget, {}),
        ("disputed", forget, {}),
        ("quarantined", reject, {}),
        ("active", pin, {}),
        ("active", retype, {"type": "failure"}),
        ("active", tag, {"add": ["redis", "ttl"]}),
        ("active", confirm, {}),
        ("active", confirm, {"review_by": date(2027, 1, 1)}),
        ("active", give_feedback, {"verdict": "outdated"}),
    ],
)
def test_a_deed_taken_back_leaves_what_was(
    alice: Actor, fact: Memory, status: str, verb: object, more: dict[str, object]
) -> None:
    put(alice, fact, status=status, status_before="draft", reason="as it was", review_by=date(2026, 1, 2))
    put(alice, fact, file_changes=3, confirmed_at=timezone.now() - timedelta(days=9))
    before = state(alice, fact)
    as_(alice, verb, str(fact.uuid), **more)
    as_(alice, undo, str(fact.uuid))
    assert state(alice, fact) == before


def test_restoring_is_taken_back_and_so_is_taking_it_back(alice: Actor, bob: Actor, fact: Memory) -> None:
    for verb, status in ((forget, "forgotten"), (undo, "active"), (undo, "forgotten"), (restore, "active"),
                         (undo, "forgotten"), (restore, "active")):  # fmt: skip
        assert as_(bob, verb, str(fact.uuid)).status == status


def test_an_approval_is_taken_back(alice: Actor, fact: Memory) -> None:
    put(alice, fact, status="quarantined", reason="reads like an instruction")
    assert as_(alice, approve, str(fact.uuid)).reason == ""
    back = as_(alice, undo, str(fact.uuid))
    assert (back.status, back.reason) == ("quarantined", "Its approval was undone.")
    with pytest.raises(Refused, match="cannot be undone"):
        as_(alice, undo, str(fact.uuid))


def test_a_tag_that_was_removed_comes_back_where_the_team_still_uses_it(alice: Actor, bob: Actor, fact: Memory) -> None:
    as_(bob, tag, str(fact.uuid), remove=["cache"], add=["redis"])
    with pytest.raises(Conflict, match="Add them by hand"):
        as_(bob, undo, str(fact.uuid))
    as_(alice, remember, "The session cookie of checkout lives 3600 s.", tags=["cache"])
    assert as_(bob, undo, str(fact.uuid)).tags == ["cache"]
    with access.acting(alice):
        told = AuditEvent.objects.filter(verb="tag").values_list("detail", flat=True)
        assert "cache" not in str(list(told)), "the audit outlives what may have to be erased"


def test_whatever_happened_since_is_told(alice: Actor, bob: Actor, fact: Memory) -> None:
    as_(bob, forget, str(fact.uuid))
    as_(alice, restore, str(fact.uuid))
    with pytest.raises(Conflict) as late:
        as_(bob, undo, str(fact.uuid))
    assert late.value.code == "changed_since" and late.value.extra["by"] == "alice"
    assert (
        late.value.detail.startswith("alice restored this ")
        and "after the action that you want to undo" in late.value.detail
    )
    as_(alice, update, str(fact.uuid), SHORT)
    with pytest.raises(Conflict, match="alice corrected this"):
        as_(alice, undo, str(fact.uuid), event=deed(alice, "restore"))


def deed(actor: Actor, verb: str) -> int:
    with access.acting(actor):
        return AuditEvent.objects.filter(verb=verb).latest("pk").pk


def test_the_deed_of_another_is_taken_back_by_a_curator(alice: Actor, bob: Actor, mallory: Actor, fact: Memory) -> None:
    as_(alice, retype, str(fact.uuid), "pattern")
    with pytest.raises(Forbidden):
        as_(bob, undo, str(fact.uuid), event=deed(alice, "retype"))
    with pytest.raises(NotFound):
        as_(mallory, undo, str(fact.uuid), event=deed(alice, "retype"))
    as_(bob, retype, str(fact.uuid), "decision")
    assert as_(alice, undo, str(fact.uuid), event=deed(alice, "retype")).type == "pattern"
    as_(bob, give_feedback, str(fact.uuid), "wrong")
    with pytest.raises(Forbidden):
        as_(alice, undo, str(fact.uuid), event=deed(alice, "feedback"))


def test_who_did_nothing_has_nothing_to_take_back(alice: Actor, bob: Actor, vera: Actor, fact: Memory) -> None:
    with pytest.raises(Conflict, match="nothing to this memory"):
        as_(bob, undo, str(fact.uuid))
    with pytest.raises(Forbidden):
        as_(vera, undo, str(fact.uuid))
    with pytest.raises(NotFound):
        as_(bob, undo, str(fact.uuid), event=2**40)
    other = as_(alice, remember, "The session cookie of checkout lives 3600 s.")
    as_(bob, forget, str(other.uuid))
    with pytest.raises(NotFound):
        as_(bob, undo, str(fact.uuid), event=deed(bob, "forget"))


def test_a_word_is_taken_back_whatever_others_said(alice: Actor, bob: Actor, fact: Memory) -> None:
    as_(bob, give_feedback, str(fact.uuid), "wrong")
    assert as_(alice, give_feedback, str(fact.uuid), "wrong").status == "disputed"
    assert as_(bob, undo, str(fact.uuid)).status == "active"


def test_confirming_makes_a_memory_fresh_and_moves_its_review_on(alice: Actor, bob: Actor, fact: Memory) -> None:
    put(alice, fact, type="pattern", file_changes=4, review_by=date(2026, 1, 2))
    with pytest.raises(Forbidden):
        as_(bob, confirm, str(fact.uuid))
    fresh = as_(alice, confirm, str(fact.uuid))
    assert fresh.file_changes == 0 and fresh.confirmed_at
    assert fresh.review_by == timezone.localdate() + timedelta(days=90), "as long as patterns last"
    put(alice, fact, review_by=None)
    assert as_(alice, confirm, str(fact.uuid)).review_by is None


def test_tags_are_trimmed_few_and_the_owning_agents(alice: Actor, bob: Actor, fact: Memory) -> None:
    assert as_(bob, tag, str(fact.uuid), add=[" redis ", "", "redis"], remove=["cache"]).tags == ["redis"]
    with pytest.raises(Refused, match="at most 20"):
        as_(bob, tag, str(fact.uuid), add=[f"tag-{number}" for number in range(20)])
    owned = as_(alice, remember, SHORT, agent_id="nightly")
    for verb, more in ((tag, {"add": ["x"]}), (retype, {"type": "context"})):
        with pytest.raises(Forbidden):
            as_(bob, verb, str(owned.uuid), **more)


def test_who_acts_as_an_agent_forgets_only_what_that_agent_told(alice: Actor, bob: Actor, fact: Memory) -> None:
    mine = as_(bob, remember, SHORT, agent_id="nightly")
    for memory, agent in ((fact, "nightly"), (mine, "weekly"), (fact, "unknown")):
        for actor in (bob, alice):
            with pytest.raises(Forbidden):
                as_(actor, forget, str(memory.uuid), agent_id=agent)
    assert as_(bob, forget, str(mine.uuid), agent_id="nightly").status == "forgotten"
