"""Takes a verdict on a contradiction back, as long as nothing else has happened to the pair since."""

from contextlib import suppress
from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from memory import access, audit
from memory.access import Actor
from memory.errors import CairnError, Conflict, Refused
from memory.knowledge.conflict_errors import changed_meanwhile, subject_of
from memory.knowledge.locks import in_turn
from memory.models import AuditEvent, Contradiction, Memory, Supersession
from memory.recall.contradictions import find_contradiction

_Verdict = Contradiction.Verdict
_OPEN = Contradiction.Status.OPEN
_LIVE = (*Memory.CURRENT, Memory.Status.DRAFT)


def reopen(ref: str, *, actor: Actor) -> Contradiction:
    """Open a pair again that a person or an amendment resolved; the older side stands again where it was replaced.

    Raises Conflict("nothing_to_undo") where nobody resolved it, Refused("cannot_undo") where the verdict made a new
    memory, Conflict("changed_since") where one of the two has left meanwhile.
    """
    actor.authorize("merge")
    with in_turn(actor):
        pair = find_contradiction(ref, actor=actor)
        if pair.status == _OPEN or (pair.resolved_by_id is None and not _amended(pair)):
            raise Conflict("nothing_to_undo", "This contradiction is not resolved, so there is nothing to undo.")
        if pair.verdict == _Verdict.SUPERSEDE:
            _stand_again(pair, actor=actor)
        elif pair.verdict == _Verdict.MERGE:
            raise _made_anew()
        _open(pair)
        audit.record("reopen", f"contradiction:{pair.pk}", actor=actor, was=pair.verdict)
        return find_contradiction(ref, actor=actor)


def reinstate_amended(memory: Memory, *, actor: Actor) -> None:
    """Let what a memory amended by itself stand again, because that memory is taken back. In the team's turn."""
    replaced = Contradiction.objects.filter(newer=memory, verdict=_Verdict.SUPERSEDE, resolved_by=None)
    for pair in replaced.select_related("older"):
        if _amended(pair):
            with suppress(CairnError):  # something else has happened to the older one since
                _stand_again(pair, actor=actor)


def _amended(pair: Contradiction) -> bool:
    """Whether the newer side took the place by itself."""
    return AuditEvent.objects.filter(team=pair.team_id, subject=f"contradiction:{pair.pk}", verb="amend").exists()


def _open(pair: Contradiction) -> None:
    sides = Memory.objects.filter(pk__in=[pair.older_id, pair.newer_id], status__in=_LIVE)
    if sides.count() < 2:
        raise Conflict("changed_since", "One of the two memories is no longer active. Check their current state.")
    cleared = {"verdict": "", "resolved_at": None, "resolved_by": None}
    Contradiction.objects.filter(pk=pair.pk).update(status=_OPEN, **cleared)


def _stand_again(pair: Contradiction, *, actor: Actor) -> None:
    """Give the older side its former status back, without its successor, and reopen its other contradictions."""
    older = pair.older
    if list(Supersession.objects.filter(older=older).values_list("newer_id", flat=True)) != [pair.newer_id]:
        raise _made_anew()
    superseded = Memory.objects.filter(pk=older.pk, status=Memory.Status.SUPERSEDED)
    before = older.status_before or Memory.Status.ACTIVE
    values = {"status": before, "status_before": "", "status_changed_at": timezone.now()}
    if not superseded.update(**values):
        raise changed_meanwhile(older, "changed_since", actor=actor)
    Supersession.objects.filter(older=older, newer=pair.newer_id).delete()
    assert pair.resolved_at
    open_what_it_settled(older, pair.resolved_at, actor=actor)
    audit.record("reinstate", subject_of(older), actor=actor, was=Memory.Status.SUPERSEDED, now=before)


def open_what_it_settled(memory: Memory, since: datetime, *, actor: Actor) -> None:
    """Open the pairs that the memory settled when it left at `since`, where both sides are live again.

    Whoever is at work: a private side's pairs were settled as well.
    """
    with access.scope(team=actor.team, user=actor.user, system=True, may=actor.scopes):
        others = Contradiction.objects.filter(Q(older=memory) | Q(newer=memory), resolved_by=None)
        settled = others.filter(verdict=_Verdict.SUPERSEDE, resolved_at__gte=since)
        live = settled.filter(older__status__in=_LIVE, newer__status__in=_LIVE)
        live.update(status=_OPEN, verdict="", resolved_at=None)


def _made_anew() -> Refused:
    detail = "This verdict made a new memory from both. Correct or forget the new one instead."
    return Refused("cannot_undo", detail, status=409)
