"""Gathers what a worker needs for one turn: its new observations, whose they are, and what a client made of it."""

from dataclasses import dataclass, field

from memory import access
from memory.access import Actor
from memory.capture.event_validation import DISTILLED
from memory.distill import by_client, material
from memory.distill.leases import Claim
from memory.distill.material import Changes
from memory.knowledge import blocking
from memory.knowledge.answering import turn_before
from memory.models import Observation, Turn, User
from memory.rules.distillation import TurnMaterial


@dataclass(frozen=True)
class Work:
    """What a claimed turn holds: new observations of somebody, or (`actor` is None) the words of a transcript.

    `changes` are the files that it wrote to; `blocked` that its source is switched off. `told` is what the developer's
    own Claude made of it, `source` what that is checked against, `fresh` what is left to the server where it does not
    hold. `before` is the turn that the prompt may answer.
    """

    turn: Turn
    observations: list[Observation]
    material: TurnMaterial | None = None
    actor: Actor | None = None
    changes: Changes = field(default_factory=Changes)
    blocked: bool = False
    told: by_client.Told | None = None
    source: by_client.Source | None = None
    fresh: TurnMaterial | None = None
    before: Turn | None = None


def gather_work(claim: Claim) -> Work:
    """What there is to do for this turn, in its author's scope."""
    turn = Turn.objects.select_related("session__project", "session__agent").get(pk=claim.turn_id)
    pending = turn.observations.filter(status=Observation.Status.PENDING).order_by("occurred_at", "pk")
    observations = list(pending)
    if _blocked(turn, observations, claim):
        return Work(turn, observations, blocked=True)
    actor = _author(claim)
    if actor and (told := by_client.latest(observations)):
        return _told(turn, observations, told, actor)
    if by_client.has_settled(turn):
        return Work(turn, observations)
    if observations and actor:
        gathered, changed = material.gather(turn, observations), material.changes(observations)
        return Work(turn, observations, gathered, actor, changed, before=turn_before(turn))
    if not turn.summary and not turn.observations.exists():
        return Work(turn, observations, material.gather_said(turn))
    return Work(turn, observations)


def _told(turn: Turn, pending: list[Observation], told: Observation, actor: Actor) -> Work:
    """The answer of the developer's own Claude, and the whole turn to hold it against."""
    fresh = [row for row in pending if row.event != DISTILLED]
    whole = list(turn.observations.exclude(event=DISTILLED).order_by("occurred_at", "pk"))
    if whole and by_client.read(told).history:
        # What was captured live has its facts already; an import adds nothing to them.
        return Work(turn, pending)
    source = by_client.source(turn, told, whole)
    return Work(
        turn,
        pending,
        material.gather(turn, whole) if whole else source.material,
        actor,
        material.changes(fresh),
        told=by_client.read(told),
        source=source,
        fresh=material.gather(turn, fresh) if fresh else None,
    )


def _blocked(turn: Turn, observations: list[Observation], claim: Claim) -> bool:
    """Whether any of what led to this turn is switched off."""
    session = turn.session
    return blocking.is_blocked(
        turn.team,
        person=claim.author_id,
        session=session.pk,
        agents=[session.agent_id],
        tokens={session.token_id, *(row.token_id for row in observations)},
    )


def _author(claim: Claim) -> Actor | None:
    """The person whose work it is; None when they have been erased."""
    user = User.objects.filter(pk=claim.author_id or 0).first()
    return access.actor_for(user, team=claim.team_id) if user else None
