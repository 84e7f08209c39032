"""Whatever is captured, asked or sent: to read it takes the server as long as the text, and no longer."""

import time
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from memory.capture import event_validation
from memory.rules import (
    amendments,
    blocks,
    contradiction,
    event_dates,
    identity,
    literals,
    outcomes,
    overviews,
    own_words,
    paths,
    personal,
    ranking,
    segmentation,
    steering,
    tables,
    time_words,
)
from memory.rules.extraction import sentences as extraction_sentences
from tests.linear import HOSTILE, assert_linear

NOW = datetime(2026, 11, 1, tzinfo=UTC)
LENGTH = 8_000


def _compared(text: str) -> object:
    """With what ends otherwise, by nothing that is remembered of them."""
    for kept in (contradiction._read, amendments._read, amendments._subject, literals.literals):
        kept.cache_clear()
    return contradiction.difference(text, f"{text}y")


def _amended(text: str) -> object:
    _compared("")
    return amendments.amendment(f"Now 5 instead of 4. {text}", f"4 {text}", context="make it 5, no longer 4")


WORKS: dict[str, Callable[[str], object]] = {
    "stored": event_validation.storable,
    "cut into segments": segmentation.segments,
    "cut into sentences": segmentation.sentences,
    "held for a person's": personal.is_personal,
    "searched for literals": literals.literals,
    "searched for a table": tables.told_by_table,
    "searched for own words": own_words.own_words,
    "held against own words": lambda text: own_words.is_stated(text, own_words.statements(text)),
    "looked up in own words": lambda text: own_words.quotes_own_words(text, text),
    "cut into sentences for the ranker": extraction_sentences.sentences,
    "held for what steers": steering.steers,
    "searched for an error": outcomes.error_line,
    "searched for a patch": paths.patched,
    "brought to its essence": lambda text: blocks.essence("decision", text),
    "compared with another": _compared,
    "held for an amendment": _amended,
    "a remote": identity.from_remote,
    "a path": identity.from_path,
    "a question of a time": lambda text: time_words.period_in(text, now=NOW),
    "a question of an occasion": event_dates.occasion_in,
    "a question for kinds": overviews.kinds_asked_for,
    "a question with names": ranking.names_in,
}


@pytest.mark.parametrize("work", WORKS)
def test_a_text_of_twice_the_length_takes_twice_as_long(work: str) -> None:
    for text in HOSTILE.values():
        assert_linear(WORKS[work], text, largest=LENGTH)


@pytest.mark.parametrize("unit", ["X", "xa_", "a-", "moved a to b ", "no longer a, ", "2026-01-01 "])
@pytest.mark.parametrize("work", ["compared with another", "held for an amendment"])
def test_a_comparison_ends_however_long_the_texts_are(work: str, unit: str) -> None:
    began = time.process_time()
    WORKS[work](unit * (1_000_000 // len(unit)))
    assert time.process_time() - began < 1
