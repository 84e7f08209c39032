"""Teams with a line, and what they captured by it, for every test of who may be believed."""

from datetime import datetime

from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.knowledge.policy import set_policy
from memory.knowledge.save import Ground, NewFact, Saved, save
from memory.models import CodingSession, Memory, Project
from memory.rules.belief import belief

FACT = "Service import-{} retries a failed download of supplier prices."


def set_line(actor: Actor, line: float) -> None:
    """As an admin sets it."""
    with access.acting(actor):
        set_policy(actor=actor, line=line)


def session_of(actor: Actor, name: str) -> CodingSession:
    """A coding session of the actor; the same one for the same name."""
    with access.acting(actor):
        project, _ = Project.objects.get_or_create(
            team=actor.team, identity="github.com/acme/shop", defaults={"name": "acme/shop"}
        )
        found, _ = CodingSession.objects.get_or_create(
            team=actor.team,
            external_id=name,
            defaults={
                "project": project,
                "author": actor.user,
                "started_at": timezone.now(),
                "last_event_at": timezone.now(),
            },
        )
        return found


def captured(
    actor: Actor,
    content: str,
    confidence: float,
    *,
    line: float = 0.8,
    session: str = "s1",
    said_by: str = "assistant",
    **changes: object,
) -> Saved:
    """A fact as the pipeline saves it where the team's line is `line`."""
    found = belief(source=said_by, confidence=confidence, distiller="", line=line)
    ground = Ground(said_by, timezone.now(), "as said", session=session_of(actor, session))
    told: dict[str, object] = {
        "status": Memory.Status.ACTIVE if found.active else Memory.Status.DRAFT,
        "basis": found.basis,
        "reason": found.why,
        "confidence": confidence,
        "trust": 0.8,
        **changes,
    }
    with access.acting(actor):
        return save(NewFact(content, "failure", ground, Memory.Source.CAPTURED, **told), actor=actor)  # type: ignore[arg-type]


def many_captured(actor: Actor, count: int, confidence: float, *, at: datetime | None = None) -> list[Memory]:
    """So many different facts of this confidence, captured `at` that time (default: now)."""
    first = round(10_000 * confidence)
    made = [captured(actor, FACT.format(first + number), confidence).memory for number in range(count)]
    if at:
        with access.acting(actor):
            Memory.objects.filter(pk__in=[memory.pk for memory in made]).update(created_at=at)
    return made
