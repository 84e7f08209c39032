"""What a live page is told about a memory: the piece of the timeline that shows it, or that it is gone."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.template.loader import render_to_string
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.models import Memory
from web.trail import trail

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
    type: str = ""
    projects: frozenset[int] = frozenset()

    def concerns(self, *, project: int | None, type: str) -> bool:
        """Whether a page with these filters shows it. What is gone or uncounted concerns every page."""
        if self.event != "stone":
            return True
        right_project = project is None or not self.projects or project in self.projects
        return right_project and type in ("", self.type)

    def encode(self) -> str:
        """The event as the wire wants it; its id is the moment that a reconnecting page goes on from."""
        lines = "\n".join(f"data: {line}" for line in self.data.splitlines() or [""])
        return f"id: {self.at.isoformat()}\nevent: {self.event}\n{lines}\n\n"


def announcements(team: int, private_to: int | None, ids: Sequence[int]) -> list[Announcement]:
    """What to tell of these memories, oldest first, as their team (or the one who may) sees them."""
    now = timezone.now()
    wanted = sorted(set(ids))
    if len(wanted) > _MOST:
        return [Announcement("many", str(len(wanted)), now)]
    with access.scope(team=team, user=private_to):
        return [_announcement(memory, now) for memory in _rows(wanted)]


def missed(since: datetime, *, actor: Actor) -> list[Announcement]:
    """What was learned since `since`, for a page that was away; oldest first."""
    now = timezone.now()
    with access.acting(actor):
        found = Memory.objects.visible_to(actor).current().filter(created_at__gt=since - _OVERLAP)
        memories = list(found.latest()[: _MOST + 1])
        if len(memories) > _MOST:
            return [Announcement("many", str(len(memories)), now)]
        return [_announcement(memory, now) for memory in reversed(memories)]


def _rows(ids: Sequence[int]) -> Sequence[Memory]:
    return Memory.objects.filter(pk__in=ids).with_context().order_by("created_at", "pk")


def _announcement(memory: Memory, now: datetime) -> Announcement:
    if not memory.is_current:
        return Announcement("gone", str(memory.uuid), now)
    html = render_to_string("web/trail.html#days", {"days": trail([memory])})
    return Announcement("stone", html, now, memory.type, frozenset(project.pk for project in memory.projects.all()))
