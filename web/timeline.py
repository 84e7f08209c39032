"""The timeline's order: memories, newest first, gathered by day and by the session they come from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from django.utils import timezone

from memory.models import CodingSession, Evidence, Memory
from memory.recall.openings import with_openings


@dataclass(frozen=True)
class Cluster:
    """What one session (or, without one, one person) taught on one day; `key` names it on the page."""

    key: str
    session: CodingSession | None
    memories: list[Memory] = field(default_factory=list)
    continues: bool = False
    branch: str = ""

    @property
    def author(self) -> object:
        """Whose session it was, or who told it."""
        return self.session.author if self.session else self.memories[0].author


@dataclass(frozen=True)
class Day:
    """One day of the trail; `continues` when the page before has shown its heading already."""

    day: date
    clusters: list[Cluster] = field(default_factory=list)
    continues: bool = False


@dataclass(frozen=True)
class Place:
    """Where a page of the trail ended: its last day and cluster, so that the next one goes on seamlessly."""

    day: str = ""
    cluster: str = ""


def trail(memories: Sequence[Memory], *, after: Place = Place()) -> list[Day]:
    """The days of `memories` (newest first), each with its clusters in the order of their newest memory.

    One query, whatever the number of memories, two more where sessions have no title; in the actor's scope.
    """
    grounds = _grounds(memories)
    days: dict[date, dict[str, Cluster]] = {}
    for memory in memories:
        cluster = _cluster(memory, grounds.get(memory.pk))
        clusters = days.setdefault(day_of(memory), {})
        clusters.setdefault(cluster.key, cluster).memories.append(memory)
    return [_day(day, clusters.values(), after) for day, clusters in days.items()]


def end_of(days: Sequence[Day]) -> Place:
    """Where these days end."""
    if not days:
        return Place()
    return Place(days[-1].day.isoformat(), days[-1].clusters[-1].key)


def day_of(memory: Memory) -> date:
    """The day the team learned it, in the server's zone: lists are in this order, so days must be too."""
    return timezone.localtime(memory.occurred_at).date()


def _cluster(memory: Memory, ground: Evidence | None) -> Cluster:
    """A new, empty cluster of the kind that this memory stands in."""
    if ground is None or ground.session is None:
        return Cluster(f"told-{memory.author_id or 0}", None)
    # A session may move between branches; its last one says nothing of what was learned on another before.
    return Cluster(f"session-{ground.session.pk}", ground.session, branch=ground.branch or ground.session.branch)


def _day(day: date, clusters: Iterable[Cluster], after: Place) -> Day:
    goes_on = day.isoformat() == after.day
    return Day(day, [_continued(cluster, after) if goes_on else cluster for cluster in clusters], continues=goes_on)


def _continued(cluster: Cluster, after: Place) -> Cluster:
    return replace(cluster, continues=cluster.key == after.cluster)


def _grounds(memories: Sequence[Memory]) -> dict[int, Evidence]:
    """What each memory first rests on: its earliest evidence that has a session."""
    evidence = (
        Evidence.objects.filter(memory__in=[memory.pk for memory in memories])
        .exclude(session=None)
        .select_related("session__project", "session__author")
        .order_by("memory_id", "at", "pk")
        .distinct("memory_id")
    )
    rows = list(evidence)
    with_openings([row.session for row in rows if row.session])
    return {row.memory_id: row for row in rows}
