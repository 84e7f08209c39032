"""A pattern that is skipped where a needed word is missing matches exactly where the pattern itself does."""

import gc
import random
import re
import time
from datetime import UTC, datetime

import pytest

from memory.rules.distillation import distill_text
from memory.rules.needed_words import needed_words
from memory.rules.needles import Needle
from tests.rules.test_corpus import CORPORA, NO_TEXTS, entries

NOW = datetime(2026, 3, 19, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("pattern", "needed"),
    [
        (r"\b(?:glad|relieved) that\b", {"glad", "relieved"}),
        (r"\bso (?:happy|sad)\b", {"happy", "sad"}),
        (r"\bannoy\w*", {"anno"}),
        (r"colou?rful", None),
        (r"(?:soon)?", None),
        (r"[a-z]+ing", None),
        (r"\(\w+\)!", {"!"}),
        (r"\bfrustrat(?:ed|ing)\b", {"frustrated", "frustrating"}),
    ],
)
def test_the_words_that_a_match_needs_are_read_from_its_pattern(pattern: str, needed: set[str] | None) -> None:
    assert needed_words(re.compile(pattern)) == needed


def test_no_pattern_of_the_rules_is_skipped_where_it_would_match() -> None:
    distill_text("The cache was dropped because it held 4,000 keys.", now=NOW)
    # By its very type: asked for their class, lazy objects of other tests would wake up.
    needles = [found for found in gc.get_objects() if type(found) is Needle]
    assert len(needles) > 50
    lots = random.Random(7)
    words = sorted({word for needle in needles for word in needle.needed or ()})
    names = sorted(path.stem for path in CORPORA[0].glob("*.jsonl") if path.stem not in NO_TEXTS)
    texts = [entry["text"][:300] for entry in lots.sample([entry for name in names for entry in entries(name)], 60)]
    texts += [_glued(lots, words) for _ in range(60)]
    wrong = [
        (needle.pattern.pattern[:60], text)
        for text in texts
        for needle in needles
        if not needle.may_match(text) and needle.pattern.search(text)
    ]
    assert not wrong


def _glued(lots: random.Random, words: list[str]) -> str:
    """Needed words in odd places: in capitals, longer, between signs and East Asian letters."""
    shapes = ("{}", "{}ed", "的{}吧", "{}'s", "({})", "`{}`", "{}-x", "İ{}")
    said = [lots.choice(shapes).format(lots.choice((word, word.title()))) for word in lots.sample(words, 12)]
    return lots.choice((" ", ", ", ": ", "-", "\n")).join(said)


def test_a_long_run_of_letters_is_read_in_no_time() -> None:
    began = time.process_time()
    distill_text("a" * 9000, now=NOW)
    distill_text("a " * 4000, now=NOW)
    assert time.process_time() - began < 2
