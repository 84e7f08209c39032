"""Whether a question without its time is about something, and which kinds of memory it asks for."""

import pytest

from memory.rules.overviews import kinds_asked_for


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("what happened ?", set()),
        ("What's new ", set()),
        ("who changed what ", set()),
        ("give me an overview of ", set()),
        ("what did we decide ?", {"decision"}),
        ("Which rules and decisions did the team agree on ", {"pattern", "decision"}),
        ("What went wrong ", {"failure"}),
        ("list all problems of ", {"failure"}),
        ("which dependencies were upgraded ", {"dependency"}),
        ("Was haben wir entschieden?", {"decision"}),
        ("Welche Fehler gab es ?", {"failure"}),
        ("¿Qué decidimos ?", {"decision"}),
        ("Qué pasó ", set()),
    ],
)
def test_a_question_that_names_no_subject_asks_for_all_of_its_kinds(question: str, kinds: set[str]) -> None:
    assert kinds_asked_for(question) == kinds


@pytest.mark.parametrize(
    "question",
    [
        "what did we decide about retries ",
        "what broke in production ",
        "what did you change ",
        "what should we do ",
        "which decisions were made in #42 ",
        "was wurde am Checkout entschieden",
    ],
)
def test_a_question_with_a_subject_is_no_overview(question: str) -> None:
    assert kinds_asked_for(question) is None
