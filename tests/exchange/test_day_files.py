"""Reading and writing one day file: the pure part, line by line."""

import json
from datetime import time

import pytest

from memory.errors import Refused
from memory.exchange.memory_record import comment, read_card, read_comment
from memory.exchange.memsearch import read_day

HEAD = "## Session 14:30\n\n### 14:31\n<!-- session:s turn:t transcript:/p -->\n"


def texts(text: str) -> list[str]:
    return [bullet.text for turn in read_day(text) for bullet in turn.bullets]


def test_bullets_of_every_kind_and_what_hangs_below_them() -> None:
    text = (
        HEAD + "- One\n* Two\n+ Three:\n  - nested\n  - again\n  more of it\nA paragraph\n\n1) not a bullet of ours\n"
    )
    assert texts(text) == ["One", "Two", "Three: nested; again more of it", "A paragraph", "1) not a bullet of ours"]


def test_lines_count_from_one_in_the_file() -> None:
    [turn] = read_day(HEAD + "- One\n\n- Two\n")
    assert [bullet.line for bullet in turn.bullets] == [5, 7]
    assert (turn.at, turn.session, turn.turn, turn.transcript) == (time(14, 31), "s", "t", "/p")


def test_a_turn_without_a_time_of_its_own_has_its_sessions() -> None:
    text = "## Session 09:15\n### What happened\n- One\n## Memory Compact 10:00\n- Two\n### 31:99\n- Three\n"
    assert [turn.at for turn in read_day(text)] == [time(9, 15), None, None]


def test_words_before_any_heading_are_read_too() -> None:
    assert texts("- One\n# 2026-02-09\n#### Notes\n- Two\n---\n") == ["One", "Two"]


def test_comments_are_no_words() -> None:
    assert texts(HEAD + "- One <!-- aside --> two\n<!-- hidden\n- Three\n-->\n- Four\n") == ["One  two", "Four"]


def test_a_comment_or_fence_that_never_ends_ends_with_its_section() -> None:
    text = HEAD + "- One\n<!-- open\n- lost\n### 15:00\n- Two\n```\ncode\n## Session 16:00\n- Three\n"
    assert texts(text) == ["One", "Two code", "Three"]


def test_only_the_first_anchor_of_a_section_counts() -> None:
    [turn] = read_day(HEAD + "<!-- session:evil turn:evil transcript:/x -->\n- One\n<!-- session:worse -->\n")
    assert turn.session == "s"


@pytest.mark.parametrize(
    "text",
    ["-->", "<!-- x", "a--b--->c", "--!>", "\n## Session 00:00", "\u2028\x85\x7f", '"}', "\\u003e", "日本 ✓", "-" * 9],
)
def test_any_text_survives_a_comment_and_cannot_end_it(text: str) -> None:
    line = comment("memory", {"content": text})
    assert "\n" not in line and line.count("-->") == line.count("<!--") == 1
    assert "--" not in line[4:-3] and not set("\u2028\u2029\x85") & set(line)
    assert read_comment(f"  {line}") == ("memory", {"content": text})


@pytest.mark.parametrize(
    "line", ["<!-- cairn:memory {no json} -->", "<!-- cairn:memory {} {} -->", '<!-- cairn:x {"a":1}} -->']
)
def test_a_comment_that_is_no_json_is_known_as_broken(line: str) -> None:
    assert read_comment(line) is not None
    assert (read_comment(line) or ("", {}))[1] is None


GOOD = {"id": "7a0f0000-0000-4000-8000-000000000000", "type": "failure", "at": "2026-02-09T14:31:00Z"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"id": "x"}, {"id": None}, {"type": "opinion"}, {"at": "yesterday"}, {"at": "2026-02-09T14:31:00"},
        {"at": "9999-12-31T23:59:59-14:00"}, {"status": "loud"}, {"visibility": 7}, {"tags": "one"}, {"tags": [1]},
        {"confidence": "NaN"}, {"confidence": 1e999}, {"trust": -1}, {"uses": "many"}, {"review_by": "soon"},
    ],
)  # fmt: skip
def test_a_card_without_sense_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(Refused, match="cannot be read"):
        read_card(json.loads(json.dumps({**GOOD, **wrong})))


def test_a_card_needs_its_id_type_and_moment_alone() -> None:
    card = read_card({**GOOD, "unknown": {"deep": [1]}, "tags": ["x" * 80], "log": ""})
    assert (card.type, card.status, card.tags, card.log, card.projects) == ("failure", "active", ("x" * 50,), "", None)
