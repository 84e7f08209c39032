"""The redactor, held against texts that nobody has thought of: no secret of a known form stays."""

import json
import os
import random

from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from hooks.redaction import redact, strip_private
from hooks.scrubbing import scrub
from memory.rules import redaction

EXAMPLES = 100 * int(os.environ.get("CAIRN_FUZZ_EXAMPLES", "3"))
_LETTERS = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"


def _made(number: int) -> str:
    """A secret as machines make them: without the order and the repetitions by which samples are told."""
    lots = random.Random(number)
    form = lots.choice(["AKIA16", "ghp_36", "glpat-20", "xoxb-4921873650-7301946285-24"])
    capitals = form.startswith("AKIA")
    return form[:-2] + "".join(lots.sample(_LETTERS.upper()[:24] + "234567" if capitals else _LETTERS, int(form[-2:])))


# Forms that are a secret wherever they stand, whatever is said around them.
SECRETS = st.integers(0, 2**32).map(_made)
_AROUND = st.one_of(
    st.text(max_size=30),
    st.sampled_from([
        *("the token is ", "export KEY=", '{"key": "', "<key>", "\\n", "curl -u x:", "`", "'", "(", "日本", "\x1b[32m"),
        *("<private>", "</private>", "[REDACTED:", "[REDACTED:key] ", "://", "@", "-----BEGIN ", "password: "),
    ]),
)  # fmt: skip
# A secret begins and ends where a word does.
_EDGE = st.sampled_from([" ", "\n", "\t", '"', "'", "`", "(", ")", "=", ",", ";", "<", ">"])
many = settings(
    max_examples=EXAMPLES, database=None, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


@many
@given(_AROUND, _EDGE, SECRETS, _EDGE, _AROUND)
def test_no_secret_of_a_known_form_stays(before: str, left: str, secret: str, right: str, after: str) -> None:
    told = redact(f"{before}{left}{secret}{right}{after}")
    assert secret not in told.text and sum(told.counts.values()) >= 1


@many
@given(st.lists(st.one_of(_AROUND, SECRETS, _EDGE), max_size=8).map("".join))
@example("password=\ud800")
def test_a_second_look_finds_nothing_new(text: str) -> None:
    once = redact(text)
    assert redact(once.text).text == once.text
    assert bool(once.counts) == (once.text != text)


@many
@given(st.lists(st.one_of(_AROUND, _EDGE), max_size=6).map("".join), SECRETS, st.integers(10, 200))
def test_a_text_that_is_cut_keeps_no_part_of_its_secret(text: str, secret: str, limit: int) -> None:
    assume("<private" not in text)
    assert secret[:16] not in scrub(f"{text} {secret} {text}", limit)


@many
@given(st.lists(_AROUND, max_size=4).map("".join), st.lists(_AROUND, max_size=4).map("".join))
def test_what_is_private_stays_on_the_machine(before: str, after: str) -> None:
    assert "bluebird" not in strip_private(f"{before}<private>bluebird</private>{after}")


_JSON = st.recursive(
    st.one_of(_AROUND, st.integers(), st.booleans(), st.none()),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=8), inner, max_size=3)),
    max_leaves=6,
)


@many
@given(_JSON, _JSON, SECRETS)
def test_no_place_in_a_body_is_overlooked(left: object, right: object, secret: str) -> None:
    cleaned = redaction.cleaned({"a": [left, {"b": f"use {secret} here"}, right]})
    assert secret not in json.dumps(cleaned)
