"""Takes back what was distilled of a turn, for a better distiller's facts of the same turn come late."""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef

from memory.access import Actor
from memory.knowledge.locks import in_turn
from memory.knowledge.overtaken import deeds_on
from memory.knowledge.standing import move
from memory.models import Evidence, Memory, Turn

_KEPT = (Memory.Status.ACTIVE, Memory.Status.DRAFT, Memory.Status.QUARANTINED)
# What happens to a memory by itself; any other deed is somebody's, and their word counts for more than a distiller's.
_BY_ITSELF = ("remember", "corroborate", "auto_approve", "redact")


def withdraw(turn: Turn, *, by: str, but: Iterable[str] = (), actor: Actor) -> int:
    """Forget the memories that rest on this turn alone, were made by another distiller than `by`, and that nobody has
    touched; returns how many. Those whose content is in `but` stay: they are about to be told again."""
    rest = Evidence.objects.filter(memory=OuterRef("pk"))
    resting = Memory.objects.filter(team=turn.team_id, source=Memory.Source.CAPTURED, status__in=_KEPT, pinned=False)
    resting = resting.filter(Exists(rest.filter(turn=turn)), ~Exists(rest.exclude(turn=turn)))
    withdrawn = 0
    with in_turn(actor):
        for memory in resting.exclude(distiller=by).exclude(content__in=list(but)).order_by("pk"):
            if not deeds_on(memory).exclude(verb__in=_BY_ITSELF).exists():
                detail = {"because": f"distilled anew by {by}"}
                move(memory, Memory.Status.FORGOTTEN, _KEPT, verb="forget", actor=actor, detail=detail)
                withdrawn += 1
    return withdrawn
