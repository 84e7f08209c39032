"""Whether anything that was found answers: by what was learned, and by the fusion's gate where nothing was."""

import pytest

from memory.rules import certainty, ranking
from memory.rules.ranking import Candidate, Fusion
from tests.rules.test_ranking import candidate

FUSION = Fusion(noise_floor=0.2, semantic_weight=0.5)
MINILM = "all-MiniLM-L6-v2"


def answered(*found: Candidate) -> list[int]:
    ranked = ranking.rank(found, FUSION)
    judgement = certainty.judged("Why?", found, ranked, FUSION, None)
    return [score.memory_id for score in certainty.answers(ranked, judgement)]


def test_nothing_answers_below_the_gate_and_others_follow_above_the_cutoff() -> None:
    weak, strong = candidate(1, 0.21), candidate(2, 0.5)
    assert answered(weak) == [] and answered(weak, strong) == [2, 1] and answered() == []
    assert certainty.known_to_answer(FUSION).is_certain


def test_who_asks_for_a_strange_name_needs_a_better_answer() -> None:
    assert answered(candidate(1, 0.3))
    assert not answered(candidate(1, 0.3, strange=True))


def judged(*found: Candidate, question: str = "Why does checkout use Celery?") -> certainty.Judgement:
    fusion = ranking.fusion_for(MINILM)
    return certainty.judged(question, found, ranking.rank(found, fusion), fusion, certainty.LEARNED[MINILM])


def test_a_learned_answer_is_certain_near_or_none() -> None:
    clear, near, nothing = (
        judged(candidate(1, 0.7, 0.6)),
        judged(candidate(1, 0.2, 0.42)),
        judged(candidate(1, 0.0, 0.1)),
    )
    assert clear.is_certain and clear.is_shown
    assert near.is_shown and not near.is_certain
    assert not nothing.is_shown and not judged().is_shown
    assert 0 <= nothing.confidence < near.confidence < clear.confidence <= 1


def test_no_more_than_a_few_of_the_nearest_are_shown() -> None:
    found = [candidate(number, 0.2, 0.42) for number in range(1, 9)]
    fusion = ranking.fusion_for(MINILM)
    ranked = ranking.rank(found, fusion)
    judgement = certainty.Judgement(confidence=0.3, certain=0.6, nearest=0.12, cutoff=0.1)
    assert len(certainty.answers(ranked, judgement)) == certainty.NEAREST


def test_words_that_no_memory_has_do_not_hide_an_answer() -> None:
    """What the known words reach counts, beside how much of the question they are."""
    assert judged(candidate(1, 0.35, 0.55, coverage=0.4)).is_shown


@pytest.mark.parametrize("question", ["", "x" * 10_000, "a " * 5_000])
def test_any_question_is_judged(question: str) -> None:
    assert 0 <= judged(candidate(1, 0.5, 0.5), question=question).confidence <= 1
