"""Lets go of what is no longer needed: raw observations, once they are distilled and past their days."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from memory import access
from memory.models import Observation

_DONE = (Observation.Status.RECORDED, Observation.Status.DISTILLED, Observation.Status.REJECTED)
_CHUNK = 5_000


@dataclass(frozen=True)
class Purged:
    """How many rows went (or, in a dry run, would go)."""

    observations: int


def purge(*, now: datetime, dry_run: bool = False) -> Purged:
    """Delete raw observations older than CAIRN_RAW_RETENTION_DAYS in every team; what still waits or failed stays."""
    before = now - timedelta(days=settings.CAIRN_RAW_RETENTION_DAYS)
    return Purged(sum(_purge_team(team_id, before, dry_run=dry_run) for team_id in access.team_ids()))


def _purge_team(team_id: int, before: datetime, *, dry_run: bool) -> int:
    gone = 0
    while True:
        with access.scope(team=team_id, system=True), transaction.atomic():
            old = Observation.objects.filter(received_at__lt=before, status__in=_DONE)
            if dry_run:
                return old.count()
            chunk = list(old.order_by("received_at").values_list("pk", flat=True)[:_CHUNK])
            Observation.objects.filter(pk__in=chunk).delete()
        gone += len(chunk)
        if len(chunk) < _CHUNK:
            return gone
