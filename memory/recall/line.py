"""The team's line, for readers: what it let stand and held back lately, what became of that, and how it moved."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Count, Exists, OuterRef, Q
from django.db.models.functions import Greatest

from memory.access import Actor
from memory.models import Feedback, LineMove, Memory, MemoryProject, Team
from memory.models.memories import MemoryQuerySet
from memory.rules.belief import BAND, WINDOW

_Status = Memory.Status
_MOST = 5


@dataclass(frozen=True)
class LineRecord:
    """What was captured from `since` on, of which the line decided.

    `active` memories reached it, and people threw `thrown` of them away: rejected, forgot or called them wrong. Of the
    drafts just below it people judged `judged`, and approved `approved`.
    """

    since: datetime
    active: int
    thrown: int
    judged: int
    approved: int


@dataclass(frozen=True)
class Line:
    """Where a team's line is, its record since it moved last (at most 30 days), and its last moves, newest first."""

    at: float
    record: LineRecord
    moves: tuple[LineMove, ...]

    @property
    def moved(self) -> LineMove | None:
        """How it came to be where it is; None where it never moved."""
        return self.moves[0] if self.moves else None


def line_of(*, actor: Actor, now: datetime) -> Line:
    """The line of the actor's team, as far as they see the memories. A constant number of queries."""
    actor.authorize("search")
    team = Team.objects.get(pk=actor.team.pk)
    return Line(team.line, record_of(team, now=now), tuple(line_moves(actor=actor)[:_MOST]))


def line_moves(*, actor: Actor, since: datetime | None = None, until: datetime | None = None) -> list[LineMove]:
    """How the team's line moved, newest first; `since` is inclusive, `until` exclusive."""
    actor.authorize("search")
    moves = LineMove.objects.filter(team=actor.team).select_related("by").order_by("-at", "-pk")
    span = {name: moment for name, moment in (("at__gte", since), ("at__lt", until)) if moment}
    return list(moves.filter(**span))


def record_of(team: Team, *, now: datetime) -> LineRecord:
    """The record of a team's line, as far as the scope shows its memories. Two queries.

    Only what was captured since the line moved last counts, so what moved it once does not move it again.
    """
    since = _since(team, now)
    captured = Memory.objects.filter(team=team, created_at__gt=since, created_at__lte=now, blocked_by=None)
    return LineRecord(since, **_counts(_without_sample(captured), team.line))


def _since(team: Team, now: datetime) -> datetime:
    """No memory is gone again that was captured after this; what was thrown away is purged after its days."""
    days = settings.CAIRN_RETENTION_DAYS if team.forgotten_days is None else team.forgotten_days
    moved = LineMove.objects.filter(team=team).order_by("-at").values_list("at", flat=True).first()
    start = now - timedelta(days=min(WINDOW, days))
    return max(start, moved) if moved else start


def _without_sample(captured: MemoryQuerySet) -> MemoryQuerySet:
    """The sample project teaches people, not the line."""
    sample = MemoryProject.objects.filter(memory=OuterRef("pk"), project__is_sample=True)
    return captured.filter(~Exists(sample))


def _counts(captured: MemoryQuerySet, line: float) -> dict[str, int]:
    gone = Q(status__in=[_Status.FORGOTTEN, _Status.DISPUTED])
    stands = Q(status=_Status.ACTIVE) | Q(status=_Status.SUPERSEDED, status_before__in=Memory.CURRENT)
    reached = Q(basis=Memory.Basis.CONFIDENT)
    near = Q(basis=Memory.Basis.DOUBTED, confidence__lt=line, confidence__gte=round(line - BAND, 2))
    return captured.filter(basis__in=[Memory.Basis.CONFIDENT, Memory.Basis.DOUBTED]).aggregate(
        active=Count("pk", filter=reached),
        thrown=Count("pk", filter=reached & (gone | Q(_called_wrong()))),
        judged=Count("pk", filter=near & (stands | gone)),
        approved=Count("pk", filter=near & stands & ~Q(_called_wrong())),
    )


def _called_wrong() -> Exists:
    """Somebody calls it wrong, and no curator has confirmed or approved it since."""
    judged = Greatest(OuterRef("created_at"), OuterRef("status_changed_at"), OuterRef("confirmed_at"))
    return Exists(Feedback.objects.filter(memory=OuterRef("pk"), verdict=Feedback.Verdict.WRONG, at__gt=judged))
