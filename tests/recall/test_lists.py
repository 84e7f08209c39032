"""Lists: what is worn by time, and by the formula that ranks."""

from datetime import timedelta

import pytest
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.models import Memory
from memory.recall.lists import recent, stale
from memory.rules.decay import survival

pytestmark = pytest.mark.django_db


def put(actor: Actor, content: str, type: str, days: float, **fields: object) -> Memory:
    occurred_at = timezone.now() - timedelta(days=days)
    with access.acting(actor):
        return Memory.objects.create(
            team=actor.team, author=actor.user, content=content, type=type, occurred_at=occurred_at, **fields
        )


@pytest.mark.parametrize("type", ["decision", "context", "failure", "pattern", "dependency"])
def test_a_memory_is_stale_exactly_when_its_survival_is_low_and_nobody_uses_it(alice: Actor, type: str) -> None:
    days = [1, 5, 12, 20, 30, 60, 100, 300, 600]
    for age in days:
        put(alice, f"{type} of {age} days", type, age)
    put(alice, "used", type, 2000, uses=2)
    put(alice, "pinned", type, 2000, pinned=True)
    with access.acting(alice):
        found = {entry.memory.content for entry in stale(actor=alice, limit=100)}
    assert found == {f"{type} of {age} days" for age in days if survival(type, age) < 0.1}


def test_a_memory_past_its_review_date_is_stale(alice: Actor) -> None:
    put(alice, "overdue", "pattern", 1, review_by=timezone.now().date() - timedelta(days=1))
    put(alice, "due today", "pattern", 1, review_by=timezone.now().date())
    with access.acting(alice):
        assert [entry.memory.content for entry in stale(actor=alice)] == ["overdue"]


def test_lists_show_the_newest_first_and_only_the_own_team(alice: Actor, bob: Actor, mallory: Actor) -> None:
    for number in range(3):
        put(alice, f"fact {number}", "decision", 0)
    put(mallory, "hidden", "decision", 0)
    with access.acting(bob):
        listed = recent(actor=bob, limit=2)
        assert [memory.content for memory in listed] == ["fact 2", "fact 1"]
        assert [memory.content for memory in recent(actor=bob, before_id=listed[-1].pk)] == ["fact 0"]
