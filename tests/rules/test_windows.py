"""Windows around matches: overlapping ones are one result, and no message is shown twice."""

from hypothesis import given
from hypothesis import strategies as st

from memory.rules.history_ranking import Ranked
from memory.rules.windows import windows


def match(place: int, score: float = 0.5, thread: tuple[int, str] = (1, "")) -> Ranked:
    return Ranked(place + 1000 * thread[0], thread, place, score, 0, 0, 0, 0, 0)


def test_no_match_makes_no_window() -> None:
    assert windows([], 3) == []


def test_matches_that_stand_close_are_one_result_with_the_best_of_them() -> None:
    (window,) = windows([match(5, 0.4), match(6, 0.9), match(7, 0.5)], 3)
    assert (window.first, window.last, window.best.place) == (2, 10, 6)
    assert [found.place for found in window.matches] == [5, 6, 7]


def test_matches_far_apart_and_in_other_threads_stay_apart_best_first() -> None:
    found = windows([match(5, 0.4), match(50, 0.9), match(6, 0.6, (1, "a1"))], 3)
    assert [(window.thread[1], window.best.place) for window in found] == [("", 50), ("a1", 6), ("", 5)]


def test_without_context_each_match_is_its_own_result() -> None:
    assert [(w.first, w.last) for w in windows([match(5, 0.9), match(6, 0.8)], 0)] == [(5, 5), (6, 6)]


def test_a_window_does_not_begin_before_the_conversation() -> None:
    assert windows([match(1)], 3)[0].first == 1


@given(
    places=st.sets(st.integers(1, 300), min_size=1, max_size=120),
    around=st.integers(0, 10),
)
def test_every_match_is_in_one_window_and_no_place_in_two(places: set[int], around: int) -> None:
    found = windows([match(place) for place in places], around)
    assert sorted(one.place for window in found for one in window.matches) == sorted(places)
    assert all(window.first <= one.place <= window.last for window in found for one in window.matches)
    shown = [place for window in found for place in range(window.first, window.last + 1)]
    assert len(shown) == len(set(shown))
