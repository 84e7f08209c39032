"""How the team's memory is doing, in numbers: what waits, what failed, when something last arrived."""

from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from memory.access import Actor
from memory.adapters.embedder import embedder
from memory.models import Memory, Message
from memory.recall.budget import Budget, budget_of
from memory.recall.vectors import unread


@dataclass(frozen=True)
class TeamStatus:
    """Turns due, observations pending and failed, the oldest due turn, the last capture; memories, drafts, messages.

    `budget` is what the team's model has cost today, and may.
    `unembedded` and `unembedded_messages` are the embedder's backlog: what has no vector of the current model, and
    messages whose tokens it has not read yet.
    """

    due: int
    pending: int
    failed: int
    oldest_due: datetime | None
    last_capture: datetime | None
    memories: int
    drafts: int
    messages: int
    unembedded: int
    unembedded_messages: int
    budget: Budget


def team_status(*, actor: Actor) -> TeamStatus:
    """Numbers of the actor's team."""
    actor.authorize("search")
    with connection.cursor() as cursor:
        cursor.execute("SELECT due, pending, failed, oldest_due, last_capture FROM cairn_queue()")
        due, pending, failed, oldest_due, last_capture = cursor.fetchone()
    visible, door = Memory.objects.visible_to(actor), embedder()
    messages = Message.objects.filter(team=actor.team)
    return TeamStatus(
        due,
        pending,
        failed,
        oldest_due,
        last_capture,
        memories=visible.current().count(),
        drafts=visible.filter(status=Memory.Status.DRAFT).count(),
        messages=messages.count(),
        unembedded=visible.exclude(embedding_model=door.model).count(),
        unembedded_messages=messages.exclude(embedding_model=door.model).count() + unread(Message, door),
        budget=budget_of(actor.team),
    )
