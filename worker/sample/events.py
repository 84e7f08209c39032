"""Turns the story into the events that the plugin would send: the same at every call, but for the dates."""

import uuid
from collections.abc import Iterator
from datetime import datetime, timedelta

from hooks import trimming
from worker.sample import django_upgrade, double_charge, refunds, slow_orders
from worker.sample.script import Session, Tool, Turn

SESSIONS = (double_charge.SESSION, django_upgrade.SESSION, refunds.SESSION, slow_orders.SESSION)
# Ids are made from names below this one, so that a second load is known as the first.
_NAMESPACE = uuid.UUID("c41a2a1e-5a3b-5d0e-9c55-acdc0ffee000")
_TOOL_TIME = timedelta(seconds=25)
_ANSWER_TIME = timedelta(seconds=40)

Event = dict[str, object]


def events_of(session: Session, now: datetime) -> list[Event]:
    """All events of a session, in order of time."""
    return list(_Teller(session, now).tell())


class _Teller:
    """Walks through one session with a clock in hand."""

    def __init__(self, session: Session, now: datetime) -> None:
        self.session = session
        self.start = self.clock = session.begins(now)
        self.id = str(_named(session.name))
        self.made = 0

    def tell(self) -> Iterator[Event]:
        yield self._event("SessionStart", source="startup")
        for turn in self.session.turns:
            yield from self._turn(turn)
        self.clock += timedelta(minutes=1)
        yield self._event("SessionEnd", reason="prompt_input_exit")

    def _turn(self, turn: Turn) -> Iterator[Event]:
        self.clock = self.start + timedelta(minutes=turn.minute, seconds=20)
        prompt = {"prompt_id": str(_named(self.session.name, turn.prompt)), "permission_mode": "default"}
        yield self._event("UserPromptSubmit", **prompt, prompt=turn.prompt)
        for tool in turn.tools:
            self.clock += _TOOL_TIME
            yield self._tool(tool, prompt)
        self.clock += _ANSWER_TIME
        yield self._event("Stop", **prompt, stop_hook_active=False, last_assistant_message=turn.answer)

    def _tool(self, tool: Tool, prompt: dict[str, str]) -> Event:
        call = {
            "tool_name": tool.name,
            "tool_input": dict(tool.given),
            "tool_use_id": f"toolu_{self.made:024x}",
        }
        if tool.error:
            return self._event("PostToolUseFailure", **prompt, **call, error=tool.error, is_interrupt=False)
        return self._event("PostToolUse", **prompt, **call, tool_response=dict(tool.response), duration_ms=180)

    def _event(self, name: str, **own: object) -> Event:
        self.made += 1
        who = self.session.persona
        folder = who.root.replace("/", "-")
        base = {
            "session_id": self.id,
            "transcript_path": f"{who.home}/.claude/projects/{folder}/{self.id}.jsonl",
            "cwd": who.root,
            "hook_event_name": name,
        }
        return {
            "id": str(_named(self.session.name, str(self.made))),
            "event": name,
            "session_id": self.id,
            "occurred_at": self.clock.isoformat(timespec="milliseconds"),
            "project": {"remote": who.remote, "root": who.root, "branch": self.session.branch},
            "payload": trimming.trim(base | own),
        }


def _named(*names: str) -> uuid.UUID:
    return uuid.uuid5(_NAMESPACE, "/".join(names))
