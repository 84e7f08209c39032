"""Verbs of the review queue on many entries at once: each stands for itself, and each can be taken back."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from django.db import transaction

from memory.access import Actor
from memory.errors import CairnError, Refused
from memory.knowledge import lifecycle
from memory.knowledge.conflict_errors import subject_of
from memory.knowledge.resolving import resolve
from memory.knowledge.review import MOST_AT_ONCE
from memory.knowledge.undo import undo
from memory.models import AuditEvent, Contradiction, Memory

_ON_MEMORY: dict[str, Callable[..., Memory]] = {
    "approve": lifecycle.approve,
    "reject": lifecycle.reject,
    "confirm": lifecycle.confirm,
    "forget": lifecycle.forget,
    "restore": lifecycle.restore,
    "pin": lifecycle.pin,
    "unpin": partial(lifecycle.pin, pinned=False),
    "undo": undo,
}
_PREFIX = "contradiction:"
VERBS = (*_ON_MEMORY, *Contradiction.Verdict.values)


@dataclass(frozen=True)
class Outcome:
    """What became of one entry: `done`, or why not. `event` is the deed that `undo` takes back, if there is one."""

    id: str
    done: bool
    code: str = ""
    detail: str = ""
    event: int | None = None


def decide(ids: Sequence[str], verb: str, *, actor: Actor) -> list[Outcome]:
    """Do one verb to each entry, in the order given, each once; what is refused sinks no other.

    Memories are approved, rejected, confirmed, forgotten, restored, pinned, unpinned, or `undo`ne, which takes back
    the last deed. Contradictions (`contradiction:12`) take a verdict: supersede, merge, both_valid, dismiss.
    """
    actor.authorize("review")
    if verb not in VERBS:
        raise Refused("invalid", f"'{verb[:40]}' is not a verb of the queue. Use one of {', '.join(VERBS)}.")
    if not 0 < len(ids) <= MOST_AT_ONCE:
        raise Refused("invalid", f"Give 1 to {MOST_AT_ONCE} entries of the queue.")
    return [_outcome(ref, partial(_do, ref, verb, actor=actor)) for ref in dict.fromkeys(ids)]


def take_back(events: Sequence[int], *, actor: Actor) -> list[Outcome]:
    """Undo these deeds, by the `event`s that `decide` told, the latest first; what has moved on since is refused."""
    actor.authorize("review")
    if not 0 < len(events) <= MOST_AT_ONCE:
        raise Refused("invalid", f"Give 1 to {MOST_AT_ONCE} events.")
    deeds = AuditEvent.objects.filter(team=actor.team, pk__in=list(events), subject__startswith="memory:")
    subjects = dict(deeds.values_list("pk", "subject"))
    return [_undone(event, subjects.get(event, ""), actor=actor) for event in sorted(set(events), reverse=True)]


def _undone(event: int, subject: str, *, actor: Actor) -> Outcome:
    ref = subject.removeprefix("memory:")
    if not ref:
        return Outcome(f"event:{event}", False, "not_found", "This action does not exist or cannot be undone.")
    return _outcome(ref, partial(_undo, ref, event, actor=actor))


def _undo(ref: str, event: int, *, actor: Actor) -> int | None:
    return _last_deed(undo(ref, event=event, actor=actor))


def _do(ref: str, verb: str, *, actor: Actor) -> int | None:
    """Do the verb; returns the deed's number."""
    if ref.startswith(_PREFIX) != (verb in Contradiction.Verdict.values):
        noun = "contradiction" if ref.startswith(_PREFIX) else "memory"
        raise Refused("invalid", f"'{verb}' does not apply to a {noun}.")
    if ref.startswith(_PREFIX):
        resolve(ref.removeprefix(_PREFIX), verb, actor=actor)
        return None
    return _last_deed(_ON_MEMORY[verb](ref, actor=actor))


def _outcome(ref: str, deed: Callable[[], int | None]) -> Outcome:
    try:
        with transaction.atomic():
            return Outcome(ref, True, event=deed())
    except CairnError as refusal:
        return Outcome(ref, False, refusal.code, refusal.detail)


def _last_deed(memory: Memory) -> int | None:
    done = AuditEvent.objects.filter(team=memory.team_id, subject=subject_of(memory))
    return done.order_by("-pk").values_list("pk", flat=True).first()
