"""Measures distillation on labelled turns, and makes such turns of what curators decide."""

from memory.distill.evaluation.dataset import GoldFact, LabelledTurn, read_turns
from memory.distill.evaluation.measures import report
from memory.distill.evaluation.running import Run, as_json, run, with_distiller
from memory.distill.evaluation.scoring import Candidate, TurnScore, score_turn

__all__ = [
    "Candidate",
    "GoldFact",
    "LabelledTurn",
    "Run",
    "TurnScore",
    "as_json",
    "read_turns",
    "report",
    "run",
    "score_turn",
    "with_distiller",
]
