"""Runs the pipeline over whatever is due: the row is the job, a task only says "now"."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.utils import timezone

from memory import access
from memory.access import Actor
from memory.distill import material
from memory.errors import Unavailable
from memory.knowledge.save import Ground, NewFact, embedded, save
from memory.models import CodingSession, Memory, Observation, Team, Turn, User
from memory.rules import poisoning, redaction, tokens
from memory.rules.distillation import Fact, TurnMaterial, distill_turn
from memory.rules.summary import summary_bullets

log = logging.getLogger(__name__)

LEASE_SECONDS = 120
BATCH = 20
MAX_ATTEMPTS = 5
_BACK_OFF = timedelta(seconds=20)
# Facts read off a tool's output deserve less trust than what a person or their agent states.
_TRUST = {"user": 1.0, "assistant": 0.8, "tool": 0.5}


@dataclass(frozen=True)
class Report:
    """What one run did: turns worked on, memories made, memories corroborated, turns that failed."""

    turns: int = 0
    made: int = 0
    corroborated: int = 0
    failed: int = 0

    def __add__(self, other: "Report") -> "Report":
        return Report(
            self.turns + other.turns,
            self.made + other.made,
            self.corroborated + other.corroborated,
            self.failed + other.failed,
        )


@dataclass(frozen=True)
class _Claim:
    turn_id: int
    team_id: int
    author_id: int | None
    until: datetime
    attempts: int


def distill_pending(*, batch: int = BATCH) -> Report:
    """Distill turns until nothing is due. Safe to run in many workers at once; a killed one's turns come back."""
    report = Report()
    while claims := _claim(batch):
        for claim in claims:
            report += _work_on(claim)
    return report


def _claim(how_many: int) -> list[_Claim]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM cairn_claim_turns(%s, make_interval(secs => %s))", [how_many, LEASE_SECONDS])
        return [_Claim(*row) for row in cursor.fetchall()]


def _work_on(claim: _Claim) -> Report:
    """Distill one turn in its author's scope; a failure is put off, and given up after MAX_ATTEMPTS."""
    try:
        with access.scope(team=claim.team_id, user=claim.author_id, system=claim.author_id is None):
            return _distill(claim)
    except Unavailable as reason:
        log.warning("turn %s waits: %s", claim.turn_id, reason.detail)
        _put_off(claim, counts=False)
    except Exception:
        log.exception("turn %s failed (attempt %s)", claim.turn_id, claim.attempts)
        _put_off(claim, counts=True)
    return Report(turns=1, failed=1)


def _distill(claim: _Claim) -> Report:
    turn = Turn.objects.select_related("session__project", "session__agent").get(pk=claim.turn_id)
    pending = turn.observations.filter(status=Observation.Status.PENDING).order_by("occurred_at", "pk")
    observations = list(pending)
    report = Report(turns=1)
    actor = _author(claim)
    if observations and actor:
        gathered = material.gather(turn, observations)
        for saved in _save_facts(gathered, turn, observations, actor=actor):
            report += Report(made=int(saved), corroborated=int(not saved))
        _summarise(turn, gathered)
    elif not turn.summary and not turn.observations.exists():
        _summarise(turn, material.gather_said(turn))
    _finish(claim, observations, led_somewhere=report.made + report.corroborated > 0)
    return report


def _author(claim: _Claim) -> Actor | None:
    """The person whose work it is; None when they have been erased."""
    user = User.objects.filter(pk=claim.author_id or 0).first()
    return access.actor_for(user, team=claim.team_id) if user else None


def _save_facts(gathered: TurnMaterial, turn: Turn, observations: list[Observation], *, actor: Actor) -> Iterator[bool]:
    """Save each fact of the turn; yields whether it made a new memory."""
    facts = [fact for fact in distill_turn(gathered).facts if not redaction.live_credential(fact.content)]
    if not facts:
        return
    vectors, model = embedded([fact.content for fact in facts])
    ground = _ground(gathered, turn, observations)
    for fact, vector in zip(facts, vectors, strict=True):
        yield save(_new_fact(fact, ground, vector, model, turn, actor.team), actor=actor).made


def _ground(gathered: TurnMaterial, turn: Turn, observations: list[Observation]) -> Ground:
    tools = tuple(material.one_line(tool) for tool in gathered.tools[-12:])
    return Ground(
        source="turn",
        at=observations[-1].occurred_at,
        session=turn.session,
        turn=turn,
        observation=observations[-1],
        tools=tools,
        files=material.touched_files(gathered),
    )


def _new_fact(
    fact: Fact, ground: Ground, vector: tuple[float, ...] | None, model: str, turn: Turn, team: Team
) -> NewFact:
    suspicious = poisoning.instruction_like(fact.content, source=fact.source)
    status = Memory.Status.QUARANTINED if suspicious else Memory.Status(team.capture_policy)
    return NewFact(
        content=fact.content,
        type=fact.type,
        confidence=fact.confidence,
        cue=fact.cue,
        ground=Ground(**{**vars(ground), "source": fact.source, "excerpt": fact.excerpt}),
        source=Memory.Source.CAPTURED,
        status=status,
        reason=suspicious or "",
        trust=_TRUST[fact.source],
        projects=(turn.session.project,),
        agent=turn.session.agent,
        distiller="rules",
        vector=vector,
        model=model,
    )


def _summarise(turn: Turn, gathered: TurnMaterial) -> None:
    """Keep the turn's bullets (late arrivals add theirs); the first of a session gives it its title."""
    bullets = [bullet for bullet in summary_bullets(gathered) if bullet not in turn.summary]
    if bullets:
        Turn.objects.filter(pk=turn.pk).update(summary=(turn.summary + bullets)[:8])
        untitled = CodingSession.objects.filter(pk=turn.session_id, title="")
        untitled.update(title=tokens.snippet(bullets[0], 80))


def _finish(claim: _Claim, observations: list[Observation], *, led_somewhere: bool) -> None:
    """Mark what was read, and free the turn, unless the lease ran out and somebody else has it."""
    status = Observation.Status.DISTILLED if led_somewhere else Observation.Status.REJECTED
    reason = "" if led_somewhere else "no_factual_content"
    Observation.objects.filter(pk__in=[row.pk for row in observations]).update(status=status, reason=reason)
    mine = Turn.objects.filter(pk=claim.turn_id, claimed_until=claim.until)
    still_pending = Observation.objects.filter(turn_id=claim.turn_id, status=Observation.Status.PENDING).exists()
    mine.update(due_at=timezone.now() if still_pending else None, claimed_until=None, attempts=0)


@transaction.atomic
def _put_off(claim: _Claim, *, counts: bool) -> None:
    """Try again later; after MAX_ATTEMPTS real failures the turn's observations are marked as failed."""
    with access.scope(team=claim.team_id, user=claim.author_id, system=True):
        turns = Turn.objects.filter(pk=claim.turn_id)
        if counts and claim.attempts >= MAX_ATTEMPTS:
            turns.update(due_at=None, claimed_until=None)
            lost = Observation.objects.filter(turn_id=claim.turn_id, status=Observation.Status.PENDING)
            lost.update(status=Observation.Status.FAILED, reason=f"gave up after {MAX_ATTEMPTS} attempts")
            return
        spent = claim.attempts if counts else claim.attempts - 1
        wait = _BACK_OFF * 2 ** min(claim.attempts - 1, 5)
        turns.update(due_at=timezone.now() + wait, claimed_until=None, attempts=max(spent, 0))
