"""Whether a captured fact starts active or waits as a draft, and which drafts a further sighting makes active."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.utils import timezone

from memory import access, audit
from memory.access import Actor
from memory.adapters.distiller import RULES
from memory.knowledge.conflict_errors import audit_events_of, subject_of
from memory.models import Memory, Team
from memory.rules.belief import belief

if TYPE_CHECKING:
    from memory.knowledge.save import Ground, NewFact

_Status, _Basis = Memory.Status, Memory.Basis
AGREED = "two sessions agree"
_ON_PURPOSE = "somebody saved it on purpose"


@dataclass(frozen=True)
class Start:
    """What a captured memory begins with; `reason` says why it has its status."""

    status: str
    visibility: str
    basis: str = ""
    reason: str = ""


def start_of_captured(team: Team, *, source: str, confidence: float, distiller: str) -> Start:
    """Status and visibility of a fact that `source` ("user", "assistant", "tool") said and `distiller` worded.

    A team that wants drafts gets drafts. Else it is active where a person said it, a model distilled it with checked
    evidence, or its confidence reaches the team's line; private until shared where the team wants that.
    """
    if team.capture_policy == Team.CapturePolicy.DRAFT:
        return Start(_Status.DRAFT, Memory.Visibility.TEAM)
    own = team.capture_policy == Team.CapturePolicy.PRIVATE
    found = belief(
        source=source, confidence=confidence, distiller="" if distiller == RULES else distiller, line=team.line
    )
    return Start(
        _Status.ACTIVE if found.active else _Status.DRAFT,
        Memory.Visibility.PRIVATE if own else Memory.Visibility.TEAM,
        found.basis,
        found.why,
    )


def agrees(memory: Memory, ground: "Ground") -> bool:
    """Whether what a memory rests on so far is of other sessions than this: two turns of one do not agree."""
    if memory.status != _Status.DRAFT or ground.session is None:
        return False
    seen = set(memory.evidence.exclude(session=None).values_list("session", flat=True))
    return bool(seen) and ground.session.pk not in seen


def believe_again(memory: Memory, fact: "NewFact", *, agreed: bool, actor: Actor) -> bool:
    """Make a draft active where a further sighting is believed, or agrees with it; whether it did. Audited."""
    found = _believed(memory, fact, agreed=agreed, actor=actor)
    if found is None:
        return False
    # Whoever's sighting it was, it is the team that believes it.
    with access.scope(team=actor.team, user=actor.user):
        values = {"status": _Status.ACTIVE, "basis": found.basis, "reason": found.reason, **_stated(fact)}
        moved = {"status_before": _Status.DRAFT, "status_changed_at": timezone.now()}
        if not Memory.objects.filter(pk=memory.pk, status=_Status.DRAFT).update(**values, **moved):
            return False
        deed = {"was": _Status.DRAFT, "now": _Status.ACTIVE, "basis": found.basis}
        audit.record("activate", subject_of(memory), actor=actor, **deed)
    for name, value in values.items():
        setattr(memory, name, value)
    return True


def _stated(fact: "NewFact") -> dict[str, object]:
    """The type, where whoever saved it on purpose said so."""
    stated = fact.source == Memory.Source.EXPLICIT and fact.cue == "stated"
    return {"type": fact.type, "confidence": fact.confidence, "cue": fact.cue} if stated else {}


def _believed(memory: Memory, fact: "NewFact", *, agreed: bool, actor: Actor) -> Start | None:
    """What makes the draft active now. What a person saves on purpose does; a suspicious sighting never does, nor does
    a model's, which may have the text from the draft."""
    start = Start(_Status.ACTIVE, memory.visibility, fact.basis, fact.reason)
    if memory.status != _Status.DRAFT or fact.status == _Status.QUARANTINED:
        return None
    if fact.source == Memory.Source.EXPLICIT and fact.unsigned:
        return None
    if fact.source == Memory.Source.EXPLICIT and fact.status == _Status.ACTIVE:
        return replace(start, basis=_Basis.TOLD, reason=_ON_PURPOSE)
    if not _waits_for_nobody(memory, actor.team):
        return None
    if fact.status == _Status.ACTIVE:
        return start
    return replace(start, basis=_Basis.AGREED, reason=AGREED) if agreed and fact.basis == _Basis.DOUBTED else None


def _waits_for_nobody(memory: Memory, team: Team) -> bool:
    """Whether no person has to look first: not where the team wants that, somebody's correction waits for a curator,
    or a curator took an approval back."""
    if team.capture_policy == Team.CapturePolicy.DRAFT or memory.source == Memory.Source.EXPLICIT:
        return False
    return not audit_events_of(memory).filter(verb="unapprove").exists()
