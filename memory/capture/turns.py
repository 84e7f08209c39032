"""Keeps the turns of one batch: which event belongs to which, what they add up to, and when each is due."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.utils import timezone

from memory.capture.shape import DISTILLED, Event
from memory.models import CodingSession, Team, Turn

# Events that are part of a turn's material; the others only tell that a session lives.
_MATERIAL = frozenset({"UserPromptSubmit", "PostToolUse", "PostToolUseFailure", "Stop", "SubagentStop", DISTILLED})
# A turn that never stops (Esc, crash, closed laptop) is distilled from what there is.
IDLE = timedelta(minutes=10)
# How long the server waits, after the last event of a turn, for what the developer's own Claude makes of it.
CLIENT_PATIENCE = timedelta(minutes=15)


# What a batch tells of turns, new ones and known ones, in one statement. What waits for the developer's own Claude is
# due when that has had its time, again and again; anything else is never due later than it was.
_WRITE = """
WITH news AS (
    SELECT * FROM unnest(
        %(session)s::bigint[], %(uuid)s::text[], %(prompt)s::text[], %(answer)s::text[], %(tools)s::int[],
        %(started_at)s::timestamptz[], %(ended_at)s::timestamptz[], %(due_at)s::timestamptz[], %(distill)s::text[],
        %(waits)s::boolean[])
    AS n(session_id, uuid, prompt, answer, tools, started_at, ended_at, due_at, distill, waits)
)
INSERT INTO memory_turn AS t (team_id, session_id, uuid, prompt, answer, summary, tool_count, started_at, ended_at,
                              due_at, attempts, distill, distiller, distiller_note)
SELECT %(team)s, session_id, uuid, prompt, answer, '{}', tools, started_at, ended_at, due_at, 0, distill, '', ''
FROM news
ON CONFLICT (session_id, uuid) DO UPDATE SET
    prompt = coalesce(nullif(excluded.prompt, ''), t.prompt),
    answer = coalesce(nullif(excluded.answer, ''), t.answer),
    distill = coalesce(nullif(excluded.distill, ''), t.distill),
    ended_at = coalesce(excluded.ended_at, t.ended_at),
    tool_count = t.tool_count + excluded.tool_count,
    due_at = CASE WHEN (SELECT n.waits FROM news n WHERE (n.session_id, n.uuid) = (t.session_id, t.uuid))
                  THEN excluded.due_at ELSE least(t.due_at, excluded.due_at) END,
    attempts = 0
RETURNING t.session_id, t.uuid, t.id
"""
_COLUMNS = ("prompt", "answer", "tools", "started_at", "ended_at", "distill", "waits")
_Key = tuple[int, str]


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
        """Whether the developer's own Claude is to make its facts, and has not yet."""
        return self.distill == Turn.Distill.CLAUDE and not self.distilled

    def due_at(self, now: datetime) -> datetime:
        """When a worker should look: at once after a stop."""
        if self.waits:
            return now + CLIENT_PATIENCE
        return now if self.ended_at or self.distilled else now + IDLE


class TurnBook:
    """The turns that a batch of events speaks of: `take` each event, then `write`."""

    def __init__(self, team: Team) -> None:
        self._team = team
        self._news: dict[_Key, _News] = {}
        self._latest: dict[int, str] = {}
        self._ended: list[CodingSession] = []

    def take(self, event: Event, session: CodingSession) -> _Key | None:
        """The event's turn; None for events outside turns. Events come in the order of time."""
        if event.name == "SessionEnd":
            self._ended.append(session)
        if event.name not in _MATERIAL:
            return None
        uuid = self._latest[session.pk] = self._uuid(event, session)
        self._note(event, self._news.setdefault((session.pk, uuid), _News(event.occurred_at)))
        return session.pk, uuid

    def write(self) -> dict[_Key, int]:
        """Make and change the turns, and ask for workers: at once after a stop or the session's end.

        Gives the turns' primary keys.
        """
        now = timezone.now()
        written = self._written(now) if self._news else {}
        for session in self._ended:
            session.turns.filter(due_at__gt=now).exclude(distill=Turn.Distill.CLAUDE).update(due_at=now)
        return written

    def _written(self, now: datetime) -> dict[_Key, int]:
        told = list(self._news.values())
        columns: dict[str, list[Any]] = {
            "session": [session for session, _ in self._news],
            "uuid": [uuid for _, uuid in self._news],
            "due_at": [news.due_at(now) for news in told],
            **{name: [getattr(news, name) for news in told] for name in _COLUMNS},
        }
        with connection.cursor() as cursor:
            cursor.execute(_WRITE, {"team": self._team.pk, **columns})
            return {(session, uuid): pk for session, uuid, pk in cursor.fetchall()}

    def _uuid(self, event: Event, session: CodingSession) -> str:
        """The client's prompt id; for clients without one a prompt opens a turn and the rest follows it."""
        if prompt_id := _text(event, "prompt_id"):
            return prompt_id[:100]
        if event.name == "UserPromptSubmit":
            return str(event.client_id)
        latest = self._latest.get(session.pk) or self._stored_before(event, session)
        return latest or str(event.client_id)

    @staticmethod
    def _stored_before(event: Event, session: CodingSession) -> str | None:
        before = session.turns.filter(started_at__lte=event.occurred_at).order_by("-started_at")
        return before.values_list("uuid", flat=True).first()

    @staticmethod
    def _note(event: Event, news: _News) -> None:
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
