"""Which turn an event belongs to, and when that turn wants to be distilled."""

from datetime import datetime, timedelta

from django.utils import timezone

from memory.capture.shape import Event
from memory.models import CodingSession, Turn

# Events that are part of a turn's material; the others only tell that a session lives.
_MATERIAL = frozenset({"UserPromptSubmit", "PostToolUse", "PostToolUseFailure", "Stop", "SubagentStop"})
# A turn that never stops (Esc, crash, closed laptop) is distilled from what there is.
IDLE = timedelta(minutes=10)


def place_in_turn(event: Event, session: CodingSession) -> tuple[Turn | None, datetime]:
    """The event's turn (made on first sight; None for events outside turns) and when it is due."""
    due = timezone.now() if event.name == "Stop" else timezone.now() + IDLE
    if event.name == "SessionEnd":
        # Whatever was left open by Esc is complete now.
        session.turns.filter(due_at__gt=timezone.now()).update(due_at=timezone.now())
    if event.name not in _MATERIAL:
        return None, due
    turn, _ = Turn.objects.get_or_create(
        session=session,
        uuid=_turn_uuid(event, session),
        defaults={"team": session.team, "started_at": event.occurred_at},
    )
    turn.absorb(
        prompt=_text(event, "prompt") if event.name == "UserPromptSubmit" else "",
        answer=_text(event, "last_assistant_message") if event.name == "Stop" else "",
        tools=1 if event.name.startswith("PostToolUse") else 0,
        ended_at=event.occurred_at if event.name == "Stop" else None,
    )
    return turn, due


def _turn_uuid(event: Event, session: CodingSession) -> str:
    """The client's prompt id; for clients without one a prompt opens a turn and the rest follows it."""
    if prompt_id := _text(event, "prompt_id"):
        return prompt_id[:100]
    if event.name == "UserPromptSubmit":
        return str(event.client_id)
    latest = session.turns.filter(started_at__lte=event.occurred_at).order_by("-started_at").first()
    return latest.uuid if latest else str(event.client_id)


def _text(event: Event, key: str) -> str:
    value = event.payload.get(key)
    return value if isinstance(value, str) else ""
