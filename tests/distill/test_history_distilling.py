"""What is known from transcripts alone is distilled where somebody asks for it, and waits as drafts."""

import pytest

from memory import access
from memory.access import Actor
from memory.distill.history import distill_history
from memory.distill.pipeline import distill_pending
from memory.errors import Refused
from memory.models import Memory, Turn
from tests.distill.client_turns import send, told
from tests.distill.model_turns import fact
from tests.distill.test_imported_turns import TURN
from tests.talks import SESSION, talk

pytestmark = pytest.mark.django_db
QUOTE = "ran one query per line item"
FACT = (
    "The checkout was slow because `OrderSerializer` ran one query per line item; `prefetch_related('items')` fixed it."
)


def test_its_facts_are_drafts_and_a_second_run_reads_nothing_again(alice: Actor) -> None:
    talk(alice, TURN, root="/home/alice/checkout")
    report = distill_history([SESSION], by="rules", actor=alice)
    assert report.turns == 1 and report.drafts >= 1
    with access.acting(alice):
        assert set(Memory.objects.values_list("status", flat=True)) == {"draft"}
        assert Turn.objects.get().distiller_note == "distilled from history"
    assert distill_history([SESSION], by="rules", actor=alice).turns == 0


def test_without_a_model_the_way_by_model_is_refused(alice: Actor) -> None:
    with pytest.raises(Refused, match="has no model"):
        distill_history([SESSION], by="model", actor=alice)


def test_another_persons_sessions_stay_untouched(alice: Actor, bob: Actor, mallory: Actor) -> None:
    talk(alice, TURN)
    assert distill_history([SESSION], by="rules", actor=bob).turns == 0
    assert distill_history([SESSION], by="rules", actor=mallory).turns == 0


def test_a_developers_own_claude_distills_history_into_drafts(alice: Actor) -> None:
    talk(alice, TURN, root="/home/alice/checkout")
    row = told(fact(FACT, QUOTE), session=SESSION, turn=TURN[0], history=True, summary=[])
    send(alice, row)
    assert distill_pending().made == 1
    with access.acting(alice):
        assert [(memory.content, memory.status) for memory in Memory.objects.all()] == [(FACT, "draft")]
