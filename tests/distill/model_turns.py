"""A turn for a model to distill, what it may answer, and what became of it."""

import json

from memory import access
from memory.access import Actor
from memory.capture.events import record_events
from memory.distill.pipeline import distill_pending
from memory.models import Memory, Observation, Turn, Usage
from tests.adapters.llm_servers import Step
from tests.distill.story import ANSWER, EDIT, PROMPT
from tests.events import turn_of

FACT = (
    "The payment client in payments/client.py swallowed `CardDeclined` and answered an empty 200, because its except "
    "clause caught Exception. It re-raises CardDeclined now, and the view answers 402."
)


QUOTE = "swallowed `CardDeclined` and returned an empty 200 response"


BULLETS = [
    "The swallowed `CardDeclined` was the cause of the empty 200 response.",
    "payments/client.py re-raises CardDeclined; the view answers 402.",
    "Retries stay in Celery, because the provider times out after 10 s.",
]


def fact(content: str = FACT, evidence: object = QUOTE, type: str = "failure", **more: object) -> dict[str, object]:
    return {"content": content, "type": type, "confidence": 0.9, "evidence": evidence, **more}


def said(*facts: dict[str, object], summary: list[str] = BULLETS) -> Step:
    return Step(json.dumps({"facts": list(facts), "summary": summary}))


def capture(actor: Actor, *, turn: str = "p1", prompt: str = PROMPT, answer: str = ANSWER) -> None:
    with access.acting(actor):
        assert record_events(turn_of(prompt, answer, EDIT, turn=turn), actor=actor).rejected == ()


def distilled(actor: Actor, **said_in_turn: str) -> Turn:
    """The turn after it was captured and distilled."""
    capture(actor, **said_in_turn)
    assert distill_pending().failed == 0
    with access.acting(actor):
        turn = Turn.objects.latest("pk")
        assert turn.due_at is None
        assert not Observation.objects.filter(status="pending").exists()
        return turn


def memories(actor: Actor) -> list[Memory]:
    with access.acting(actor):
        return list(Memory.objects.order_by("pk"))


def usage(actor: Actor) -> dict[str, int]:
    with access.acting(actor):
        fields = ("calls", "failures", "input_tokens", "output_tokens")
        return Usage.objects.values(*fields).first() or dict.fromkeys(fields, 0)
