"""The team's line: people set it, and it moves by itself where the team throws away what it let stand."""

from datetime import datetime

from django.utils import timezone

from memory import access, audit
from memory.access import Actor
from memory.errors import Refused
from memory.models import LineMove, Team
from memory.recall.line import LineRecord, record_of
from memory.rules.belief import HIGHEST, LOWEST, lowered, raised, share


def checked(line: float) -> float:
    """A line in hundredths. Raises Refused where it is out of bounds, or no number."""
    if not LOWEST <= line <= HIGHEST:
        raise Refused("invalid", f"The line is a confidence between {share(LOWEST)} and {share(HIGHEST)}.")
    return round(line, 2)


def note_set(*, was: float, now: float, actor: Actor) -> None:
    """Note that a person moved the line; the verbs that change a team audit it. Holds until it moves again."""
    if was != now:
        LineMove.objects.create(team=actor.team, was=was, now=now, by=actor.user, at=timezone.now())


def move_lines(*, now: datetime) -> tuple[LineMove, ...]:
    """Move the line of each team that threw away, or approved, enough; what moved.

    Idempotent, and safe in many workers at once: what was counted for one move counts for no other.
    """
    moves = (_move(team_id, now) for team_id in access.team_ids())
    return tuple(move for move in moves if move)


def _move(team_id: int, now: datetime) -> LineMove | None:
    with access.scope(team=team_id, system=True):
        # Whoever comes second waits here, and then finds nothing that counts.
        team = Team.objects.select_for_update().get(pk=team_id)
        record = record_of(team, now=now)
        if move := _wanted(team, record, now):
            Team.objects.filter(pk=team.pk).update(line=move.now)
            move.save()
            counts = {"counted": move.counted, "rejected": move.rejected}
            audit.note("move_line", f"team:{team.pk}", team=team, was=move.was, now=move.now, **counts)
        return move


def _wanted(team: Team, record: LineRecord, now: datetime) -> LineMove | None:
    """Up comes first: what was thrown away was told to sessions, a draft that waits was not."""
    if (line := raised(team.line, active=record.active, thrown=record.thrown)) != team.line:
        return LineMove(team=team, was=team.line, now=line, counted=record.active, rejected=record.thrown, at=now)
    if (line := lowered(team.line, judged=record.judged, approved=record.approved)) != team.line:
        rejected = record.judged - record.approved
        return LineMove(team=team, was=team.line, now=line, counted=record.judged, rejected=rejected, at=now)
    return None
