"""The redactor against kinds of secrets, texts that only look like one, and input made to take it long."""

import math
import re
import string
import time

import pytest

from hooks.redaction import redact, redact_key
from hooks.secret_words import book
from tests.hooks.secret_kinds import SecretKind, kinds, read_corpus, survivors

LOOK_ALIKES = [line.replace("\\n", "\n") for line in read_corpus("look_alikes")]
SEEDS = range(1, 6)


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.name)
def test_no_stretch_of_a_secret_of_any_kind_is_left(kind: SecretKind) -> None:
    assert survivors(kind, redact(kind.text).text) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_other_draws_of_the_same_kinds_fare_no_better(seed: int) -> None:
    left = {kind.name: kind.text for kind in kinds(seed) if survivors(kind, redact(kind.text).text)}
    assert left == {}


def test_there_are_at_least_135_kinds_and_60_look_alikes() -> None:
    assert len({kind.name for kind in kinds()}) >= 135
    assert all(survivors(kind, kind.text) for kind in kinds())  # the check itself sees what is left
    assert len(set(LOOK_ALIKES)) >= 60


@pytest.mark.parametrize("text", LOOK_ALIKES)
def test_what_only_looks_like_a_secret_stays_to_the_letter(text: str) -> None:
    assert redact(text).text == text


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.name)
def test_redacting_a_kind_twice_changes_nothing_more(kind: SecretKind) -> None:
    once = redact(kind.text).text
    assert redact(once).text == once


def test_a_secret_between_other_words_leaves_them_alone() -> None:
    for kind in kinds():
        told = redact(f"Before it:\n\n{kind.text}\n\nAfter it.").text
        assert told.startswith("Before it:\n") and told.endswith("\nAfter it."), kind.name


def test_an_identifier_with_a_secret_becomes_one_of_its_own() -> None:
    one, other = (f"{'gh'}p_{letter * 3}7Yk29LmQpRs4TuvWx8Zq1w2e3r4t5y6u7" for letter in "ab")
    assert redact_key(one) == redact_key(one) != redact_key(other)
    assert one[4:10] not in redact_key(one)
    assert redact_key(redact_key(one)) == redact_key(one)


@pytest.mark.parametrize(
    "key",
    [
        "7f3c1a52-9d1e-4c5b-8a3f-0b6d5e4c3a21",
        "toolu_01A09q90qw90lq917835lq9",
        "ci-bot",
        "agent-a1b2c3",
        "2026-03-19/1",
        "",
    ],
)
def test_other_identifiers_stay_as_they_are(key: str) -> None:
    assert redact_key(key) == key


def _hostile() -> list[str]:
    """What each pattern begins with, and what the new ones would have to look far for: to be repeated."""
    rules = book()
    literals = [row["mark"] for row in rules.marks] + [start for row in rules.tokens for start in row["starts"]]
    endings = ("=", ": ", " is ", ' "', '\\\\"', ": >-\n  a1b2c3d4\n")
    lines = [re.sub(r"\\(n|\\)", _read_escape, line.replace("~", "")) for line in read_corpus("hostile")]
    return [
        *lines,
        *string.punctuation,
        *(literal + filling for literal in literals for filling in ("", "a1B2c3D4e5F6g7H8 ")),
        *(anchor + ending for anchor in rules.anchors for ending in endings),
    ]


def _read_escape(found: re.Match[str]) -> str:
    return "\n" if found[1] == "n" else "\\"


def _seconds(text: str) -> float:
    started = time.process_time()
    redact(text)
    return time.process_time() - started


def _repeated(unit: str, size: int) -> str:
    return (unit * (size // len(unit) + 1))[:size]


def _growth(unit: str, size: int, times: int = 2) -> float:
    """How much longer `times` as much takes; the least of some tries, for the machine does other things, too."""
    least = math.inf
    for _ in range(3):
        least = min(least, _seconds(_repeated(unit, times * size)) / max(_seconds(_repeated(unit, size)), 1e-4))
        if least < 1.3 * times:
            break
    return least


@pytest.mark.parametrize("part", range(8))
def test_hostile_text_takes_time_that_grows_with_it_and_no_faster(part: int) -> None:
    units = _hostile()[part::8]
    # Eight times as much in one step: what grows with the square takes 64 times as long.
    worse = {unit: growth for unit in units if (growth := _growth(unit, 4_000, 8)) > 16}
    slow = {unit: growth for unit in worse if (growth := _growth(unit, 128_000)) > 3}
    assert slow == {}


@pytest.mark.parametrize(
    "unit", ["cio", "mnemonic", "abandon\n", "zoo ", "$", "\\u0061", "%3D", "Z2hwX0/", "|-", '"value":"']
)
def test_a_megabyte_of_one_thing_takes_no_more_than_three_times_as_long_as_half_of_it(unit: str) -> None:
    assert _growth(unit, 500_000) < 3


@pytest.mark.bench
@pytest.mark.parametrize("part", range(8))
def test_hostile_text_of_a_megabyte_takes_linear_time(part: int) -> None:
    slow = {unit: growth for unit in _hostile()[part::8] if (growth := _growth(unit, 500_000)) > 3}
    assert slow == {}
