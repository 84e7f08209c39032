"""Finds or makes the turns that messages and calls belong to, and fills in what live events have not told."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count
from django.utils import timezone

from memory.capture.event_validation import clean_text
from memory.capture.transcripts.placing import Line
from memory.models import CodingSession, Observation, ToolCall, Turn

_WORDS = ["prompt", "answer"]
_ALL = [*_WORDS, "started_at", "ended_at", "tool_count", "due_at", "attempts"]


@dataclass
class _Told:
    """What the lines of a batch tell of one turn."""

    began: datetime
    ended: datetime
    asked: str = ""
    answer: str = ""


class TurnFiller:
    """The turns of one session; what opens one may stand in an earlier batch than what follows."""

    def __init__(self) -> None:
        self._opening: Line | None = None

    def rows(self, session: CodingSession, keys: set[str], lines: Sequence[Line]) -> dict[str, Turn]:
        """The turns with these uuids, made on first sight."""
        turns = {turn.uuid: turn for turn in session.turns.filter(uuid__in=keys)}
        began = {line.turn: line.at for line in reversed(lines) if line.turn in keys - turns.keys()}
        fresh = [Turn(team_id=session.team_id, session=session, uuid=key, started_at=at) for key, at in began.items()]
        return turns | {turn.uuid: turn for turn in Turn.objects.bulk_create(fresh)}

    def fill(
        self, turns: Sequence[Turn], lines: Sequence[Line], *, said: dict[str, str], counts: dict[str, int]
    ) -> None:
        """Fill in turns from their lines; what live events told of one stays, and so does the time they set.

        `said`: the redacted words of messages by uuid. Adds to `counts` what was redacted.
        """
        told = self._told({turn.uuid for turn in turns}, lines, said, counts)
        fed = set(Observation.objects.filter(turn__in=turns).values_list("turn_id", flat=True).distinct())
        live = [turn for turn in turns if turn.pk in fed]
        imported = [turn for turn in turns if turn.pk not in fed]
        for turn in live:
            _complete(turn, told[turn.uuid])
        Turn.objects.bulk_update(live, _WORDS)
        used = _calls_in(imported)
        for turn in imported:
            _retell(turn, told[turn.uuid], tools=used.get(turn.pk, 0))
        Turn.objects.bulk_update(imported, _ALL)

    def remember(self, lines: Sequence[Line]) -> None:
        """The turn that these lines opened last may go on in the next."""
        self._opening = next((line for line in reversed(lines) if line.record.opens), self._opening)

    def _told(
        self, keys: set[str], lines: Sequence[Line], said: dict[str, str], counts: dict[str, int]
    ) -> dict[str, _Told]:
        told: dict[str, _Told] = {}
        before = [self._opening] if self._opening else []
        for line in (line for line in [*before, *lines] if line.turn in keys):
            turn = told.setdefault(line.turn, _Told(line.at, line.at))
            turn.began, turn.ended = min(turn.began, line.at), max(turn.ended, line.at)
            if line.record.opens:
                turn.asked = turn.asked or said.get(line.uuid) or clean_text(line.record.asked, counts)
            elif line.record.role == "assistant" and not line.subagent:
                turn.answer = said.get(line.uuid) or turn.answer
        return told


def _complete(turn: Turn, told: _Told) -> None:
    turn.prompt = turn.prompt or told.asked
    turn.answer = turn.answer or told.answer


def _retell(turn: Turn, told: _Told, *, tools: int) -> None:
    turn.prompt = turn.prompt or told.asked
    turn.answer = told.answer or turn.answer
    turn.started_at = min(turn.started_at, told.began)
    turn.ended_at = max(turn.ended_at or told.ended, told.ended)
    turn.tool_count = tools
    if not turn.summary:
        turn.due_at, turn.attempts = timezone.now(), 0


def _calls_in(turns: Iterable[Turn]) -> dict[int, int]:
    """How many tools each turn used; one that used none is missing."""
    calls = ToolCall.objects.filter(turn__in=turns).values_list("turn").annotate(number=Count("pk"))
    return dict(calls.order_by())
