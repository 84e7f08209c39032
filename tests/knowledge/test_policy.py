"""Where captured memories start, which drafts need nobody, and which projects are left out."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.test import Client
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.distill.pipeline import distill_pending
from memory.errors import Forbidden, NotFound, Refused
from memory.knowledge.policy import add_rule, policy_of, remove_rule, set_captured, set_policy
from memory.knowledge.save import Ground, NewFact, save
from memory.models import AuditEvent, CodingSession, Memory, Message, Observation, Project
from tests.api.conftest import post
from tests.distill.story import ANSWER, EDIT, PROMPT
from tests.distill.test_pipeline import capture
from tests.events import turn_of
from tests.knowledge.test_contradiction_detection import LONG, as_

pytestmark = pytest.mark.django_db


def known(actor: Actor) -> list[Memory]:
    with access.acting(actor):
        return list(Memory.objects.order_by("pk"))


def told(actor: Actor, **changes: object) -> Memory:
    """As the pipeline stores it, as a draft unless `changes` say otherwise."""
    fact = NewFact(
        LONG, "decision", Ground("assistant", timezone.now()), Memory.Source.CAPTURED, status="draft", trust=0.8
    )
    return as_(actor, save, replace(fact, **changes)).memory


def work(actor: Actor) -> None:
    """A turn from which facts are distilled."""
    capture(actor, turn_of(PROMPT, ANSWER, EDIT))
    assert distill_pending().made


@pytest.mark.parametrize(
    ("policy", "status", "visibility", "bob_sees"),
    [("active", "active", "team", True), ("draft", "draft", "team", True), ("private", "active", "private", False)],
)
def test_captured_memories_start_as_the_team_wants(
    alice: Actor, bob: Actor, policy: str, status: str, visibility: str, bob_sees: bool
) -> None:
    as_(alice, set_policy, capture=policy)
    work(alice)
    made = known(alice)
    assert made and {(memory.status, memory.visibility) for memory in made} == {(status, visibility)}
    assert bool(known(bob)) == bob_sees


def test_what_is_told_on_purpose_is_active_whatever_the_policy(
    alice: Actor, bob: Actor, api_of: Callable[..., Client]
) -> None:
    as_(alice, set_policy, capture="draft")
    assert post(api_of(bob), "memories", {"content": LONG}).json()["status"] == "active"


def test_a_rule_lets_drafts_stand_that_meet_all_its_conditions(alice: Actor) -> None:
    rule = as_(alice, add_rule, type="decision", source="captured", at_least_confidence=0.7)
    assert told(alice, confidence=0.6).status == "draft"
    stands = told(alice, content=LONG.replace("product", "price"), confidence=0.9)
    assert stands.status == "active"
    with access.acting(alice):
        deed = AuditEvent.objects.get(verb="auto_approve")
        assert (deed.subject, deed.detail["rule"]) == (f"memory:{stands.uuid}", rule.pk)


def test_a_rule_of_a_project_is_for_that_project(alice: Actor) -> None:
    with access.acting(alice):
        shop, back = (
            Project.objects.create(team=alice.team, identity=f"github.com/acme/{name}", name=f"acme/{name}")
            for name in ("shop", "back")
        )
    as_(alice, add_rule, project="acme/shop")
    assert told(alice, projects=(back,)).status == "draft"
    assert told(alice, content=LONG.replace("product", "price"), projects=(shop,)).status == "active"


def test_a_draft_stands_once_enough_people_have_said_it(alice: Actor, bob: Actor) -> None:
    as_(alice, add_rule, at_least_corroborations=1)
    assert told(alice).status == "draft"
    assert told(bob).status == "active"


def test_no_rule_approves_what_is_quarantined(alice: Actor) -> None:
    as_(alice, add_rule, type="decision")
    assert told(alice, status="quarantined").status == "quarantined"


def test_a_removed_rule_approves_nothing_more(alice: Actor, mallory: Actor) -> None:
    rule = as_(alice, add_rule, type="decision")
    with pytest.raises(NotFound):
        as_(mallory, remove_rule, rule.pk)
    as_(alice, remove_rule, rule.pk)
    assert told(alice).status == "draft"


def test_another_person_raises_the_trust_in_what_only_a_tool_said(alice: Actor, bob: Actor) -> None:
    weak = told(alice, status="active", trust=0.5)
    told(alice, status="active", trust=1.0)
    assert known(alice)[0].trust == 0.5, "one's own repetition proves nothing"
    told(bob, status="active", trust=0.8)
    assert (known(alice)[0].pk, known(alice)[0].trust) == (weak.pk, 0.8)


def test_only_an_admin_sets_the_policy(alice: Actor, bob: Actor, mallory: Actor) -> None:
    for verb in (set_policy, add_rule):
        with pytest.raises(Forbidden):
            as_(bob, verb)
    as_(alice, set_policy, capture="draft", stale_after_changes=3)
    assert as_(bob, policy_of).capture == "draft"
    assert as_(mallory, policy_of).capture == "active"
    with access.acting(alice):
        assert AuditEvent.objects.get(verb="set_policy").detail["was"] == {
            "capture_policy": "active",
            "stale_after_changes": 5,
        }


@pytest.mark.parametrize("wrong", [{}, {"type": "opinion"}, {"at_least_trust": 2.0}, {"project": "nowhere"}])
def test_a_rule_that_makes_no_sense_is_refused(alice: Actor, wrong: dict) -> None:
    with pytest.raises(Refused):
        as_(alice, add_rule, **wrong)


def test_events_of_a_project_that_is_not_captured_are_taken_and_not_stored(
    alice: Actor, bob: Actor, api_of: Callable[..., Client]
) -> None:
    work(bob)
    as_(alice, set_captured, "acme/checkout", False)
    before = len(known(bob))
    batch = turn_of(PROMPT, ANSWER, EDIT, session="s2", turn="p2")
    answer = post(api_of(bob), "events", {"events": batch})
    assert answer.status_code == 202
    assert answer.json() == {"accepted": 0, "duplicates": 0, "rejected": [], "skipped": {"not_captured": len(batch)}}
    line = b'{"type":"user","uuid":"u1","sessionId":"s2","timestamp":"2026-03-19T10:00:00Z",'
    line += b'"message":{"role":"user","content":"Why is the checkout slow on Mondays?"}}\n'
    path = "/api/v1/transcripts/s2?remote=git@github.com:acme/checkout.git&root=/home/bob/checkout"
    told = api_of(bob).post(path, line, content_type="application/x-ndjson").json()
    assert (told["accepted"], told["skipped"], told["next_offset"]) == (0, 1, len(line))
    with access.acting(bob):
        assert not CodingSession.objects.filter(external_id="s2").exists()
        assert not Message.objects.filter(session__external_id="s2").exists()
        assert Observation.objects.filter(session__external_id="s2").count() == 0
    assert len(known(bob)) == before
    as_(alice, set_captured, "acme/checkout", True)
    assert post(api_of(bob), "events", {"events": batch}).json()["accepted"] == len(batch)


def test_a_session_is_told_that_capture_is_off(alice: Actor, bob: Actor, api_of: Callable[..., Client]) -> None:
    work(bob)
    with pytest.raises(Forbidden):
        as_(bob, set_captured, "acme/checkout", False)
    as_(alice, set_captured, "acme/checkout", False)
    answer = api_of(bob).get("/api/v1/briefing", {"project": "acme/checkout"}).json()
    assert answer["status"]["captured"] is False


def test_the_policy_is_read_and_set_over_http(
    alice: Actor, bob: Actor, mallory: Actor, api_of: Callable[..., Client]
) -> None:
    work(bob)
    wanted = {"capture": "draft", "projects": [{"project": "acme/checkout", "captured": False}]}
    for actor, status in ((bob, 403), (alice, 200)):
        answer = api_of(actor).patch("/api/v1/policy", wanted, content_type="application/json")
        assert answer.status_code == status
    rule = post(api_of(alice), "policy/rules", {"type": "decision"})
    assert rule.status_code == 201 and post(api_of(bob), "policy/rules", {"type": "decision"}).status_code == 403
    seen = api_of(bob).get("/api/v1/policy").json()
    assert (seen["capture"], seen["uncaptured"]) == ("draft", ["github.com/acme/checkout"])
    assert [entry["id"] for entry in seen["rules"]] == [rule.json()["id"]]
    elsewhere = api_of(mallory).get("/api/v1/policy").json()
    assert (elsewhere["rules"], elsewhere["uncaptured"]) == ([], [])
    assert api_of(mallory).delete(f"/api/v1/policy/rules/{rule.json()['id']}").status_code == 404
    assert api_of(alice).delete(f"/api/v1/policy/rules/{rule.json()['id']}").status_code == 204
