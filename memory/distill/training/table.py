"""What the ranker learns from: candidates of labelled turns as numbers, without a word of the turns themselves."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memory.distill.evaluation.dataset import LabelledTurn
from memory.distill.evaluation.running import as_captured
from memory.distill.evaluation.scoring import NEUTRAL, RIGHT, Candidate, coverage, score_turn
from memory.errors import Refused
from memory.rules.classification import TYPES
from memory.rules.extraction.features import BUCKETS, MEASURES, buckets
from memory.rules.extraction.model import type_cues
from memory.rules.extraction.phrasing import stands_alone
from memory.rules.extraction.proposals import Proposal, Reader
from memory.rules.extraction.words import words
from memory.rules.languages.glossary import spoken

PATH = Path(__file__).with_name("table.npz")
_NEAR = 0.6  # a candidate of the right place, though it may lack what makes it the fact
_STEP = 200  # measures are kept in steps of a two-hundredth


@dataclass(frozen=True)
class Table:
    """Rows of candidates (`row_*`), of turns (`turn_*`) and of written facts (`fact_*`), which teach types alone.

    Ragged lists of places lie one after the other, with the end of each in `*_ends`. `row_right` is whether a person
    kept it, `row_near` whether it tells the right place; neutral ones are left out. `row_first` and `row_last` number
    its sentences within the turn; `row_cues` are those that tell types, of right rows alone. `repositories` names where
    turns come from: the ranker is tested on those that it was not fitted to. `turn_weight` is 1 where a turn's labels
    are what the ranker is judged by, less where it only learns from them. `fact_type` counts in `types`.
    """

    row_words: NDArray[np.uint16]
    row_ends: NDArray[np.int64]
    row_measures: NDArray[np.uint8]
    row_right: NDArray[np.bool_]
    row_near: NDArray[np.bool_]
    row_gold: NDArray[np.int16]
    row_turn: NDArray[np.int32]
    row_first: NDArray[np.int32]
    row_last: NDArray[np.int32]
    turn_request: NDArray[np.uint16]
    turn_ends: NDArray[np.int64]
    turn_gold: NDArray[np.int16]
    turn_repository: NDArray[np.int16]
    turn_weight: NDArray[np.float16]
    row_cues: NDArray[np.float16]
    fact_words: NDArray[np.uint16]
    fact_ends: NDArray[np.int64]
    fact_cues: NDArray[np.float16]
    fact_type: NDArray[np.int8]
    fact_turn: NDArray[np.int32]
    fact_number: NDArray[np.int16]
    repositories: NDArray[np.str_]
    types: NDArray[np.str_]

    def save(self, path: Path) -> None:
        """Write it, compressed."""
        np.savez_compressed(path, **{field.name: getattr(self, field.name) for field in fields(self)})

    @classmethod
    def load(cls, path: Path) -> "Table":
        """Read it. Raises Refused where it does not fit the features of this code."""
        with np.load(path) as stored:
            table = cls(**{field.name: stored[field.name] for field in fields(cls)})
        if table.row_measures.shape[1] != len(MEASURES) or table.row_words.max(initial=0) >= BUCKETS:
            raise Refused("stale_table", f"{path.name} holds other features than this code; make it anew from turns.")
        return table


class _Gatherer:
    """Collects rows turn by turn."""

    def __init__(self) -> None:
        self.rows: list[tuple[tuple[int, ...], list[float], bool, bool, int, int, int, int]] = []
        self.turns: list[tuple[tuple[int, ...], int, str, float]] = []
        self.facts: list[tuple[tuple[int, ...], str, int, int, list[float]]] = []
        self.cues: list[list[float]] = []

    def add(self, turn: LabelledTurn, weight: float) -> None:
        number = len(self.turns)
        reader = Reader(as_captured(turn.material, Counter()))
        sentences = reader.sentences
        every = reader.singles() + [other for one in sentences for other in reader.variants(one)]
        places = {id(one): at for at, one in enumerate(sentences)}
        for proposal in every:
            self._row(proposal, turn, number, places)
        self.turns.append((reader.request, len(turn.gold), turn.repository, weight))
        for at, gold in enumerate(turn.gold):
            for text in (gold.fact, *gold.quotes):
                self.facts.append((_told(text), gold.type, number, at, type_cues(text, spoken(text))))

    def _row(self, proposal: Proposal, turn: LabelledTurn, number: int, places: dict[int, int]) -> None:
        text = proposal.candidate.text
        if not stands_alone(text, proposal.candidate.said):
            return
        scored = score_turn(turn, [Candidate(text, "context")]).scored[0]
        if scored.verdict == NEUTRAL:
            return
        gold = next((at for at, each in enumerate(turn.gold) if each is scored.gold), -1)
        near = any(coverage(text, (each.fact, *each.quotes)) >= _NEAR for each in turn.gold)
        first, last = (places[id(part)] for part in (proposal.candidate.parts[0], proposal.candidate.parts[-1]))
        right = scored.verdict == RIGHT
        if right:
            self.cues.append(type_cues(text, proposal.candidate.head.language))
        self.rows.append((proposal.buckets, proposal.measures, right, near, gold, number, first, last))


def make(weighted: Iterable[tuple[LabelledTurn, float]], step: Callable[[str], None] = lambda now: None) -> Table:
    """The table of labelled turns with their weights; `step` hears of each turn's id."""
    gatherer = _Gatherer()
    for turn, weight in weighted:
        step(turn.id)
        gatherer.add(turn, weight)
    rows, told, facts = gatherer.rows, gatherer.turns, gatherer.facts
    if not any(row[2] for row in rows):
        raise Refused("nothing_to_learn", "No candidate of these turns tells a fact of their labels.")
    names = sorted({turn[2] for turn in told})
    types = [type_ for type_ in TYPES if any(fact[1] == type_ for fact in facts)]
    words_of_rows, row_ends = _ragged(row[0] for row in rows)
    requests, turn_ends = _ragged(turn[0] for turn in told)
    words_of_facts, fact_ends = _ragged(fact[0] for fact in facts)
    return Table(
        row_words=words_of_rows,
        row_ends=row_ends,
        row_measures=np.array([[round(value * _STEP) for value in row[1]] for row in rows], np.uint8),
        row_right=np.array([row[2] for row in rows]),
        row_near=np.array([row[3] for row in rows]),
        row_gold=np.array([row[4] for row in rows], np.int16),
        row_turn=np.array([row[5] for row in rows], np.int32),
        row_first=np.array([row[6] for row in rows], np.int32),
        row_last=np.array([row[7] for row in rows], np.int32),
        turn_weight=np.array([turn[3] for turn in told], np.float16),
        row_cues=np.array(gatherer.cues, np.float16),
        turn_request=requests,
        turn_ends=turn_ends,
        turn_gold=np.array([turn[1] for turn in told], np.int16),
        turn_repository=np.array([names.index(turn[2]) for turn in told], np.int16),
        fact_words=words_of_facts,
        fact_ends=fact_ends,
        fact_cues=np.array([fact[4] for fact in facts], np.float16),
        fact_type=np.array([types.index(fact[1]) for fact in facts], np.int8),
        fact_turn=np.array([fact[2] for fact in facts], np.int32),
        fact_number=np.array([fact[3] for fact in facts], np.int16),
        repositories=np.array(names),
        types=np.array(types),
    )


def _told(text: str) -> tuple[int, ...]:
    """The places of a written fact's own words, named as a candidate's are."""
    own = words(text, spoken(text))
    pairs = (f"b:{one} {other}" for one, other in pairwise(own))
    starts = ("s:" + " ".join(own[:size]) for size in (1, 2, 3))
    return tuple(sorted(buckets([*(f"w:{word}" for word in own), *pairs, *starts])))


def _ragged(lists: Iterable[tuple[int, ...]]) -> tuple[NDArray[np.uint16], NDArray[np.int64]]:
    every = list(lists)
    flat = [place for one in every for place in one]
    return np.array(flat, np.uint16), np.cumsum([len(one) for one in every], dtype=np.int64)
