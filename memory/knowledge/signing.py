"""What a model told is signed once a person says it, too: in the prompt of that turn, or by a verb of the queue."""

from collections.abc import Iterable, Mapping
from datetime import timedelta

from django.db.models import Q

from memory.access import Actor
from memory.models import Memory, Turn
from memory.rules.own_words import is_stated, statements

# A model saves what it was told while its turn goes on; clocks differ a little.
_AROUND = timedelta(minutes=2)
_MOST = 50


def sign(memory: Memory) -> None:
    """A person stands behind this memory now."""
    Memory.objects.filter(pk=memory.pk, unsigned=True).update(unsigned=False)
    memory.unsigned = False


def signs(memory: Memory) -> dict[str, object]:
    """What the audit keeps of a deed that signs this memory, so that to take it back takes the signature back."""
    return {"signed": True} if memory.unsigned else {}


def unsign(memory: Memory) -> None:
    """Nobody stands behind this memory any more."""
    Memory.objects.filter(pk=memory.pk).update(unsigned=True)
    memory.unsigned = True


def take_signature_back(memory: Memory, detail: Mapping[str, object]) -> None:
    """Take the signature back that came with a deed of this detail."""
    if detail.get("signed"):
        unsign(memory)


def sign_said(turn: Turn, prompt: str, *, actor: Actor) -> None:
    """Sign what the actor's agent saved during a turn, as far as the actor's own words in the prompt say it."""
    if not prompt or turn.session.agent:
        return
    said = statements(prompt, asked=False)
    for memory in _saved_during(turn, actor=actor) if said else ():
        if is_stated(memory.content, said):
            sign(memory)


def _saved_during(turn: Turn, *, actor: Actor) -> Iterable[Memory]:
    since, until = turn.started_at - _AROUND, (turn.ended_at or turn.started_at) + _AROUND
    own = Memory.objects.filter(team=actor.team, author=actor.user, source=Memory.Source.EXPLICIT, unsigned=True)
    here = own.filter(Q(projects=turn.session.project) | Q(projects=None), created_at__range=(since, until))
    return here.distinct().order_by("-created_at", "-pk")[:_MOST]
