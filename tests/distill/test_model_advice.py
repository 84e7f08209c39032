"""What a model thinks of contradictions: advice for the curator, never a verdict, and nothing of what is private."""

import json

import pytest
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.distill.verdicts import judge_contradictions
from memory.models import Contradiction, Memory, Team
from tests.adapters.llm_servers import Model, Step
from tests.distill.model_turns import usage

pytestmark = pytest.mark.django_db


def pair(actor: Actor, number: int = 0) -> Contradiction:
    with access.acting(actor):
        older, newer = (
            Memory.objects.create(
                team=actor.team,
                type="decision",
                content=f"Jobs of service {number} run in {queue}.",
                author=actor.user,
                occurred_at=timezone.now(),
            )
            for queue in ("RQ", "Celery")
        )
        says = {"kind": "option", "older_says": "rq", "newer_says": "celery", "confidence": 0.7}
        return Contradiction.objects.create(team=actor.team, older=older, newer=newer, **says)


def test_a_model_advises_on_contradictions_and_resolves_none(model: Model, alice: Actor, mallory: Actor) -> None:
    first, second = pair(alice, 1), pair(alice, 2)
    # The newest stands first in the batch.
    model.otherwise = Step('{"verdicts": [{"pair": 1, "advice": "supersede", "confidence": 0.85}, {"pair": 9}]}')
    assert judge_contradictions() == 1
    with access.acting(alice):
        first.refresh_from_db()
        second.refresh_from_db()
        assert (second.advice, second.confidence, second.judge) == ("supersede", 0.85, "openai:m1")
        assert (second.status, second.verdict, first.advice, first.status) == ("open", "", "", "open")
    assert judge_contradictions() == 0 and len(model.heard) == 1, "a pair without an answer is not asked about again"
    assert usage(alice)["calls"] == 1 and usage(mallory)["calls"] == 0


def test_a_private_side_keeps_a_pair_from_the_model_and_from_everybody_else(
    model: Model, alice: Actor, bob: Actor
) -> None:
    for number, actor in ((1, alice), (2, bob)):
        private = pair(actor, number)
        with access.acting(actor):
            Memory.objects.filter(pk=private.older_id).update(visibility="private")
    shared = pair(alice, 3)
    model.otherwise = Step(
        '{"verdicts": [{"pair": 1, "advice": "dismiss", "confidence": 0.9}, {"pair": 2, "advice": "merge"}]}'
    )
    assert judge_contradictions() == 1
    assert judge_contradictions() == 0 and len(model.heard) == 1
    prompt = json.dumps(model.heard[0].body)
    assert "service 3" in prompt and "service 1" not in prompt and "service 2" not in prompt
    for actor in (alice, bob):
        with access.acting(actor):
            advised = {row.pk: (row.judge, row.advice) for row in Contradiction.objects.all()}
            assert advised.pop(shared.pk) == ("openai:m1", "dismiss")
            assert list(advised.values()) == [("rules", "")], "their own alone, as the rules see it"


def test_only_private_pairs_cost_no_call(model: Model, alice: Actor) -> None:
    private = pair(alice)
    with access.acting(alice):
        Memory.objects.filter(pk=private.newer_id).update(visibility="private")
    assert judge_contradictions() == 0 and model.heard == [] and usage(alice)["calls"] == 0


def test_advice_counts_against_the_budget_and_waits_for_a_model(model: Model, alice: Actor) -> None:
    pair(alice)
    with access.acting(alice):
        Team.objects.update(daily_calls=0)
    assert judge_contradictions() == 0 and model.heard == []
    with access.acting(alice):
        Team.objects.update(daily_calls=5, distiller="rules")
    assert judge_contradictions() == 0 and model.heard == []
