"""Keeps the turns of one batch: which event belongs to which, what they add up to, and when each is due."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from memory.capture.shape import DISTILLED, Event
from memory.models import CodingSession, Turn

# Events that are part of a turn's material; the others only tell that a session lives.
_MATERIAL = frozenset({"UserPromptSubmit", "PostToolUse", "PostToolUseFailure", "Stop", "SubagentStop", DISTILLED})
# A turn that never stops (Esc, crash, closed laptop) is distilled from what there is.
IDLE = timedelta(minutes=10)
# How long the server waits, after the last event of a turn, for what the developer's own Claude makes of it.
CLIENT_PATIENCE = timedelta(minutes=15)


@dataclass
class _News:
    """What a batch tells of one turn."""

    prompt: str = ""
    answer: str = ""
    tools: int = 0
    ended_at: datetime | None = None
    distill: str = ""
    distilled: bool = False


class TurnBook:
    """The turns that a batch of events speaks of."""

    def __init__(self) -> None:
        self._turns: dict[tuple[int, str], Turn] = {}
        self._news: dict[int, _News] = {}
        self._latest: dict[int, Turn] = {}
        self._ended: list[CodingSession] = []

    def turn_of(self, event: Event, session: CodingSession) -> Turn | None:
        """The event's turn, made on first sight; None for events outside turns. Events come in the order of time."""
        if event.name == "SessionEnd":
            self._ended.append(session)
        if event.name not in _MATERIAL:
            return None
        turn = self._find_or_make(self._uuid(event, session), event, session)
        self._latest[session.pk] = turn
        self._take(event, self._news.setdefault(turn.pk, _News()))
        return turn

    def write(self) -> None:
        """Write what the turns add up to, and ask for workers: at once after a stop or the session's end."""
        now = timezone.now()
        for turn in self._turns.values():
            news = self._news[turn.pk]
            told = {"prompt": news.prompt, "answer": news.answer, "distill": news.distill}
            turn.absorb(**told, tools=news.tools, ended_at=news.ended_at)
            if news.distill == Turn.Distill.CLAUDE and not news.distilled:
                turn.await_client(now + CLIENT_PATIENCE)
            else:
                turn.plan(now if news.ended_at or news.distilled else now + IDLE)
        for session in self._ended:
            session.turns.filter(due_at__gt=now).exclude(distill=Turn.Distill.CLAUDE).update(due_at=now)

    def _find_or_make(self, uuid: str, event: Event, session: CodingSession) -> Turn:
        if (session.pk, uuid) not in self._turns:
            self._turns[session.pk, uuid], _ = Turn.objects.get_or_create(
                session=session, uuid=uuid, defaults={"team": session.team, "started_at": event.occurred_at}
            )
        return self._turns[session.pk, uuid]

    def _uuid(self, event: Event, session: CodingSession) -> str:
        """The client's prompt id; for clients without one a prompt opens a turn and the rest follows it."""
        if prompt_id := _text(event, "prompt_id"):
            return prompt_id[:100]
        if event.name == "UserPromptSubmit":
            return str(event.client_id)
        latest = self._latest.get(session.pk) or self._stored_before(event, session)
        return latest.uuid if latest else str(event.client_id)

    @staticmethod
    def _stored_before(event: Event, session: CodingSession) -> Turn | None:
        return session.turns.filter(started_at__lte=event.occurred_at).order_by("-started_at").first()

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
