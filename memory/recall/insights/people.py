"""When each person's plugin last sent something: everybody's for curators, one's own for the others."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max, OuterRef, Subquery
from django.utils import timezone

from memory.access import Actor
from memory.models import AccessToken, CodingSession, Membership
from memory.permissions import SCOPES_OF_ROLE

SILENT = timedelta(days=3)


@dataclass(frozen=True)
class LastCapture:
    """A person, when something of a session of theirs last arrived (None: never), and whole days since."""

    name: str
    role: str
    at: datetime | None
    days: int | None

    @property
    def silent(self) -> bool:
        """Whether the plugin has sent nothing for three days or more."""
        return self.days is None or self.days >= SILENT.days


def last_captures(*, actor: Actor, now: datetime | None = None) -> list[LastCapture]:
    """Those who may capture, the longest silent first. One query."""
    actor.authorize("search")
    sessions = CodingSession.objects.filter(team=actor.team, author=OuterRef("user")).order_by()
    latest = Subquery(sessions.values("author").annotate(latest=Max("last_event_at")).values("latest"))
    capturing = [role for role, scopes in SCOPES_OF_ROLE.items() if AccessToken.Scope.CAPTURE in scopes]
    people = Membership.objects.filter(team=actor.team, role__in=capturing, user__is_active=True)
    if not sees_people(actor):
        people = people.filter(user=actor.user)
    rows = people.select_related("user").annotate(latest=latest)
    found = [_last(row, row.latest, now or timezone.now()) for row in rows]
    return sorted(found, key=lambda one: (one.at.timestamp() if one.at else 0, one.name))


def sees_people(actor: Actor) -> bool:
    """Whether the actor may see what single persons do; others see the team's sums and themselves."""
    return actor.may(AccessToken.Scope.CURATE)


def _last(row: Membership, at: datetime | None, now: datetime) -> LastCapture:
    # A client's clock may run ahead.
    days = max((now - at).days, 0) if at else None
    return LastCapture(str(row.user), row.role, at, days)
