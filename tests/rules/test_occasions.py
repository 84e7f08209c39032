"""What a question dates itself by, and which facts tell of it."""

import pytest

from memory.rules.event_dates import Occasion, came_about, occasion_in


@pytest.mark.parametrize(
    ("question", "words", "before"),
    [
        ("What did we decide about retries before the 2.3 release?", "2.3 release", True),
        ("which queue was used until the migration to Valkey", "migration to Valkey", True),
        ("What changed after the release of v2.4.0?", "release of v2.4.0", False),
        ("what was slow since the March outage", "March outage", False),
        ("Was war vor dem Release beschlossen?", "Release", True),
    ],
)
def test_a_question_about_the_past_names_its_occasion(question: str, words: str, before: bool) -> None:
    assert occasion_in(question) == Occasion(words, before)


@pytest.mark.parametrize(
    "question",
    [
        "What do we check before the release?",
        "which tests run after a deploy",
        "What did we decide about releases?",
        "when was the release",
        "before",
        "",
    ],
)
def test_a_question_about_what_is_usual_names_none(question: str) -> None:
    assert occasion_in(question) is None


@pytest.mark.parametrize(
    ("fact", "tells"),
    [
        ("Version 2.3 was released on Tuesday with the new cart.", True),
        ("The migration to Valkey was done in one night.", True),
        ("The checkout went down for 20 minutes in the March outage.", True),
        ("Before a release the smoke tests run against staging.", False),
        ("Releases are cut from main.", False),
    ],
)
def test_a_fact_tells_that_something_came_about(fact: str, tells: bool) -> None:
    assert came_about(fact) is tells


def test_a_long_question_is_read_in_no_time() -> None:
    assert occasion_in("was before the " * 20_000) is None
    assert occasion_in("was after " + "a-b " * 20_000) is None
