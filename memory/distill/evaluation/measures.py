"""Adds up what was scored: precision, recall, types, silence and form; by kind, and by how sure a fact said it was."""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

from memory.distill.evaluation.dataset import GoldFact
from memory.distill.evaluation.scoring import JUNK, NEUTRAL, RIGHT, Scored, TurnScore
from memory.rules.classification import TYPES

SOURCES = ("user", "assistant", "tool")
_BANDS = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


def report(turns: Sequence[TurnScore]) -> dict[str, Any]:
    """The sums over all turns, then the same by type, language, source and confidence band, as JSON has them.

    Precision leaves neutral facts out; `types` is the share of right facts that are called what the label calls them;
    `silence` is the share of turns without a gold fact of which nothing but neutral facts was made.
    """
    scored = [each for turn in turns for each in turn.scored]
    active = [each for each in scored if each.candidate.active]
    return {
        **totals(turns),
        "active": facts(active),
        "by_type": _by_kind(turns, TYPES, lambda each: each.candidate.type, lambda gold: gold.type),
        "by_language": _by_language(turns),
        "by_source": _by_kind(turns, SOURCES, lambda each: each.candidate.source, lambda gold: gold.source),
        "by_confidence": bands(scored),
        "calibration_error": calibration_error(scored),
    }


def totals(turns: Sequence[TurnScore]) -> dict[str, Any]:
    """The ten numbers of the contract."""
    scored = [each for turn in turns for each in turn.scored]
    gold = sum(len(turn.turn.gold) for turn in turns)
    quiet = [turn.silent for turn in turns if not turn.turn.gold]
    sums = facts(scored)
    return {
        "turns": len(turns),
        "gold": gold,
        "produced": sums["produced"],
        "precision": sums["precision"],
        "recall": share(gold - sum(len(turn.missed) for turn in turns), gold),
        "types": sums["types"],
        "silence": share(sum(quiet), len(quiet)),
        "bad_form": share(sum(each.bad_form for each in scored), len(scored)),
        "neutral": sums["neutral"],
        "junk": sums["junk"],
    }


def facts(scored: Sequence[Scored]) -> dict[str, Any]:
    """Of some facts: how many, how precise, how well typed."""
    right = [each for each in scored if each.verdict == RIGHT]
    neutral, junk = (sum(each.verdict == verdict for each in scored) for verdict in (NEUTRAL, JUNK))
    return {
        "produced": len(scored),
        "precision": share(len(right), len(right) + junk),
        "types": share(sum(each.type_right for each in right), len(right)),
        "neutral": neutral,
        "junk": junk,
    }


def bands(scored: Iterable[Scored]) -> list[dict[str, Any]]:
    """The reliability table: for each band of confidence how many facts (`n`, without neutral ones), the confidence
    that they have on average, and the share of them that is right; None where there is none."""
    counted = [each for each in scored if each.verdict != NEUTRAL]
    rows = []
    for low, high in pairwise(_BANDS):
        within = [each for each in counted if _is_within(each.candidate.confidence, low, high)]
        says, right = _says_and_right(within) if within else (None, None)
        rows.append({"band": f"{low:.1f}–{high:.1f}", "n": len(within), "confidence": says, "right": right})
    return rows


def calibration_error(scored: Iterable[Scored]) -> float:
    """How far what facts say of themselves is from the share that is right, over all bands by their size (ECE)."""
    rows = [row for row in bands(scored) if row["n"]]
    off = sum(row["n"] * abs(row["confidence"] - row["right"]) for row in rows)
    return round(off / sum(row["n"] for row in rows), 3) if rows else 0.0


def share(part: float, whole: float) -> float:
    """A share with three digits; 0 of nothing."""
    return round(part / whole, 3) if whole else 0.0


def _by_kind(
    turns: Sequence[TurnScore], kinds: Iterable[str], of: Callable[[Scored], str], of_gold: Callable[[GoldFact], str]
) -> dict[str, dict[str, Any]]:
    """For each kind the facts that were made of it, and how many of its gold facts were found, by whatever fact."""
    scored = [each for turn in turns for each in turn.scored]
    gold = [fact for turn in turns for fact in turn.turn.gold]
    missed = [fact for turn in turns for fact in turn.missed]
    rows = {}
    for kind in kinds:
        wanted = sum(of_gold(fact) == kind for fact in gold)
        found = wanted - sum(of_gold(fact) == kind for fact in missed)
        rows[kind] = {"gold": wanted, "recall": share(found, wanted), **facts([e for e in scored if of(e) == kind])}
    return rows


def _by_language(turns: Sequence[TurnScore]) -> dict[str, dict[str, Any]]:
    """The totals of the turns in each language, the commonest first."""
    languages = [turn.turn.language for turn in turns]
    order = sorted(set(languages), key=lambda language: (-languages.count(language), language))
    return {language: totals([turn for turn in turns if turn.turn.language == language]) for language in order}


def _says_and_right(within: Sequence[Scored]) -> tuple[float, float]:
    says = share(sum(each.candidate.confidence for each in within), len(within))
    return says, share(sum(each.verdict == RIGHT for each in within), len(within))


def _is_within(confidence: float, low: float, high: float) -> bool:
    """A band has its lower end; the first and the last also have whatever lies beyond."""
    return (confidence >= low or low == _BANDS[0]) and (confidence < high or high == _BANDS[-1])
