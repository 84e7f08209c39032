"""What a live page is told about a memory: the piece of the timeline that shows it, or that it is gone."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.template.loader import render_to_string
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.models import Evidence, Memory
from memory.recall.lists import changed_since
from web.filters import Filters
from web.timeline import trail

# More than this at once is no news but an import: the page offers to reload instead.
_MOST = 30
# Rows become visible when their transaction ends, a little after their own time.
_OVERLAP = timedelta(seconds=5)


@dataclass(frozen=True)
class Announcement:
    """One server-sent event: `stone` (html of a memory), `gone` (its id), or `many` (too many to show)."""

    event: str
    data: str
    at: datetime
    memory: Memory | None = None
    branches: frozenset[str] = frozenset()

    def concerns(self, filters: Filters) -> bool:
        """Whether a page with these filters shows it. What is gone or uncounted concerns every page."""
        if self.memory is None:
            return True
        projects = self.memory.projects.all()
        return (
            (not filters.project or not projects or filters.project in projects)
            and filters.type in ("", self.memory.type)
            and (not filters.person or filters.person.pk == self.memory.author_id)
            and (not filters.agent or filters.agent.pk == self.memory.agent_id)
            and (not filters.branch or filters.branch in self.branches)
        )

    @property
    def subject(self) -> int | str:
        """What it is about: the memory's key, or what went."""
        return self.memory.pk if self.memory else self.data

    @cached_property
    def encoded(self) -> bytes:
        """The event as the wire wants it, written once for all who watch.

        Its id is the moment that a reconnecting page goes on from.
        """
        lines = "\n".join(f"data: {line}" for line in self.data.splitlines() or [""])
        return f"id: {self.at.isoformat()}\nevent: {self.event}\n{lines}\n\n".encode()


def announcements(team: int, private_to: int | None, ids: Sequence[int]) -> list[Announcement]:
    """What to tell of these memories, oldest first, as their team (or the one who may) sees them."""
    now = timezone.now()
    wanted = sorted(set(ids))
    if len(wanted) > _MOST:
        return [Announcement("many", str(len(wanted)), now)]
    with access.scope(team=team, user=private_to):
        return [_announcement(memory, now) for memory in _rows(wanted)]


def missed(since: datetime, filters: Filters, *, actor: Actor) -> list[Announcement]:
    """What became known or went since `since`, for a page with these filters that was away; oldest first."""
    now = timezone.now()
    with access.acting(actor):
        memories = changed_since(since - _OVERLAP, actor=actor, limit=_MOST + 1, **filters.narrowing)
        if len(memories) > _MOST:
            return [Announcement("many", str(len(memories)), now)]
        return [_announcement(memory, now) for memory in sorted(memories, key=_place)]


def _place(memory: Memory) -> tuple[datetime, int]:
    """As in the lists, where the newest comes last to stand on top."""
    return memory.occurred_at, memory.pk


def _rows(ids: Sequence[int]) -> Sequence[Memory]:
    found = Memory.objects.filter(pk__in=ids, purged_at=None).with_context()
    return found.order_by("occurred_at", "pk")


def _announcement(memory: Memory, now: datetime) -> Announcement:
    if not memory.is_current:
        return Announcement("gone", str(memory.uuid), now)
    html = render_to_string("web/trail.html#days", {"days": trail([memory])})
    branches = Evidence.objects.filter(memory=memory).exclude(branch="").values_list("branch", flat=True)
    return Announcement("stone", html, now, memory, frozenset(branches))
