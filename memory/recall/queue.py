"""What of the team waits for a worker, and what was given up: numbers, which reveal nobody's rows."""

from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.db.models import Count

from memory.access import Actor
from memory.models import Delivery


@dataclass(frozen=True)
class Queue:
    """Turns due, events pending and given up, the oldest due turn, the last capture; deliveries waiting and dead."""

    due: int
    pending: int
    failed: int
    oldest_due: datetime | None
    last_capture: datetime | None
    waiting: int
    dead: int


def queue_of(*, actor: Actor) -> Queue:
    """The queue of the actor's team."""
    actor.authorize("search")
    with connection.cursor() as cursor:
        cursor.execute("SELECT due, pending, failed, oldest_due, last_capture FROM cairn_queue()")
        due, pending, failed, oldest_due, last_capture = cursor.fetchone()
    open_ones = Delivery.objects.filter(team=actor.team).exclude(status=Delivery.Status.DELIVERED).order_by()
    counts = dict(open_ones.values("status").annotate(count=Count("pk")).values_list("status", "count"))
    waiting, dead = (counts.get(status, 0) for status in (Delivery.Status.WAITING, Delivery.Status.DEAD))
    return Queue(due, pending, failed, oldest_due, last_capture, waiting, dead)
