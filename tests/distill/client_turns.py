"""What a developer's plugin sends when their own Claude has distilled a turn."""

from typing import Any

from memory import access
from memory.access import Actor
from memory.capture.events import Receipt, record_events
from tests.distill.model_turns import BULLETS, fact
from tests.distill.story import ANSWER, EDIT, PROMPT
from tests.events import event, turn_of

USAGE = {"calls": 1, "failures": 0, "input_tokens": 4000, "output_tokens": 300, "microdollars": 550}


def told(*facts: dict[str, object], turn: str = "p1", session: str = "s1", **more: Any) -> dict[str, object]:
    """The event with these facts; `failure` in `more` is an answer without."""
    payload: dict[str, object] = {"prompt_id": turn, "prompt": "", "distiller": "claude:haiku", "usage": USAGE, **more}
    if "failure" not in more:
        payload = {"facts": list(facts) or [fact()], "summary": BULLETS, **payload}
    return event("TurnDistilled", session_id=session, distill="claude", payload=payload)


def promised(turn: str = "p1", session: str = "s1", prompt: str = PROMPT, answer: str = ANSWER) -> list[dict]:
    """A turn's events as they come from a plugin that promises to distill it."""
    return turn_of(prompt, answer, EDIT, turn=turn, session=session, distill="claude")


def send(actor: Actor, *events: dict) -> Receipt:
    """What became of the batch."""
    with access.acting(actor):
        return record_events(list(events), actor=actor)
