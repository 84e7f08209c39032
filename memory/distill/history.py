"""Distills turns that are known from transcripts alone, where somebody asks for it: their facts are drafts."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from django.db.models import Q

from memory import access
from memory.access import Actor
from memory.adapters.distiller import RULES, chosen
from memory.adapters.embedder import embedded
from memory.distill import by_model, material
from memory.distill.made import Made
from memory.distill.starting import Seen, as_draft, new_fact
from memory.errors import Refused
from memory.knowledge.save import Ground, save
from memory.models import Turn
from memory.rules import redaction
from memory.rules.distillation import TurnMaterial, distill_turn
from memory.rules.poisoning import tellable
from memory.rules.summary import summary_bullets

KINDS = ("rules", "model")
# What says on a turn that its history was distilled, so that another run passes it over.
_MARK = "distilled from history"


@dataclass
class HistoryReport:
    """Turns that were read, facts that became drafts, facts that were known, and why a model was not used."""

    turns: int = 0
    drafts: int = 0
    known: int = 0
    notes: set[str] | None = None

    def as_json(self) -> dict[str, object]:
        """For the command's JSON."""
        return {"turns": self.turns, "drafts": self.drafts, "known": self.known, "notes": sorted(self.notes or ())}


def distill_history(
    sessions: Iterable[str], *, by: str, actor: Actor, progress: Callable[[], None] = lambda: None
) -> HistoryReport:
    """Distill the actor's turns of these sessions (the client's ids) of which no events came; a run goes on where the
    last one stopped. Raises Refused for `model` where the team has none.
    """
    if by not in KINDS:
        raise Refused("invalid", f"'{by[:40]}' is no way to distill history; use {' or '.join(KINDS)}.")
    if by == "model" and chosen(actor.team.distiller) == RULES:
        raise Refused("setting", "This team has no model; set CAIRN_DISTILLER, or use `--distill rules`.")
    report = HistoryReport(notes=set())
    for pk in _waiting(sessions, actor):
        _distill(pk, by, report, actor=actor)
        progress()
    return report


def _waiting(sessions: Iterable[str], actor: Actor) -> list[int]:
    with access.scope(team=actor.team, user=actor.user, system=True):
        mine = Turn.objects.filter(team=actor.team, session__author=actor.user, session__external_id__in=list(sessions))
        known = Q(observations__isnull=False) | Q(distiller_note__startswith=_MARK)
        return list(mine.exclude(known).order_by("started_at", "pk").values_list("pk", flat=True))


def _distill(pk: int, by: str, report: HistoryReport, *, actor: Actor) -> None:
    """Read, make and save one turn; a model is asked in no transaction."""
    with access.scope(team=actor.team, user=actor.user, system=True):
        turn = Turn.objects.select_related("session__project", "session__agent").get(pk=pk)
        gathered = material.gather_said(turn)
    made = _made(gathered, by, actor)
    embeddings = embedded([fact.content for fact in made.facts])
    with access.scope(team=actor.team, user=actor.user, system=True):
        ground = Ground(source="turn", at=turn.ended_at or turn.started_at, session=turn.session, turn=turn)
        for fact, embedding in zip(made.facts, embeddings, strict=True):
            told = as_draft(new_fact(fact, ground, turn, actor.team, made.by, prompt=gathered.prompt, seen=Seen()))
            saved = save(replace(told, embedding=embedding), actor=actor)
            report.drafts += int(saved.made)
            report.known += int(not saved.made)
        note = f"{_MARK}{f'; {made.note}' if made.note else ''}"[:300]
        done = {"distiller": made.by, "distiller_note": note, "due_at": None}
        Turn.objects.filter(pk=pk).update(summary=list(filter(tellable, made.bullets))[:8] or turn.summary, **done)
    report.turns += 1
    if made.note and report.notes is not None:
        report.notes.add(made.note)


def _made(gathered: TurnMaterial, by: str, actor: Actor) -> Made:
    by_rules = distill_turn(gathered)
    if by == "model":
        made = by_model.distill(gathered, by_rules, team=actor.team)
    else:
        made = Made(by_rules.facts, summary_bullets(gathered, by_rules.facts))
    return replace(made, facts=tuple(fact for fact in made.facts if not redaction.live_credential(fact.content)))
