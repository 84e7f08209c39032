"""The buttons on a memory's page. The functions behind them check permissions again."""

from dataclasses import dataclass

from memory.access import Actor
from memory.errors import Forbidden
from memory.knowledge.lifecycle import is_taken_apart, may_judge
from memory.knowledge.ownership import ensure_owner, is_kept_for_curators
from memory.knowledge.retiring import REPLACEABLE
from memory.models import Feedback, Memory

_Status = Memory.Status
_WAITING = frozenset({_Status.DRAFT, _Status.QUARANTINED})
_JUDGED = _WAITING | {_Status.DISPUTED}
_CURRENT = frozenset(Memory.CURRENT)


@dataclass(frozen=True)
class Action:
    """One button: its action, its label, the scope it needs, and the statuses in which it applies."""

    verb: str
    label: str
    scope: str
    statuses: frozenset[str]
    weight: str = ""


_ACTIONS = (
    Action("approve", "Approve", "curate", _JUDGED, "primary"),
    Action("reject", "Reject", "curate", _JUDGED),
    Action("restore", "Restore", "write", frozenset({_Status.FORGOTTEN}), "primary"),
    Action("pin", "Pin", "curate", _CURRENT),
    Action("unpin", "Unpin", "curate", _CURRENT),
    Action("confirm", "Still valid", "curate", _CURRENT),
    Action("share", "Share with the team", "write", _CURRENT | _WAITING),
    Action("helpful", "Helpful", "write", _CURRENT),
    Action("wrong", "Wrong", "write", _CURRENT),
    Action("outdated", "Outdated", "write", _CURRENT),
    Action("forget", "Forget", "write", _CURRENT, "danger"),
)


@dataclass(frozen=True)
class Options:
    """Everything that a person can do on a memory's page."""

    actions: tuple[Action, ...]
    retype: bool
    correct: bool
    tag: bool
    combine: bool
    comment: bool
    judge: bool

    @property
    def any(self) -> bool:
        """Whether there is anything to do with the memory itself."""
        return bool(self.actions) or self.retype or self.correct or self.combine


def options(memory: Memory, *, actor: Actor) -> Options:
    """Return what `actor` can do with `memory` now."""
    owns = actor.may("write") and _owns(memory, actor)
    sorts = owns and not is_kept_for_curators(memory, actor=actor)
    offered = tuple(
        action for action in _ACTIONS if _fits(action, memory, actor, sorts if action.verb == "forget" else owns)
    )
    open_to_change = memory.status in _CURRENT | _WAITING
    return Options(
        offered,
        retype=sorts and open_to_change,
        tag=sorts and open_to_change,
        combine=actor.may("curate") and memory.status in REPLACEABLE,
        correct=owns and memory.status in {*_CURRENT, _Status.DRAFT},
        comment=actor.may("write"),
        judge=actor.may("curate"),
    )


def _fits(action: Action, memory: Memory, actor: Actor, owns: bool) -> bool:
    if memory.status not in action.statuses:
        return False
    if action.verb in ("approve", "reject"):
        return may_judge(memory, actor=actor)
    if not actor.may(action.scope):
        return False
    if action.verb in ("pin", "unpin"):
        return memory.pinned == (action.verb == "unpin")
    if action.verb == "restore" and is_taken_apart(memory):
        return False
    if action.verb in Feedback.Verdict.values:
        return True
    if action.verb == "share" and memory.visibility != Memory.Visibility.PRIVATE:
        return False
    return owns or action.scope == "curate"


def _owns(memory: Memory, actor: Actor) -> bool:
    try:
        ensure_owner(memory, agent_id=None, actor=actor)
    except Forbidden:
        return False
    return True
