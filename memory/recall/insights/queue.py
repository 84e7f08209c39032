"""Whether the machinery keeps up: what waits for a worker or for the embedder, and what was given up."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from memory.access import Actor
from memory.recall.status import TeamStatus, team_status

# A worker looks every few seconds; what is due for longer has none.
LATE = timedelta(minutes=10)


@dataclass(frozen=True)
class QueueHealth:
    """The team's numbers, and whether the oldest turn that is due waits too long."""

    status: TeamStatus
    waits: timedelta | None

    @property
    def late(self) -> bool:
        """Whether no worker seems to be at work."""
        return bool(self.waits and self.waits > LATE)


def queue_health(*, actor: Actor, now: datetime | None = None) -> QueueHealth:
    """What `team_status` says, judged."""
    status = team_status(actor=actor)
    oldest = status.oldest_due
    return QueueHealth(status, (now or timezone.now()) - oldest if oldest else None)
