"""Distills labelled turns as live ones are, from the redaction to the hard block on credentials, and saves nothing."""

import copy
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from memory.adapters import distiller
from memory.capture.event_validation import clean_text
from memory.distill import by_model
from memory.distill.by_model import Made
from memory.distill.evaluation.dataset import LabelledTurn
from memory.distill.evaluation.measures import report
from memory.distill.evaluation.scoring import Candidate, TurnScore, score_turn
from memory.distill.material import telling
from memory.errors import Refused
from memory.knowledge.believing import start_of_captured
from memory.models import Memory, Team
from memory.rules import poisoning, redaction
from memory.rules.distillation import Fact, ToolUse, TurnMaterial, distill_turn


@dataclass(frozen=True)
class Run:
    """What came of the turns; the seconds that the rules took over all of them, and a model on top.

    `by` counts turns by what distilled them, `notes` why that was not what was wished, `redactions` what was taken
    out of the turns by kind; `blocked` facts held a live credential and are not among those scored.
    """

    scores: tuple[TurnScore, ...]
    rules_seconds: float = 0.0
    model_seconds: float = 0.0
    by: Counter[str] = field(default_factory=Counter)
    notes: Counter[str] = field(default_factory=Counter)
    redactions: Counter[str] = field(default_factory=Counter)
    blocked: int = 0

    @property
    def turns_per_second(self) -> float:
        """How many turns the rules read in a second."""
        return len(self.scores) / self.rules_seconds if self.rules_seconds else 0.0


@dataclass(frozen=True)
class _Result:
    """One turn distilled, with the seconds of the rules and of a model."""

    made: Made
    blocked: int
    rules_seconds: float
    model_seconds: float


def run(
    turns: Iterable[LabelledTurn], *, team: Team | None = None, step: Callable[[str], None] = lambda now: None
) -> Run:
    """Distill and score each turn: by the distiller of `team`, whose budget pays for a model; by the rules without one.

    `step` hears of each turn's id. Nothing is saved but what the budget counts.
    """
    found = Run(())
    scores: list[TurnScore] = []
    rules_seconds = model_seconds = 0.0
    blocked = 0
    for turn in turns:
        step(turn.id)
        result = _distilled(as_captured(turn.material, found.redactions), team)
        scores.append(score_turn(turn, [_candidate(fact, team, result.made.by) for fact in result.made.facts]))
        found.by[result.made.by] += 1
        found.notes.update([result.made.note] if result.made.note else [])
        rules_seconds += result.rules_seconds
        model_seconds += result.model_seconds
        blocked += result.blocked
    return replace(
        found, scores=tuple(scores), rules_seconds=rules_seconds, model_seconds=model_seconds, blocked=blocked
    )


def as_json(dataset: str, found: Run) -> dict[str, Any]:
    """A run's numbers under the name of its file: the ten of the contract first."""
    return {
        "dataset": dataset,
        **report(found.scores),
        "seconds": round(found.rules_seconds, 3),
        "turns_per_second": round(found.turns_per_second, 1),
        "model_seconds": round(found.model_seconds, 3),
        "distilled_by": dict(found.by),
        "notes": dict(found.notes.most_common()),
        "redactions": dict(found.redactions),
        "blocked": found.blocked,
    }


def with_distiller(team: Team | None, kind: str) -> Team | None:
    """`team` as if it had chosen this distiller; nothing is saved. Raises Refused where that cannot be reached."""
    if kind != distiller.RULES:
        distiller.distiller(kind)
    if team is None:
        if kind == distiller.RULES:
            return None
        raise Refused("no_team", f"{kind} is paid for by a team's budget; name the team with --team.")
    chosen = copy.copy(team)
    chosen.distiller = kind
    return chosen


def as_captured(material: TurnMaterial, redactions: Counter[str]) -> TurnMaterial:
    """The turn as it would have been stored and read: redacted, without the tool calls that only look around."""

    def clean(text: str | None) -> str:
        return clean_text(text or "", redactions)

    tools = (
        ToolUse(clean(tool.name), clean(tool.target), clean(tool.command), clean(tool.output), tool.failed)
        for tool in material.tools
    )
    return replace(material, prompt=clean(material.prompt), answer=clean(material.answer), tools=telling(tools))


def _distilled(material: TurnMaterial, team: Team | None) -> _Result:
    started = time.perf_counter()
    by_rules = distill_turn(material)
    ruled = time.perf_counter()
    made = by_model.distill(material, by_rules, team=team) if team else Made(by_rules.facts, ())
    safe = tuple(fact for fact in made.facts if not redaction.live_credential(fact.content))
    blocked = len(made.facts) - len(safe)
    return _Result(replace(made, facts=safe), blocked, ruled - started, time.perf_counter() - ruled if team else 0.0)


def _candidate(fact: Fact, team: Team | None, by: str) -> Candidate:
    return Candidate(fact.content, fact.type, fact.confidence, fact.source, _starts_active(fact, team, by))


def _starts_active(fact: Fact, team: Team | None, by: str) -> bool:
    """Whether this fact would be known at once: not one that gives orders, nor where the team asks for approval."""
    if poisoning.instruction_like(fact.content, source=fact.source):
        return False
    start = start_of_captured(team or Team(), source=fact.source, confidence=fact.confidence, distiller=by)
    return start.status == Memory.Status.ACTIVE
