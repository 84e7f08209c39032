"""What a model may cost, and what happens while it fails: budgets per team and day, the meter, the circuit breaker."""

import threading
from collections.abc import Callable
from datetime import UTC, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.adapters.distiller import ModelFailed, distiller
from memory.capture.events import record_events
from memory.distill import breaker
from memory.distill.pipeline import distill_pending
from memory.models import Team, Turn, Usage
from tests.adapters.llm_servers import Model, Step
from tests.distill.model_turns import distilled, fact, said, usage
from tests.events import turn_of

pytestmark = pytest.mark.django_db


def test_a_spent_budget_leaves_the_rest_of_the_day_to_the_rules(model: Model, alice: Actor, mallory: Actor) -> None:
    with access.acting(alice):
        Team.objects.update(daily_calls=1)
    distilled(alice)
    turn = distilled(alice, turn="p2", prompt="And the refunds of declined cards, do they work?")
    assert turn.distiller_note == "openai: the budget of 1 calls a day is spent"
    assert len(model.heard) == 1
    assert distilled(mallory).distiller == "openai:m1", "another team has a budget of its own"


def test_a_spent_budget_of_tokens_does_so_too(model: Model, alice: Actor) -> None:
    with access.acting(alice):
        Team.objects.update(daily_tokens=100)
        yesterday = timezone.now().astimezone(UTC).date() - timedelta(days=1)
        Usage.objects.create(team=alice.team, day=yesterday, provider="openai", calls=900, input_tokens=9000)
    assert distilled(alice).distiller == "openai:m1"
    assert distilled(alice, turn="p2").distiller_note == "openai: the budget of 100 tokens a day is spent"


def test_the_meter_is_shown_to_the_team_alone(
    model: Model, alice: Actor, bob: Actor, mallory: Actor, api_of: Callable[..., Client]
) -> None:
    distilled(alice)
    seen = api_of(bob).get("/api/v1/status").json()["budget"]
    assert seen == {
        "provider": "openai",
        "calls": 1,
        "calls_limit": 500,
        "tokens": 100,
        "tokens_limit": None,
        "failures": 0,
    }
    assert api_of(mallory).get("/api/v1/status").json()["budget"]["calls"] == 0


def test_a_server_that_keeps_failing_is_left_alone_and_probed_later(
    model: Model, alice: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    model.otherwise = Step(status=500)
    for number in range(3):
        turn = distilled(alice, turn=f"p{number}")
    assert "left alone" in turn.distiller_note and "500" in turn.distiller_note
    assert len(model.heard) == breaker.FAILURES_IN_A_ROW
    model.otherwise = said(fact())
    assert distilled(alice, turn="p8").distiller == "rules", "its pause is not over"
    door = breaker.breaker_of(distiller("openai"))
    breaker.cache.delete(f"{door.key}:open")
    door.let_through()
    with pytest.raises(ModelFailed):
        door.let_through()  # one probe at a time
    breaker.cache.delete(f"{door.key}:probe")
    assert distilled(alice, turn="p9").distiller == "openai:m1"
    assert distilled(alice, turn="p10").distiller == "openai:m1"


def test_a_wrong_key_is_tried_once(model: Model, alice: Actor) -> None:
    model.otherwise = Step(status=401)
    distilled(alice)
    assert "left alone for a while after: 401" in distilled(alice, turn="p2").distiller_note
    assert len(model.heard) == 1


def test_without_the_cache_the_model_is_asked_all_the_same(
    model: Model, alice: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Away:
        def __getattr__(self, name: str) -> object:
            raise ConnectionError

    monkeypatch.setattr(breaker, "cache", Away())
    assert distilled(alice).distiller == "openai:m1"


@pytest.mark.django_db(transaction=True)
def test_many_workers_share_the_budget_s_last_calls(model: Model, alice: Actor) -> None:
    with access.acting(alice):
        Team.objects.update(daily_calls=3)
    for number in range(8):
        answer = f"The cause was that service-{number} listened on port {8100 + number} instead of 80."
        with access.acting(alice):
            record_events(
                turn_of("Why is it not reachable?", answer, session=f"s{number}", turn=f"t{number}"), actor=alice
            )
    model.otherwise = Step("NO_FACTUAL_CONTENT", pause=0.05)

    def work() -> None:
        distill_pending(batch=1)
        connection.close()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(model.heard) == usage(alice)["calls"] == 3
    with access.acting(alice):
        spent = Turn.objects.filter(distiller_note="openai: the budget of 3 calls a day is spent")
        assert (spent.count(), Turn.objects.filter(distiller="openai:m1").count()) == (5, 3)
