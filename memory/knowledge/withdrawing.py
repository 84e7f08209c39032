"""Takes back what was distilled of a turn: a better distiller's facts come late, or the developer turns it down."""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, QuerySet

from memory.access import Actor
from memory.knowledge.conflict_errors import audit_events_of
from memory.knowledge.locks import in_turn
from memory.knowledge.reopening import reinstate_amended
from memory.knowledge.status_transitions import move
from memory.models import Evidence, Memory, Turn

_KEPT = (Memory.Status.ACTIVE, Memory.Status.DRAFT, Memory.Status.QUARANTINED)
# What happens to a memory by itself; any other deed is somebody's, and their word counts for more than a distiller's.
_BY_ITSELF = ("remember", "corroborate", "auto_approve", "redact", "activate")


def withdraw(turn: Turn, *, by: str, but: Iterable[str] = (), actor: Actor) -> int:
    """Forget the memories that rest on this turn alone, were made by another distiller than `by`, and that nobody has
    touched; returns how many. Those whose content is in `but` stay: they are about to be told again."""
    with in_turn(actor):
        old = resting_on(turn).exclude(distiller=by).exclude(content__in=list(but))
        return sum(take_back(memory, because=f"distilled anew by {by}", actor=actor) for memory in old)


def resting_on(turn: Turn) -> QuerySet[Memory]:
    """The captured memories that rest on this turn alone, and that nobody has pinned."""
    rest = Evidence.objects.filter(memory=OuterRef("pk"))
    resting = Memory.objects.filter(team=turn.team_id, source=Memory.Source.CAPTURED, status__in=_KEPT, pinned=False)
    return resting.filter(Exists(rest.filter(turn=turn)), ~Exists(rest.exclude(turn=turn))).order_by("pk")


def take_back(memory: Memory, *, because: str, actor: Actor) -> bool:
    """Forget a memory that nobody has touched; whether it was. `restore` brings it back. What it amended stands again.

    In the team's turn.
    """
    if audit_events_of(memory).exclude(verb__in=_BY_ITSELF).exists():
        return False
    reinstate_amended(memory, actor=actor)
    move(memory, Memory.Status.FORGOTTEN, _KEPT, verb="forget", actor=actor, detail={"because": because})
    return True
