"""A turn that is known from its transcript alone is summarised too, and makes no memories."""

import pytest
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.distill import leases
from memory.distill.pipeline import distill_pending
from memory.models import Memory, Turn
from tests.talks import talk

pytestmark = pytest.mark.django_db
TURN = (
    "5fd3cac6-0000-4000-8000-000000000001",
    "The checkout is slow, find out why.",
    "I'll profile it.",
    ("Bash", "pytest tests/test_checkout.py", "2 passed"),
    "The checkout was slow because `OrderSerializer` ran one query per line item. "
    "I fixed it with `prefetch_related('items')` in `orders/views.py`.",
    ("Edit", "/home/alice/checkout/orders/views.py"),
)


def test_it_gets_bullets_of_what_was_found_and_changed(alice: Actor) -> None:
    session = talk(alice, TURN, root="/home/alice/checkout")
    with access.acting(alice):
        Turn.objects.update(due_at=timezone.now())
    assert distill_pending().turns == 1
    with access.acting(alice):
        turn = Turn.objects.get()
        assert turn.due_at is None
        text = "\n".join(turn.summary)
        assert "OrderSerializer" in text and "Files changed: orders/views.py." in turn.summary
        session.refresh_from_db()
        assert session.title
        assert not Memory.objects.exists()


def test_what_happens_now_is_not_kept_waiting_by_an_import(alice: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    talk(alice, *[(f"old-{n}", "What is this?", "A test.") for n in range(3)])
    with access.acting(alice):
        Turn.objects.update(due_at=timezone.now())
    talk(alice, TURN, session="now", started_at=timezone.now())
    with access.acting(alice):
        newest = Turn.objects.get(uuid=TURN[0])
        Turn.objects.filter(pk=newest.pk).update(due_at=timezone.now())
    claims = leases.claim(1, seconds=120)
    assert [claim.turn_id for claim in claims] == [newest.pk]
