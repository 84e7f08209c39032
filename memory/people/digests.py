"""Who gets the week's digest by e-mail: everybody chooses for themselves, and nobody gets the same week twice."""

from datetime import datetime

from django.db import connection

from memory.access import Actor
from memory.models import Membership


def wants_digest(*, actor: Actor) -> bool:
    """Whether the actor chose it in this team."""
    actor.authorize("search")
    return Membership.objects.filter(team=actor.team, user=actor.user, wants_digest=True).exists()


def choose_digest(wanted: bool, *, actor: Actor) -> None:
    """Choose it, or no longer; it concerns the actor alone."""
    actor.authorize("search")
    with connection.cursor() as db:
        db.execute("SELECT cairn_choose_digest(%s)", [wanted])


def readers(team: int) -> list[Membership]:
    """Those who chose it and can get it, in the scope of maintenance."""
    chosen = Membership.objects.filter(team=team, wants_digest=True, user__is_active=True).exclude(user__email="")
    return list(chosen.select_related("user", "team").order_by("pk"))


def note_sent(place: Membership, *, since: datetime, now: datetime) -> bool:
    """Note that this week's leaves now; False where it left before. Of two who ask at once, one is told True."""
    unsent = Membership.objects.filter(pk=place.pk).exclude(digest_sent_at__gte=since)
    return bool(unsent.update(digest_sent_at=now))


def note_failed(place: Membership) -> None:
    """It could not be sent: as if it had not been tried, so that the next run tries again."""
    Membership.objects.filter(pk=place.pk).update(digest_sent_at=place.digest_sent_at)
