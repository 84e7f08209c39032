"""A second chance for turns that were given up: their events wait for a worker again."""

from django.utils import timezone

from memory import access, audit
from memory.access import Actor
from memory.models import Observation, Turn


def retry_failed(*, actor: Actor) -> int:
    """Let every turn of the team that was given up be distilled again; returns how many. Raises Forbidden.

    Whose events they are stays unseen: only the number comes back.
    """
    actor.authorize("review")
    with access.scope(team=actor.team, user=actor.user, system=True):
        failed = Observation.objects.filter(team=actor.team, status=Observation.Status.FAILED, turn__isnull=False)
        turns = list(failed.order_by().values_list("turn", flat=True).distinct())
        failed.update(status=Observation.Status.PENDING, reason="")
        again = Turn.objects.filter(pk__in=turns).update(due_at=timezone.now(), claimed_until=None, attempts=0)
        audit.record("retry_failed", f"team:{actor.team.pk}", actor=actor, turns=again)
    return again
