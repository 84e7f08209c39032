"""Builds events as the plugin sends them."""

import uuid

from django.utils import timezone


def event(name: str = "UserPromptSubmit", **changes: object) -> dict[str, object]:
    """One event as the plugin sends it; `changes` replace its parts, `payload` is merged."""
    payload = {"prompt_id": "p1", "prompt": "Why does checkout answer 200 on a declined card?"}
    payload.update(changes.pop("payload", {}))
    base = {
        "id": str(uuid.uuid4()),
        "event": name,
        "session_id": "s1",
        "occurred_at": timezone.now().isoformat(),
        "project": {"remote": "git@github.com:acme/checkout.git", "root": "/home/alice/checkout", "branch": "main"},
        "payload": payload,
    }
    return {**base, **changes}


def turn_of(
    prompt: str, answer: str, *tools: dict[str, object], session: str = "s1", turn: str = "p1", **changes: object
) -> list:
    """A whole turn: the prompt, tool calls (payloads; an `error` makes it a failure), and the stop."""
    middle = [
        event(
            "PostToolUseFailure" if "error" in tool else "PostToolUse",
            payload={"prompt_id": turn, **tool},
            session_id=session,
            **changes,
        )
        for tool in tools
    ]
    first = event(payload={"prompt_id": turn, "prompt": prompt}, session_id=session, **changes)
    last = event("Stop", payload={"prompt_id": turn, "last_assistant_message": answer}, session_id=session, **changes)
    return [first, *middle, last]
