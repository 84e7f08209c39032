"""Who is in the team and when something was last heard of each; who holds a permission."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max
from django.utils import timezone

from memory.access import Actor
from memory.models import AccessToken, CodingSession, Membership, User
from memory.permissions import roles_that_may

_ROLES = {role.value: rank for rank, role in enumerate(reversed(Membership.Role))}


@dataclass(frozen=True)
class Person:
    """Somebody in the team; `tokens` are those that work, None for who may not know."""

    user: User
    role: str
    since: datetime
    last_capture: datetime | None
    tokens: int | None


def people_of_team(*, actor: Actor) -> list[Person]:
    """Everybody in the team, admins first, then by name."""
    actor.authorize("search")
    memberships = Membership.objects.filter(team=actor.team).select_related("user")
    heard = _last_captures(actor)
    tokens = _tokens(actor) if actor.may("admin") else None
    people = [
        Person(one.user, one.role, one.created_at, heard.get(one.user_id), _of(tokens, one.user_id))
        for one in memberships
    ]
    return sorted(people, key=lambda person: (_ROLES[person.role], person.user.username.lower()))


def who_may(permission: str, *, actor: Actor) -> list[str]:
    """The names of those in the team who hold a permission: whom to ask."""
    actor.authorize("search")
    holders = Membership.objects.filter(team=actor.team, role__in=roles_that_may(permission), user__is_active=True)
    return list(holders.order_by("user__username").values_list("user__username", flat=True))


def _last_captures(actor: Actor) -> dict[int, datetime]:
    heard = CodingSession.objects.filter(team=actor.team, author__isnull=False).order_by()
    return dict(heard.values("author").annotate(last=Max("last_event_at")).values_list("author", "last"))


def _tokens(actor: Actor) -> dict[int, int]:
    usable = AccessToken.objects.usable(timezone.now()).filter(team=actor.team).order_by()
    return dict(usable.values("user").annotate(count=Count("pk")).values_list("user", "count"))


def _of(tokens: dict[int, int] | None, user_id: int) -> int | None:
    return None if tokens is None else tokens.get(user_id, 0)
