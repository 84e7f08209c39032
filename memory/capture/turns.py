"""Keeps the turns of one batch: which event belongs to which, what they add up to, and when each is due."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.capture.event_validation import DISTILLED, Event
from memory.models import CodingSession, Turn

# Events that are part of a turn's material; the others only tell that a session lives.
_MATERIAL = frozenset({"UserPromptSubmit", "PostToolUse", "PostToolUseFailure", "Stop", "SubagentStop", DISTILLED})
# A turn that never stops (Esc, crash, closed laptop) is distilled from what there is.
IDLE = timedelta(minutes=10)
# How long the server waits, after the last event of a turn, for what the developer's own Claude makes of it.
CLIENT_PATIENCE = timedelta(minutes=15)
# Makes or completes all turns of a batch. New material deserves new attempts. `waits`: the developer's own Claude has
# until then; else the turn is due at that time, or earlier if it was due already (the least of NULL and a time is the
# time).
_WRITE = """
WITH told AS (
    SELECT * FROM jsonb_to_recordset(%(turns)s::jsonb) AS t (
        session_id bigint, uuid text, prompt text, answer text, tools integer, distill text, waits boolean,
        started_at timestamptz, ended_at timestamptz, due_at timestamptz)
)
INSERT INTO memory_turn AS t (team_id, session_id, uuid, prompt, answer, summary, tool_count, distill, distiller,
                              distiller_note, attempts, started_at, ended_at, due_at)
SELECT %(team)s, session_id, uuid, prompt, answer, '{}', tools, distill, '', '', 0, started_at, ended_at, due_at
FROM told
ON CONFLICT (session_id, uuid) DO UPDATE SET
    prompt = coalesce(nullif(excluded.prompt, ''), t.prompt),
    answer = coalesce(nullif(excluded.answer, ''), t.answer),
    tool_count = t.tool_count + excluded.tool_count,
    distill = coalesce(nullif(excluded.distill, ''), t.distill),
    attempts = 0,
    ended_at = coalesce(excluded.ended_at, t.ended_at),
    due_at = CASE WHEN (SELECT waits FROM told WHERE told.session_id = t.session_id AND told.uuid = t.uuid)
                  THEN excluded.due_at ELSE least(t.due_at, excluded.due_at) END
RETURNING session_id, uuid, id
"""

# The key of a session, and the client's prompt id.
TurnKey = tuple[int, str]


@dataclass
class _News:
    """What a batch tells of one turn."""

    started_at: datetime
    prompt: str = ""
    answer: str = ""
    tools: int = 0
    ended_at: datetime | None = None
    distill: str = ""
    distilled: bool = False

    @property
    def waits(self) -> bool:
        """Whether the developer's own Claude is still to send its facts."""
        return self.distill == Turn.Distill.CLAUDE and not self.distilled

    def due_at(self, now: datetime) -> datetime:
        """When the server makes the facts: at once after a stop, without one when nothing has come for long."""
        if self.waits:
            return now + CLIENT_PATIENCE
        return now if self.ended_at or self.distilled else now + IDLE


class TurnBook:
    """The turns that a batch of events speaks of."""

    def __init__(self, actor: Actor) -> None:
        self._actor = actor
        self._news: dict[TurnKey, _News] = {}
        self._latest: dict[int, str] = {}
        self._ended: list[CodingSession] = []

    def turn_of(self, event: Event, session: CodingSession) -> TurnKey | None:
        """The event's turn; None for events outside turns. Events come in the order of time."""
        if event.name == "SessionEnd":
            self._ended.append(session)
        if event.name not in _MATERIAL:
            return None
        key = session.pk, self._uuid(event, session)
        self._latest[session.pk] = key[1]
        self._take(event, self._news.setdefault(key, _News(event.occurred_at)))
        return key

    def write(self) -> dict[TurnKey, int]:
        """Make the turns or add to them, and ask for workers; returns the keys of their rows."""
        now = timezone.now()
        written = self._written(now) if self._news else {}
        for session in self._ended:
            session.turns.filter(due_at__gt=now).exclude(distill=Turn.Distill.CLAUDE).update(due_at=now)
        return written

    def _written(self, now: datetime) -> dict[TurnKey, int]:
        told = {"team": self._actor.team.pk, "turns": json.dumps(list(self._told(now)))}
        return {(session, uuid): pk for session, uuid, pk in access.rows(_WRITE, told, actor=self._actor)}

    def _told(self, now: datetime) -> Iterator[dict[str, object]]:
        for (session, uuid), news in self._news.items():
            yield {
                "session_id": session,
                "uuid": uuid,
                "prompt": news.prompt,
                "answer": news.answer,
                "tools": news.tools,
                "distill": news.distill,
                "waits": news.waits,
                "started_at": news.started_at.isoformat(),
                "ended_at": news.ended_at.isoformat() if news.ended_at else None,
                "due_at": news.due_at(now).isoformat(),
            }

    def _uuid(self, event: Event, session: CodingSession) -> str:
        """The client's prompt id; for clients without one a prompt opens a turn and the rest follows it."""
        if prompt_id := _text(event, "prompt_id"):
            return prompt_id[:100]
        if event.name == "UserPromptSubmit":
            return str(event.client_id)
        return self._latest.get(session.pk) or self._stored_before(event, session) or str(event.client_id)

    @staticmethod
    def _stored_before(event: Event, session: CodingSession) -> str | None:
        before = session.turns.filter(started_at__lte=event.occurred_at).order_by("-started_at")
        return before.values_list("uuid", flat=True).first()

    @staticmethod
    def _take(event: Event, news: _News) -> None:
        news.distill = event.distill or news.distill
        news.distilled = news.distilled or event.name == DISTILLED
        if event.name == "UserPromptSubmit":
            news.prompt = _text(event, "prompt") or news.prompt
        elif event.name == "Stop":
            news.answer = _text(event, "last_assistant_message") or news.answer
            news.ended_at = event.occurred_at
        elif event.name.startswith("PostToolUse"):
            news.tools += 1


def _text(event: Event, key: str) -> str:
    value = event.payload.get(key)
    return value if isinstance(value, str) else ""
