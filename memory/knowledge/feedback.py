"""Feedback on a memory: "helpful" counts as use; two people who say "wrong" change its status to disputed."""

from typing import Any

from django.utils import timezone

from memory import audit
from memory.access import Actor
from memory.errors import Refused
from memory.knowledge.announcing import announce_disputed
from memory.knowledge.conflict_errors import audit_events_of, changed_meanwhile, subject_of
from memory.knowledge.locks import in_turn
from memory.knowledge.ownership import is_vouched_for, own_agent
from memory.models import Agent, Feedback, Memory
from memory.recall.fetch import find_memory, note_use

_Verdict = Feedback.Verdict
_Status = Memory.Status
_OPEN = (*Memory.CURRENT, _Status.DRAFT)
# If this many people call a memory wrong, its status becomes disputed.
VOICES = 2


def give_feedback(
    ref: str, verdict: str, *, actor: Actor, agent_id: str | None = None, relayed: bool = False
) -> Memory:
    """Call a memory helpful, wrong or outdated. A person's new feedback replaces their old one.

    The first "helpful" of a person counts as use. `relayed`: a model says it. Models alone cannot make a memory
    disputed that a curator confirmed.

    Raises Refused for an unknown verdict, NotFound, and Conflict("wrong_status") with who did it if the memory is
    superseded or forgotten.
    """
    actor.authorize("feedback")
    if verdict not in _Verdict.values:
        raise Refused("invalid", f"'{verdict[:40]}' is not a verdict. Use one of {', '.join(_Verdict.values)}.")
    with in_turn(actor):
        memory = find_memory(ref, actor=actor)
        return say(memory, verdict, agent=own_agent(agent_id, actor=actor), relayed=relayed, actor=actor)


def withdraw_feedback(ref: str, *, actor: Actor) -> Memory:
    """Withdraw one's feedback. If fewer than two people still call the memory wrong, it is no longer disputed."""
    actor.authorize("feedback")
    with in_turn(actor):
        return say(find_memory(ref, actor=actor), "", actor=actor)


def say(
    memory: Memory,
    verdict: str,
    *,
    actor: Actor,
    agent: Agent | None = None,
    relayed: bool = False,
    **detail: object,
) -> Memory:
    """Store a verdict ("" takes it back); what was said already is no deed. In the team's turn."""
    earlier = Feedback.objects.filter(memory=memory, author=actor.user).values_list("verdict", flat=True).first() or ""
    if earlier == verdict:
        return memory
    if memory.status not in _OPEN:
        raise changed_meanwhile(memory, actor=actor)
    first_help = verdict == _Verdict.HELPFUL and not _helped_before(memory, actor)
    _keep(memory, verdict, agent, actor)
    may_dispute = not ((agent or relayed) and is_vouched_for(memory))
    moved = _weigh(memory, earlier, verdict, may_dispute=may_dispute, actor=actor)
    said = {"verdict": verdict, "replaced": earlier}
    audit.record("feedback", subject_of(memory), actor=actor, **said, **moved, **detail)
    if first_help:
        note_use([memory], actor=actor)
    return memory


def _keep(memory: Memory, verdict: str, agent: Agent | None, actor: Actor) -> None:
    mine: dict[str, Any] = {"memory": memory, "author": actor.user}
    if not verdict:
        Feedback.objects.filter(**mine).delete()
        return
    Feedback.objects.update_or_create(**mine, defaults={"team": actor.team, "verdict": verdict, "agent": agent})


def _weigh(memory: Memory, earlier: str, verdict: str, *, may_dispute: bool, actor: Actor) -> dict[str, str]:
    """Set or end the status `disputed` if this feedback decides it. Returns what changed."""
    wrong = Feedback.objects.filter(memory=memory, verdict=_Verdict.WRONG).count()
    if verdict == _Verdict.WRONG and wrong >= VOICES and memory.status == _Status.ACTIVE and may_dispute:
        return _move(memory, _Status.DISPUTED, f"{wrong} people called it wrong.", actor=actor)
    if earlier == _Verdict.WRONG and wrong == VOICES - 1 and memory.status == _Status.DISPUTED:
        return _move(memory, _Status.ACTIVE, "", actor=actor)
    return {}


def _move(memory: Memory, to: str, reason: str, *, actor: Actor) -> dict[str, str]:
    was = memory.status
    values = {"status": to, "status_before": was, "status_changed_at": timezone.now(), "reason": reason}
    if not Memory.objects.filter(pk=memory.pk, status=was).update(**values):
        raise changed_meanwhile(memory, actor=actor)
    memory.status, memory.status_before, memory.reason = to, was, reason
    announce_disputed(memory)
    return {"was": was, "now": to}


def _helped_before(memory: Memory, actor: Actor) -> bool:
    """The audit remembers what people have said, also where they said something else since."""
    return audit_events_of(memory).filter(verb="feedback", actor=actor.user, detail__verdict=_Verdict.HELPFUL).exists()
