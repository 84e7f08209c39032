"""What a curator looks at before deciding, and what the team has decided today."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from memory.access import Actor
from memory.models import Feedback, Membership, Memory, User
from memory.permissions import roles_that_may

# How the deeds of a review read when they are counted.
_DEEDS = {
    "approve": "approved",
    "reject": "rejected",
    "confirm": "confirmed",
    "forget": "forgotten",
    "retype": "retyped",
    "supersede": "corrected",
    "resolve": "contradictions resolved",
}
# Of a team's audit log only its end can be of today; so many rows of it are looked at.
_LOOKED_AT = 5_000
_TODAY = """
SELECT verb, count(*), count(*) FILTER (WHERE actor_id = %(user)s)
FROM (SELECT verb, actor_id, at FROM memory_auditevent WHERE team_id = %(team)s
      ORDER BY sequence DESC NULLS FIRST LIMIT %(limit)s) latest
WHERE at >= %(since)s AND verb = ANY (%(verbs)s) GROUP BY verb
"""


@dataclass(frozen=True)
class Done:
    """How often something was decided: by everybody, and by the asker."""

    says: str
    count: int
    mine: int


def decided_since(moment: datetime, *, actor: Actor) -> list[Done]:
    """What the team has decided since then, in the order of the review's verbs."""
    actor.authorize("review")
    who = {"user": actor.user.pk, "team": actor.team.pk}
    with connection.cursor() as db:
        db.execute(_TODAY, {**who, "limit": _LOOKED_AT, "since": moment, "verbs": list(_DEEDS)})
        found: Mapping[str, tuple[int, int]] = {verb: (count, mine) for verb, count, mine in db.fetchall()}
    return [Done(says, *found[verb]) for verb, says in _DEEDS.items() if verb in found]


def voices(memory: Memory, *, actor: Actor) -> Sequence[Feedback]:
    """What people say of a memory, the latest first."""
    actor.authorize("search")
    return list(Feedback.objects.filter(memory=memory).select_related("author").order_by("-at", "-pk")[:20])


def reviewers(*, actor: Actor) -> list[User]:
    """Who may decide in this team, by name; everybody may know whom to ask."""
    actor.authorize("search")
    places = Membership.objects.filter(team=actor.team, role__in=roles_that_may("review"), user__is_active=True)
    return [place.user for place in places.select_related("user").order_by("user__username")]
