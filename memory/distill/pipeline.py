"""Run the pipeline on all turns that are due. The row is the job; a task only says "now"."""

import logging
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils import timezone

from memory.access import Actor
from memory.adapters.distiller import RULES
from memory.adapters.embedder import Embedding, embedded
from memory.capture.transcripts.standing_in import note_said
from memory.distill import by_client, by_model, leases, material
from memory.distill.gathering import Work, gather_work
from memory.distill.leases import Claim
from memory.distill.made import Made
from memory.distill.starting import as_draft, as_proposed, new_fact, seen_in, what_was_read
from memory.errors import Unavailable
from memory.knowledge import anchors
from memory.knowledge.answering import settle_proposals
from memory.knowledge.save import Ground, Saved, save
from memory.knowledge.signing import sign_said
from memory.knowledge.withdrawing import withdraw
from memory.models import CodingSession, Observation, Turn
from memory.recall.openings import LONGEST, title_from_ask
from memory.rules import answering, changes, commits, poisoning, redaction, tokens
from memory.rules.distillation import Fact, TurnMaterial, distill_turn
from memory.rules.own_words import stands_in, words_of_others
from memory.rules.summary import summary_bullets

log = logging.getLogger(__name__)

LEASE_SECONDS = 120
BATCH = 20
# A run ends before its task is cut off (540 s), also when the last turn waits for a model as long as it may.
LONGEST_RUN_SECONDS = 400.0
_SLOW_SECONDS = 2.0


@dataclass(frozen=True)
class Report:
    """The result of one run: turns processed, memories made, memories corroborated, turns failed."""

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


def distill_pending(*, batch: int = BATCH, seconds: float = LONGEST_RUN_SECONDS) -> Report:
    """Distill turns until none is due or about `seconds` have passed.

    Safe to run in many workers at once; a killed one's turns come back.
    """
    report, end = Report(), time.monotonic() + seconds
    while time.monotonic() < end and (claims := leases.claim(batch, seconds=LEASE_SECONDS)):
        # What was claimed before may have killed its worker: it comes last and alone, lest others are lost with it.
        claims.sort(key=lambda claim: claim.attempts)
        while claims:
            started, first = time.monotonic(), claims.pop(0)
            if first.attempts > 1:
                leases.hand_back(claims)
                claims = []
            report += _work_on(first)
            if time.monotonic() - started > _SLOW_SECONDS:
                # A model was asked: other workers are welcome to what this one would keep waiting.
                leases.hand_back(claims)
                batch, claims = 1, []
    return report


def _work_on(claim: Claim) -> Report:
    """Distill one turn in its author's scope; a failure is put off, and given up in the end."""
    if claim.attempts > leases.MAX_ATTEMPTS:
        log.error("turn %s is given up: its workers were killed, or never ended", claim.turn_id)
        leases.put_off(claim, claim, counts=True)
        return Report(turns=1, failed=1)
    # A whole lease from now on, for the batch's other turns have used up some of it.
    renewed = claim.renewed(LEASE_SECONDS)
    try:
        return _distill(claim, renewed)
    except Unavailable as reason:
        log.warning("turn %s waits: %s", claim.turn_id, reason.detail)
        leases.put_off(claim, renewed, counts=False)
    except Exception:
        log.exception("turn %s failed (attempt %s)", claim.turn_id, claim.attempts)
        leases.put_off(claim, renewed, counts=True)
    return Report(turns=1, failed=1)


def _distill(claim: Claim, renewed: Claim) -> Report:
    """Gather, make, save: the first and the last in a transaction each, the making in none, for models take their time.

    A turn whose lease ran out is somebody else's, and left alone.
    """
    with claim.scope():
        if not claim.turn().update(claimed_until=renewed.until):
            return Report()
        work = gather_work(renewed)
        if work.blocked:
            # It waits without being due; lifting the block makes it due again.
            renewed.turn().update(due_at=None, claimed_until=None)
            return Report()
    if work.actor:
        with renewed.scope():
            note_said(work.turn, work.observations, actor=work.actor)
    made = _made(work)
    embeddings = embedded([fact.content for fact in made.facts])
    with renewed.scope():
        # The row stays locked until the end of the saving, so nobody can claim it meanwhile.
        if not renewed.turn().update(claimed_until=renewed.until):
            return Report()
        report = _save(renewed, work, made, embeddings)
    _entitle(renewed, work, made)
    return report


def _made(work: Work) -> Made:
    """Facts and bullets of the work; what is known from a transcript alone costs no model call and makes no facts."""
    if not work.material:
        return Made((), ())
    if not work.actor:
        return Made((), summary_bullets(work.material))
    if work.turn.distill == Turn.Distill.OFF and not work.told:
        return Made((), summary_bullets(work.material), note="facts are switched off on the developer's machine")
    made = _made_by_client(work, work.actor) if work.told else _made_by_server(work, work.material, work.actor)
    return replace(made, facts=tuple(fact for fact in made.facts if not redaction.live_credential(fact.content)))


def _made_by_client(work: Work, actor: Actor) -> Made:
    """What the developer's own Claude made, as far as it holds; else what the server makes of what is new."""
    assert work.told and work.source
    made = by_client.made(work.told, work.source)
    if isinstance(made, Made):
        return made
    if not work.fresh:
        return Made((), (), work.turn.distiller, made)
    return _made_by_server(work, work.fresh, actor, because=made)


def _made_by_server(work: Work, gathered: TurnMaterial, actor: Actor, because: str = "") -> Made:
    made = by_model.distill(gathered, distill_turn(gathered), team=actor.team)
    notes = (because or by_client.late_note(work.turn), made.note)
    return replace(_with_answer(made, work), note="; ".join(filter(None, notes))[:300])


def _with_answer(made: Made, work: Work) -> Made:
    """What the rules made, and what the prompt turns down or changes of what was said before; models see that."""
    told = _answer(work) if made.by == RULES else None
    if told is None:
        return made
    others = tuple(fact for fact in made.facts if fact.excerpt not in told.content)
    return replace(made, facts=(told, *others))


def _answer(work: Work) -> Fact | None:
    if work.material is None or not work.material.prompt:
        return None
    refusal = answering.refusal_in(work.material.prompt)
    if refusal and work.before:
        told = answering.rejection(refusal, asked=work.before.prompt, answer=work.before.answer)
        return told or changes.change(work.material)
    return changes.change(work.material)


def _save(claim: Claim, work: Work, made: Made, embeddings: Sequence[Embedding | None]) -> Report:
    report, born = Report(turns=1), list[int]()
    if work.actor and _replaces(work, made):
        contents = [fact.content for fact in made.facts]
        withdraw(work.turn, by=made.by, but=contents, actor=work.actor)
    if made.facts and work.material and work.actor:
        ground = _ground(work.material, work)
        for saved in _save_facts(made, embeddings, work, ground, actor=work.actor):
            report += Report(made=int(saved.made), corroborated=int(not saved.made))
            born.append(saved.memory.pk)
    if work.actor:
        sign_said(work.turn, _prompt(work), actor=work.actor)
        settle_proposals(work.turn, actor=work.actor)
    if work.changes.at:
        session = work.turn.session
        anchors.note_changes(
            work.changes.paths, project=session.project, root=session.root, at=work.changes.at, born=born
        )
    if work.material:
        _summarise(work.turn, made, f"{words_of_others(_prompt(work))}\n{what_was_read(work, texts_only=True)}")
    _finish(claim, work.observations, led_somewhere=report.made + report.corroborated > 0)
    return report


def _replaces(work: Work, made: Made) -> bool:
    """Whether the developer's own Claude was late, and what another distiller made of the turn has to go."""
    live = work.told is not None and made.by == work.told.by and not work.told.history
    return live and work.turn.distiller not in ("", made.by)


def _save_facts(
    made: Made, embeddings: Sequence[Embedding | None], work: Work, ground: Ground, *, actor: Actor
) -> Iterator[Saved]:
    """Save each fact of the turn; yields the memory that holds it."""
    seen = seen_in(work, _prompt(work))
    for fact, embedding in zip(made.facts, embeddings, strict=True):
        told = new_fact(fact, ground, work.turn, actor.team, made.by, prompt=_prompt(work), seen=seen)
        if _is_proposed(fact, work):
            told = as_proposed(told)
        if work.told and work.told.history:
            told = as_draft(told)
        yield save(replace(told, embedding=embedding), actor=actor)


def _ground(gathered: TurnMaterial, work: Work) -> Ground:
    tools = tuple(material.one_line(tool) for tool in gathered.tools[-12:])
    return Ground(
        source="turn",
        at=work.observations[-1].occurred_at,
        session=work.turn.session,
        turn=work.turn,
        observation=work.observations[-1],
        tools=tools,
        files=work.changes.from_root(work.turn.session.root),
        commit=commits.last_commit(gathered.tools),
    )


def _prompt(work: Work) -> str:
    """Return what the person typed; "" if only the client says who said what, or an agent started the session."""
    if work.material is None or work.material.relayed or (work.told and work.told.alone):
        return ""
    return work.material.prompt


def _is_proposed(fact: Fact, work: Work) -> bool:
    """Return whether the agent only says what it would do."""
    if fact.source != "assistant" or work.material is None or fact.cue.startswith(("ranked commit", "ranked request")):
        return False
    return answering.is_proposed(fact.excerpt, work.material.answer, carried_out=bool(work.changes.paths))


def _summarise(turn: Turn, made: Made, read: str) -> None:
    """Keep the turn's bullets (late arrivals add theirs) and who made them; not those that repeat a text."""
    harmless = [bullet for bullet in made.bullets if poisoning.tellable(bullet) and not stands_in(bullet, read)]
    # What the developer's own Claude summarized stands for the whole turn.
    before = [] if harmless and made.by.startswith(by_client.NAME) else turn.summary
    bullets = [bullet for bullet in harmless if bullet not in before]
    summary = (before + bullets)[:8]
    Turn.objects.filter(pk=turn.pk).update(summary=summary, distiller=made.by, distiller_note=made.note)


def _entitle(claim: Claim, work: Work, made: Made) -> None:
    """What a person asked first gives a session its title, as long as the client gives none; where nobody asked
    anything, its first bullet.

    In a transaction of its own: capturing locks a session before its turns, saving has locked the turn already.
    """
    if work.turn.session.title:
        return
    with claim.scope():
        title = title_from_ask(work.turn.session)
        if title is None:
            title = tokens.snippet(next(filter(poisoning.tellable, made.bullets), ""), LONGEST)
        if title:
            CodingSession.objects.filter(pk=work.turn.session_id, title="").update(title=title)


def _finish(claim: Claim, observations: list[Observation], *, led_somewhere: bool) -> None:
    """Mark the observations as read and release the turn."""
    status = Observation.Status.DISTILLED if led_somewhere else Observation.Status.REJECTED
    reason = "" if led_somewhere else "no_factual_content"
    Observation.objects.filter(pk__in=[row.pk for row in observations]).update(status=status, reason=reason)
    still_pending = Observation.objects.filter(turn_id=claim.turn_id, status=Observation.Status.PENDING).exists()
    claim.turn().update(due_at=timezone.now() if still_pending else None, claimed_until=None, attempts=0)
