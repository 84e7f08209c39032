"""What becomes of a turn's proposals when the developer answers in the next prompt: turned down, or agreed to."""

from dataclasses import dataclass

from memory.access import Actor
from memory.knowledge.locks import in_turn
from memory.knowledge.status_transitions import move
from memory.knowledge.withdrawing import resting_on, take_back
from memory.models import Memory, Observation, Team, Turn
from memory.rules.answering import REJECTED, Refusal, agrees, refusal_in

PROPOSED = "it was proposed, and nobody has agreed yet"
_AGREED = "the developer agreed to it"
# "Scratch the page numbers" may mean what was said some prompts ago.
_LOOKED_BACK = 6
_WRITERS = ("Edit", "Write", "MultiEdit", "NotebookEdit", "apply_patch")


@dataclass(frozen=True)
class _Reply:
    turn: Turn
    refusal: Refusal | None


def settle_proposals(turn: Turn, *, actor: Actor) -> None:
    """Apply what this turn's prompt says to the turns before it, and what the next prompt says to this turn.

    Turns are distilled in any order; whichever of two comes last finds the other's memories.
    """
    with in_turn(actor):
        reply = _Reply(turn, refusal_in(turn.prompt))
        for place, earlier in enumerate(_before(turn)):
            _answer(earlier, reply, directly=place == 0, actor=actor)
        if following := _after(turn):
            _answer(turn, _Reply(following, refusal_in(following.prompt)), directly=True, actor=actor)


def turn_before(turn: Turn) -> Turn | None:
    """The turn that a prompt answers."""
    return next(iter(_before(turn)), None)


def _before(turn: Turn) -> list[Turn]:
    earlier = Turn.objects.filter(session=turn.session_id, started_at__lt=turn.started_at)
    return list(earlier.order_by("-started_at", "-pk")[:_LOOKED_BACK])


def _after(turn: Turn) -> Turn | None:
    later = Turn.objects.filter(session=turn.session_id, started_at__gt=turn.started_at)
    return later.exclude(prompt="").order_by("started_at", "pk").first()


def _answer(turn: Turn, reply: _Reply, *, directly: bool, actor: Actor) -> None:
    if reply.refusal:
        _turn_down(turn, reply, reply.refusal, directly=directly, actor=actor)
    elif directly and (agrees(reply.turn.prompt) or _carried_out(reply.turn)):
        _agree(turn, actor=actor)


def _turn_down(turn: Turn, reply: _Reply, refusal: Refusal, *, directly: bool, actor: Actor) -> None:
    for memory in resting_on(turn):
        if _is_refused(memory, refusal, directly=directly):
            take_back(memory, because=f"turned down in turn {reply.turn.uuid}", actor=actor)


def _is_refused(memory: Memory, refusal: Refusal, *, directly: bool) -> bool:
    """Whether a refusal means this memory. What the developer said goes only with words that take back."""
    if memory.content.startswith(REJECTED):
        return False
    own = memory.evidence.filter(source="user").exists()
    named = refusal.names_in(memory.content)
    if not directly or own:
        return refusal.undoes and named
    if memory.status == Memory.Status.DRAFT:
        return named or refusal.whole or refusal.undoes
    if refusal.things:
        return named and (refusal.whole or refusal.undoes)
    return refusal.undoes and memory.type != Memory.Type.FAILURE


def _agree(turn: Turn, *, actor: Actor) -> None:
    """What was proposed is what the developer wants: it starts to be known."""
    if actor.team.capture_policy == Team.CapturePolicy.DRAFT:
        return
    for memory in resting_on(turn).filter(status=Memory.Status.DRAFT, reason=PROPOSED):
        move(memory, Memory.Status.ACTIVE, [Memory.Status.DRAFT], verb="activate", actor=actor, reason=_AGREED)
        Memory.objects.filter(pk=memory.pk).update(basis=Memory.Basis.TOLD)


def _carried_out(turn: Turn) -> bool:
    """Whether files were changed after that prompt: who lets that happen has agreed."""
    calls = Observation.objects.filter(turn=turn, event="PostToolUse", payload__tool_name__in=_WRITERS)
    return calls.exists()
