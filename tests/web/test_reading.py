"""How a memory's text is shown: identifiers apart, the words of a question marked, nothing unescaped."""

from datetime import timedelta

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from tests.linear import HOSTILE, assert_linear, repeated
from web.templatetags.memory_text import day_name, passage, reading


@pytest.mark.parametrize(
    "identifier",
    [
        "error_handler.py",
        "src/api/middleware/",
        "/var/log/app.log",
        "~/.cairn/config",
        "MAX_RETRIES",
        "retry()",
        "CheckoutService",
        "useSomething",
        "5.2.19",
        "v2",
        "1.2.3-rc.1",
        "--no-deps",
        "payments.failed",
        "https://example.org/a_b?x=1",
    ],
)
def test_what_looks_like_code_is_set_in_monospace(identifier: str) -> None:
    assert f"<code>{identifier}</code>" in reading(f"It uses {identifier} for this.")


@pytest.mark.parametrize(
    "words", ["e.g. this", "and/or that", "a 1.5 h delay", "on Tuesday. Then", "acme/checkout", "It's 30 s"]
)
def test_plain_words_stay_plain(words: str) -> None:
    assert "<code>" not in reading(f"It waits, {words}, always.")


def test_the_words_of_the_question_are_marked_in_all_their_forms() -> None:
    page = reading("Handlers retry; the handler retries what it handled.", "how are errors handled when retrying")
    assert page.count("<mark>") == 5
    assert "<mark>it</mark>" not in page


def test_a_mark_reaches_into_an_identifier() -> None:
    assert (
        reading("See error_handler.py now.", "error_handler") == "See <code><mark>error_handler</mark>.py</code> now."
    )


@given(st.text(max_size=300), st.text(max_size=40))
def test_no_text_breaks_out_of_its_paragraph(content: str, words: str) -> None:
    page = reading(content, words)
    bare = page
    for tag in ("<code>", "</code>", "<mark>", "</mark>"):
        bare = bare.replace(tag, "")
    assert "<" not in bare
    assert ">" not in bare


def test_days_have_names_people_use() -> None:
    today = timezone.localdate()
    assert day_name(today) == "Today"
    assert day_name(today - timedelta(days=1)) == "Yesterday"
    assert day_name(today - timedelta(days=3)) == f"{today - timedelta(days=3):%A}"
    assert day_name(today.replace(year=today.year - 1, month=3, day=4)) == f"4 March {today.year - 1}"


MESSAGE = 100_000
FOREIGN = {
    **HOSTILE,
    "words with endings": repeated("ing"),
    "a word with endings": repeated("ing", "error-"),
    "runs of the longest identifier": repeated("a-" * 99 + " "),
    "dashes as long as an identifier": repeated("-" * 200 + " "),
    "paths as long as an identifier": repeated("./" * 99 + " "),
}


@pytest.mark.parametrize("text", FOREIGN)
def test_a_text_of_twice_the_length_takes_twice_as_long_to_read(text: str) -> None:
    words = "why do errors in a tag die, password error"
    assert_linear(lambda said: reading(said, words), FOREIGN[text], largest=MESSAGE)
    assert_linear(lambda said: passage(said, words), FOREIGN[text], largest=MESSAGE)
    assert_linear(lambda asked: passage("error " * 100, asked), FOREIGN[text], largest=MESSAGE)


def test_a_passage_begins_where_most_of_the_words_stand() -> None:
    text = "an error. " + "Nothing here. " * 60 + "The error of the handler: error, error. " + "Nothing here. " * 60
    page = passage(text, "error handler")
    assert page.count("<mark>") == 4
    assert page.startswith("…")
