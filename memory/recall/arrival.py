"""Whether anything of a person's own plugin has arrived: for the page on which they wait for it."""

from dataclasses import dataclass
from datetime import datetime

from memory.access import Actor
from memory.models import AccessToken, CodingSession, Observation


@dataclass(frozen=True)
class Arrival:
    """What arrived since a moment: the first event with its session, or only that a token was used."""

    event: Observation | None
    token_used: bool

    @property
    def state(self) -> str:
        """`heard` (an event is here), `met` (the plugin has found us, and said nothing yet), or `waiting`."""
        return "heard" if self.event else "met" if self.token_used else "waiting"


def arrived_since(since: datetime, *, actor: Actor) -> Arrival:
    """The first event of the actor's own that arrived since then; others' are nobody else's business."""
    actor.authorize("search")
    own = Observation.objects.filter(team=actor.team, author=actor.user, received_at__gte=since)
    event = own.select_related("session__project").order_by("received_at").first()
    used = AccessToken.objects.filter(team=actor.team, user=actor.user, last_used_at__gte=since)
    return Arrival(event, token_used=event is not None or used.exists())


def last_session(*, actor: Actor) -> CodingSession | None:
    """The actor's session that was heard of last."""
    actor.authorize("search")
    own = CodingSession.objects.filter(team=actor.team, author=actor.user)
    return own.select_related("project").order_by("-last_event_at").first()
