"""Change a memory's status: only if it is what the caller read, with an audit entry; keep contradictions in step."""

from collections.abc import Mapping, Sequence

from django.utils import timezone

from memory import audit
from memory.access import Actor
from memory.errors import Conflict
from memory.knowledge import contradiction_detection
from memory.knowledge.announcing import announce_disputed, announce_learned
from memory.knowledge.conflict_errors import changed_meanwhile, subject_of
from memory.models import Contradiction, Memory, Supersession

_LIVE = (*Memory.CURRENT, Memory.Status.DRAFT)


def move(
    memory: Memory,
    to: str,
    allowed: Sequence[str],
    *,
    verb: str,
    actor: Actor,
    reason: str | None = None,
    before: str | None = None,
    detail: Mapping[str, object] | None = None,
) -> Memory:
    """Bring `memory` from one of the `allowed` statuses to `to`; of two who try at once, one wins.

    `reason` replaces why it has its status (None keeps it), `before` what it was earlier (None: what it is now).
    In the team's turn (locks.py). Raises Conflict("wrong_status") with who was faster, and Conflict("not_head") where
    another memory of its chain is live.
    """
    was, earlier = memory.status, memory.status_before
    if to in _LIVE and was in allowed and was not in _LIVE:
        _ensure_head(memory)
    if was not in allowed or not _moved(memory, to, reason, was if before is None else before):
        raise changed_meanwhile(memory, actor=actor)
    audit.record(verb, subject_of(memory), actor=actor, was=was, now=to, before=earlier, **(detail or {}))
    _keep_contradictions(memory, was, actor=actor)
    _announce(memory, was)
    return memory


def _announce(memory: Memory, was: str) -> None:
    """What waited for a curator is news when it stands; what was known before is none when it comes back."""
    if was in (Memory.Status.DRAFT, Memory.Status.QUARANTINED):
        announce_learned(memory)
    announce_disputed(memory)


def _ensure_head(memory: Memory) -> None:
    """While a block hides a memory, what it replaced is known again: the two must not both be."""
    if others := _chain(memory, "newer", "older") | _chain(memory, "older", "newer"):
        live = Memory.objects.filter(pk__in=others, status__in=_LIVE).order_by("-pk").first()
        if live:
            detail = "Another memory of its lineage is active now. Forget that one first."
            raise Conflict("not_head", detail, head=str(live.uuid))


def _chain(memory: Memory, near: str, far: str) -> set[int]:
    """All that it replaced (from `newer` to `older`), or that replaced it; a query a generation."""
    reached: set[int] = set()
    edge = {memory.pk}
    while edge:
        links = Supersession.objects.filter(**{f"{near}_id__in": edge})
        edge = set(links.values_list(f"{far}_id", flat=True)) - reached
        reached |= edge
    return reached


def _moved(memory: Memory, to: str, reason: str | None, before: str) -> bool:
    values = {"status": to, "status_before": before, "status_changed_at": timezone.now()}
    if reason is not None:
        values["reason"] = reason
    if not Memory.objects.filter(pk=memory.pk, status=memory.status).update(**values):
        return False
    for name, value in values.items():
        setattr(memory, name, value)
    return True


def _keep_contradictions(memory: Memory, was: str, *, actor: Actor) -> None:
    """What leaves settles its contradictions, what comes back opens them again."""
    if memory.status not in _LIVE:
        contradiction_detection.settle(memory, Contradiction.Verdict.DISMISS, actor=actor)
    elif was not in Memory.CURRENT:
        contradiction_detection.come_back(memory, actor=actor)
