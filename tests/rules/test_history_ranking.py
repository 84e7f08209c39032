"""Ranking what was said: words weigh, the conversation around them helps, meaning alone is enough to be found."""

import pytest

from memory.rules.history_ranking import STANDS_OUT, USUAL_THRESHOLD, Spoken, rank

IDFS = [3.0, 2.0, 1.0]
ALL = [1.2, 1.2, 1.2]


def said(number: int, terms: list[float] | None = None, **fields: object) -> Spoken:
    usual = {"thread": (1, ""), "place": number, "seed": True, "may_answer": True, "session": 0.0, "cosine": None}
    return Spoken(message_id=number, terms=terms, **{**usual, **fields})


def ids(*spoken: Spoken, **options: object) -> list[int]:
    return [found.message_id for found in rank(spoken, IDFS, **options)]


def test_nothing_was_said_so_nothing_is_found() -> None:
    assert rank([], IDFS) == []


def test_a_question_without_a_known_word_finds_nothing() -> None:
    assert rank([said(1), said(2)], [], threshold=USUAL_THRESHOLD) == []


def test_more_and_rarer_words_of_the_question_rank_higher() -> None:
    rare, common, every = said(10, [1.2, 0, 0]), said(20, [0, 1.2, 0]), said(30, ALL)
    assert ids(common, rare, every) == [30, 10, 20]


def test_beside_a_far_better_answer_a_weak_one_is_none() -> None:
    assert ids(said(10, [0, 0, 1.2]), said(20, ALL)) == [20]
    assert ids(said(10, [0, 0, 1.2])) == [10]


def test_an_answer_beside_its_question_outranks_the_same_words_alone() -> None:
    beside = [said(10, [1.2, 0, 0]), said(11, [0, 1.2, 1.2])]
    alone = said(50, [1.2, 0, 0])
    assert ids(*beside, alone)[-1] == 50
    scores = {found.message_id: found.score for found in rank([*beside, alone], IDFS, context=False)}
    assert scores[10] == scores[50]


def test_neighbours_in_another_thread_do_not_count() -> None:
    words = said(10, [1.2, 0, 0])
    subagent = said(11, [0, 1.2, 1.2], thread=(1, "a1"))
    found = {hit.message_id: hit.around for hit in rank([words, subagent], IDFS)}
    assert found[10] == {hit.message_id: hit.around for hit in rank([words], IDFS)}[10]


def test_a_session_about_the_question_lifts_its_messages() -> None:
    assert ids(said(10, [1.2, 0, 0]), said(20, [1.2, 0, 0], thread=(2, ""), session=0.8)) == [20, 10]


def test_a_neighbour_of_a_seed_may_answer_but_one_further_away_is_context_only() -> None:
    seed = said(10, ALL)
    assert ids(seed, said(11, seed=False), said(12, seed=False)) == [10, 11]
    assert ids(seed, said(11, seed=False), context=False) == [10]


def test_what_the_filters_exclude_helps_others_but_is_no_answer() -> None:
    assert ids(said(10, ALL), said(11, ALL, may_answer=False)) == [10]


def test_meaning_alone_is_found_at_the_usual_threshold_behind_the_words() -> None:
    meant, worded = said(10, cosine=0.62), said(20, ALL, cosine=0.5)
    found = rank([meant, worded], IDFS, threshold=USUAL_THRESHOLD)
    assert [hit.message_id for hit in found] == [20, 10]
    assert found[1].score >= USUAL_THRESHOLD


def test_where_not_even_the_best_stands_out_there_is_no_answer() -> None:
    weak = [said(number, [0.5, 0, 0], cosine=0.2) for number in (10, 20, 30)]
    best = rank(weak, IDFS)[0].score
    assert 0 < best < STANDS_OUT * USUAL_THRESHOLD
    assert rank(weak, IDFS, threshold=USUAL_THRESHOLD) == []


@pytest.mark.parametrize("cosine", [None, 0.9])
def test_scores_are_between_nothing_and_one_and_equal_ones_put_the_newer_first(cosine: float | None) -> None:
    found = rank([said(n * 10, [9.0, 9.0, 9.0], session=3.0, cosine=cosine) for n in (1, 2)], IDFS)
    assert [hit.message_id for hit in found] == [20, 10]
    assert all(0 <= hit.score <= 1 for hit in found)
