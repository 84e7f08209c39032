"""What the team learned in a week, as far as one reader sees it: by type and project, with what is disputed, most used
and still unanswered, and how the line moved that lets memories stand."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db import connection
from django.utils import timezone

from memory.access import Actor
from memory.errors import Refused
from memory.models import LineMove, Memory
from memory.recall.gaps import Gap, gaps
from memory.recall.line import line_moves

SHOWN = 60
_FEW = 10
_LOOKED_AT = 50
_WEEK = timedelta(days=7)
_OPENED = """
SELECT pk, count(*) FROM memory_recall r, unnest(r.fetched) AS pk
WHERE r.team_id = %(team)s AND r.at >= %(start)s AND r.at < %(end)s
GROUP BY pk ORDER BY count(*) DESC, pk DESC LIMIT %(limit)s
"""


@dataclass(frozen=True)
class Week:
    """A week of the ISO calendar, Monday to Sunday."""

    monday: date

    def __str__(self) -> str:
        year, number, _ = self.monday.isocalendar()
        return f"{year}-W{number:02}"

    @property
    def sunday(self) -> date:
        """Its last day."""
        return self.monday + timedelta(days=6)

    @property
    def before(self) -> "Week":
        """The week before."""
        return Week(self.monday - _WEEK)

    @property
    def after(self) -> "Week":
        """The week after."""
        return Week(self.monday + _WEEK)

    @property
    def bounds(self) -> tuple[datetime, datetime]:
        """From its first moment to that of the next week, in the server's time zone."""
        return _start(self.monday), _start(self.monday + _WEEK)


@dataclass(frozen=True)
class Chapter:
    """What was learned of one type, under the names of its projects ("" for the whole team)."""

    type: str
    label: str
    projects: Sequence[tuple[str, Sequence[Memory]]]
    count: int


@dataclass(frozen=True)
class Used:
    """A memory and how many questions of the week led to it."""

    memory: Memory
    times: int


@dataclass(frozen=True)
class Digest:
    """One week as one reader sees it; `total` counts also what the chapters leave out."""

    week: Week
    total: int
    chapters: Sequence[Chapter]
    disputed: Sequence[Memory]
    used: Sequence[Used]
    gaps: Sequence[Gap]
    moves: Sequence[LineMove] = ()

    @property
    def shown(self) -> int:
        """How many the chapters hold."""
        return sum(chapter.count for chapter in self.chapters)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to tell."""
        return not (self.total or self.disputed or self.used or self.gaps or self.moves)


def week_of(moment: datetime) -> Week:
    """The week of a moment, in the server's time zone."""
    day = timezone.localdate(moment)
    return Week(day - timedelta(days=day.weekday()))


def read_week(text: str) -> Week:
    """`2026-W47`. Raises Refused for anything else."""
    try:
        year, _, number = text.partition("-W")
        if len(year) != 4 or len(number) != 2 or not 1970 <= int(year) <= 9998:
            raise ValueError
        return Week(date.fromisocalendar(int(year), int(number), 1))
    except ValueError:
        raise Refused("invalid", "Write the week like 2026-W47.") from None


def digest_of(week: Week, *, actor: Actor) -> Digest:
    """What the reader may see of it, in a constant number of queries."""
    actor.authorize("search")
    start, end = week.bounds
    seen = Memory.objects.visible_to(actor)
    # By when it was said: the import of an old history is no news of this week.
    learned = seen.current().filter(occurred_at__gte=start, occurred_at__lt=end)
    rows = list(learned.latest()[: SHOWN + 1])
    total = learned.count() if len(rows) > SHOWN else len(rows)
    disputed = seen.filter(status=Memory.Status.DISPUTED, status_changed_at__gte=start, status_changed_at__lt=end)
    return Digest(
        week,
        total,
        _chapters(rows[:SHOWN]),
        list(disputed.with_context().order_by("-status_changed_at")[:_FEW]),
        _used(start, end, actor=actor),
        [gap for gap in gaps(actor=actor, limit=_LOOKED_AT) if start <= gap.last_asked < end][:_FEW],
        line_moves(actor=actor, since=start, until=end)[:_FEW],
    )


def _start(day: date) -> datetime:
    return timezone.make_aware(datetime(day.year, day.month, day.day), timezone.get_default_timezone())


def _chapters(rows: Sequence[Memory]) -> list[Chapter]:
    found = []
    for kind in Memory.Type:
        of_kind = [row for row in rows if row.type == kind]
        if of_kind:
            found.append(Chapter(kind.value, kind.label, _by_project(of_kind), len(of_kind)))
    return found


def _by_project(rows: Sequence[Memory]) -> list[tuple[str, Sequence[Memory]]]:
    """Under the first of its projects, that each stands once; what concerns everybody comes first."""
    groups: dict[str, list[Memory]] = {}
    for row in rows:
        names = sorted(project.name for project in row.projects.all())
        groups.setdefault(names[0] if names else "", []).append(row)
    return sorted(groups.items())


def _used(start: datetime, end: datetime, *, actor: Actor) -> list[Used]:
    """What questions of the week led to, as far as the reader sees it."""
    with connection.cursor() as db:
        db.execute(_OPENED, {"team": actor.team.pk, "start": start, "end": end, "limit": 5 * _FEW})
        times: dict[int, int] = dict(db.fetchall())
    rows = Memory.objects.visible_to(actor).current().with_context().in_bulk(list(times))
    return [Used(rows[pk], count) for pk, count in times.items() if pk in rows][:_FEW]
