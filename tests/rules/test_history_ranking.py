"""Ranking what was said: words weigh, the conversation around them helps, meaning alone is enough to be found."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from memory.rules.history_ranking import USUAL_THRESHOLD, Found, Spoken, rank
from memory.rules.time_words import Period

IDFS = [3.0, 2.0, 1.0]
ALL = [1.2, 1.2, 1.2]


def said(number: int, terms: list[float] | None = None, **fields: object) -> Spoken:
    usual = {"thread": (1, ""), "place": number, "seed": True, "may_answer": True, "session": 0.0, "cosine": None}
    return Spoken(message_id=number, terms=terms, **{**usual, **fields})


def ids(*spoken: Spoken, **options: object) -> list[int]:
    return [found.message_id for found in rank(spoken, IDFS, **options).messages]


def test_nothing_was_said_so_nothing_is_found() -> None:
    assert rank([], IDFS) == Found()


def test_a_question_without_a_known_word_finds_nothing() -> None:
    assert rank([said(1), said(2)], [], threshold=USUAL_THRESHOLD) == Found()


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
    scores = {found.message_id: found.score for found in rank([*beside, alone], IDFS, context=False).messages}
    assert scores[10] == scores[50]


def test_neighbours_in_another_thread_do_not_count() -> None:
    words = said(10, [1.2, 0, 0])
    subagent = said(11, [0, 1.2, 1.2], thread=(1, "a1"))
    found = {hit.message_id: hit.around for hit in rank([words, subagent], IDFS).messages}
    assert found[10] == {hit.message_id: hit.around for hit in rank([words], IDFS).messages}[10]


def test_a_session_about_the_question_lifts_its_messages() -> None:
    assert ids(said(10, [1.2, 0, 0]), said(20, [1.2, 0, 0], thread=(2, ""), session=0.8)) == [20, 10]


def test_a_neighbour_answers_where_it_says_more_than_the_seed() -> None:
    seed = said(10, [1.2, 0, 0])
    assert ids(seed, said(11, [0, 1.2, 1.2], seed=False), said(12, ALL, seed=False)) == [11, 10]
    assert ids(seed, said(11, seed=False)) == [10]
    assert ids(seed, said(11, ALL, seed=False), context=False) == [10]


def test_what_the_filters_exclude_helps_others_but_is_no_answer() -> None:
    assert ids(said(10, ALL), said(11, ALL, may_answer=False)) == [10]


def test_meaning_alone_is_found_at_the_usual_threshold_behind_the_words() -> None:
    meant, worded = said(10, cosine=0.62), said(20, ALL, cosine=0.5)
    found = rank([meant, worded], IDFS, threshold=USUAL_THRESHOLD).messages
    assert [hit.message_id for hit in found] == [20, 10]
    assert found[1].score >= USUAL_THRESHOLD


def test_where_not_even_the_best_stands_out_there_is_no_answer() -> None:
    weak = [said(number, [0.3, 0, 0], cosine=0.2) for number in (10, 20, 30)]
    assert rank(weak, IDFS).messages
    assert rank(weak, IDFS, threshold=USUAL_THRESHOLD) == Found()
    assert rank([*weak, said(40, ALL, cosine=0.6)], IDFS, threshold=USUAL_THRESHOLD).messages


def test_who_is_named_and_who_replies_to_a_question_comes_first() -> None:
    words = [1.2, 0, 0]
    assert ids(said(10, words, named=True), said(20, words)) == [10, 20]
    asked = [said(10, words, asks=True, ends_asking=True), said(11, words)]
    assert ids(*asked) == [11, 10]
    assert ids(said(10, words, length=600), said(20, words, length=12)) == [10, 20]


def test_what_was_said_in_the_named_time_comes_first_and_a_time_of_which_nothing_is_known_changes_nothing() -> None:
    march, june = (datetime(2026, month, 10, tzinfo=UTC) for month in (3, 6))
    spoken = [said(10, ALL, said_at=march), said(20, ALL, said_at=june)]
    asked = Period(datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 4, 1, tzinfo=UTC), "in march")
    assert ids(*spoken) == [20, 10]
    assert ids(*spoken, period=asked) == [10, 20]
    long_ago = replace(asked, first=datetime(2001, 1, 1, tzinfo=UTC), last=datetime(2001, 2, 1, tzinfo=UTC))
    assert ids(*spoken, period=long_ago) == [20, 10]


def test_of_two_sessions_that_say_the_same_the_short_one_is_about_it() -> None:
    long = said(10, ALL, thread=(1, ""), session_length=90_000)
    short = said(20, ALL, thread=(2, ""), session_length=900)
    assert [session.session_id for session in rank([long, short], IDFS).sessions] == [2, 1]
    assert rank([said(10)], IDFS, threshold=USUAL_THRESHOLD).sessions == []


def continued(**copy: object) -> list[Spoken]:
    """Session 2 was continued under another name as session 1, and something was said there before."""
    first = said(20, ALL, thread=(2, ""), session_length=900)
    return [said(10, ALL, **{"thread": (1, ""), "session_length": 1000, **copy}), first]


def sessions(spoken: list[Spoken]) -> list[int]:
    return [session.session_id for session in rank(spoken, IDFS).sessions]


@pytest.mark.parametrize("cosine", [None, 0.9])
def test_what_a_continued_session_repeats_speaks_for_the_session_that_said_it_first(cosine: float | None) -> None:
    weaker = said(30, [1.2, 1.2, 0.0], thread=(3, ""), session_length=900)
    spoken = [replace(row, cosine=cosine) for row in [*continued(), weaker]]
    assert sessions(spoken) == [2, 3, 1]
    assert [found.message_id for found in rank(spoken, IDFS).messages] == [20, 10, 30]


def test_of_two_copies_that_are_equally_long_the_older_session_said_it() -> None:
    assert sessions(continued(session_length=900)) == [1, 2]


def test_what_a_continued_session_adds_is_its_own() -> None:
    added = said(11, [1.8, 1.8, 1.8], thread=(1, ""), session_length=1000, length=300)
    assert sessions([*continued(), added]) == [1, 2]


@pytest.mark.parametrize("other", [{"length": 221}, {"said_at": datetime(2026, 3, 1, tzinfo=UTC)}])
def test_like_words_of_another_moment_or_length_are_no_copy(other: dict[str, object]) -> None:
    bystander = said(30, [1.2, 1.2, 0.0], thread=(3, ""), session_length=900)
    assert sessions([*continued(**other), bystander]) == [2, 1, 3]


def test_where_the_filters_exclude_the_first_session_its_copy_answers() -> None:
    copy, first = continued()
    weaker = said(30, [1.2, 1.2, 0.0], thread=(3, ""), session_length=900)
    assert sessions([copy, replace(first, may_answer=False), weaker]) == [1, 3]


@pytest.mark.parametrize("cosine", [None, 0.9])
def test_scores_are_between_nothing_and_one_and_equal_ones_put_the_newer_first(cosine: float | None) -> None:
    found = rank([said(n * 10, [9.0, 9.0, 9.0], session=3.0, cosine=cosine) for n in (1, 2)], IDFS).messages
    assert [hit.message_id for hit in found] == [20, 10]
    assert all(0 <= hit.score <= 1 for hit in found)
