"""Who works on which turn: a claim is a lease in the row, and whoever lost it changes nothing."""

from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db import connection
from django.db.models import F, QuerySet
from django.utils import timezone

from memory import access
from memory.models import Observation, Turn

MAX_ATTEMPTS = 5
_BACK_OFF = timedelta(seconds=20)


@dataclass(frozen=True)
class Claim:
    """A turn that one worker has until `until`; its author is None when they have been erased."""

    turn_id: int
    team_id: int
    author_id: int | None
    until: datetime
    attempts: int

    def renewed(self, seconds: float) -> "Claim":
        """The same with so many seconds from now on; it holds once it is written to the row."""
        return replace(self, until=timezone.now() + timedelta(seconds=seconds))

    def scope(self) -> AbstractContextManager[None]:
        """A transaction as the turn's author."""
        return access.scope(team=self.team_id, user=self.author_id, system=self.author_id is None)

    def turn(self, *or_by: "Claim") -> QuerySet[Turn]:
        """The turn, as long as this claim (or one of the others) stands."""
        return Turn.objects.filter(pk=self.turn_id, claimed_until__in=[self.until, *(other.until for other in or_by)])


def claim(how_many: int, *, seconds: float) -> list[Claim]:
    """Lease up to so many turns that are due and free, of any team, for so many seconds."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM cairn_claim_turns(%s, make_interval(secs => %s))", [how_many, seconds])
        return [Claim(*row) for row in cursor.fetchall()]


def hand_back(claims: Iterable[Claim]) -> None:
    """Free turns that were not begun."""
    for unused in claims:
        with unused.scope():
            unused.turn().update(claimed_until=None, attempts=F("attempts") - 1)


def put_off(claimed: Claim, renewed: Claim, *, counts: bool) -> None:
    """Try again later; after MAX_ATTEMPTS real failures the turn's observations are marked as failed."""
    with access.scope(team=claimed.team_id, user=claimed.author_id, system=True):
        turn = claimed.turn(renewed)
        if not counts or claimed.attempts < MAX_ATTEMPTS:
            spent = claimed.attempts if counts else claimed.attempts - 1
            wait = _BACK_OFF * 2 ** min(claimed.attempts - 1, 5)
            turn.update(due_at=timezone.now() + wait, claimed_until=None, attempts=max(spent, 0))
        elif turn.update(due_at=None, claimed_until=None, attempts=0):
            lost = Observation.objects.filter(turn_id=claimed.turn_id, status=Observation.Status.PENDING)
            lost.update(status=Observation.Status.FAILED, reason=f"gave up after {MAX_ATTEMPTS} attempts")
