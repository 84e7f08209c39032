"""The one function through which all texts leave for a model, held against whatever a text can hold."""

import re
import time
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memory.rules.fences import LOOKALIKES, end, framed, leaving, tag
from tests.linear import Generator, assert_linear, repeated

HIDDEN = ["\u200b", "\u2060", "\ufe0f", "\u202e", "\u2066", "\U000e0041", "\x1b[31m", "\x1b", "\x9b", "\x08", "\u0338"]
NAMES = [
    "system-reminder",
    "user",
    "/function_results",
    "ｓｙｓｔｅｍ",
    "|im_start|",
    "!--",
    "T",
    "/memory-0123abcd",
    "[INST]",
]
PIECES = st.one_of(
    st.sampled_from([*HIDDEN, *NAMES, *LOOKALIKES, ">", "＞", "/", "／", "\n", "\r", " ", "a", "1", "<<", "< /", "[m"]),
    st.text(max_size=4),
)
TEXTS = st.lists(PIECES, max_size=30).map("".join)
# Said independently of the code: any angle that has a name, a slash or a sign of markup behind it.
TAG = re.compile(r"<\s*[/!?|]|<[^\W\d]|<\s*[\w.:-]+\s*/?>")


def as_read(text: str) -> str:
    """What a reader may take the text for."""
    plain = unicodedata.normalize("NFKC", text.translate(dict.fromkeys(map(ord, set(LOOKALIKES) - {"‹"}), "<")))
    return "".join(sign for sign in plain if unicodedata.category(sign) not in ("Mn", "Me"))


@given(TEXTS)
@example("<\u200bsystem-reminder>")
@example("＜user＞")
@example("</function_results>")
@example("<\x1b[0msystem>")
@example("< user >")
@example("<1>")
@example("<\n?")
@example("<-:2.0/>")
@example("<\u00b4|")
@example("<1\u00b4>")
def test_nothing_that_leaves_reads_as_a_tag_or_hides(text: str) -> None:
    told = leaving(text)
    assert not TAG.search(as_read(told)), told
    assert not any(unicodedata.category(sign) == "Cc" and sign not in "\t\n" for sign in told)
    assert not any(hidden in told for hidden in HIDDEN[:10])


def test_no_sign_between_a_bracket_and_its_name_hides_a_tag() -> None:
    closers = "\u203a\u232a\u27e9\u3009\ufe65\uff1e"
    signs = (chr(code) for code in range(0x80, 0x110000) if not 0xD800 <= code < 0xE000)
    apart = [sign for sign in signs if unicodedata.category(sign)[0] in "MSCP" and sign not in closers]
    assert "\U0001d159" in apart  # a note without a head, which draws nothing
    assert [hex(ord(sign)) for sign in apart if f"<{sign}system" in leaving(f"<{sign}system>")] == ["0x2039"]


def test_characters_for_layout_do_not_leave() -> None:
    layout = {chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) == "Cf"}
    drawn = set("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd")
    assert {sign for sign in layout if leaving(f"a{sign}b") != "ab"} == drawn


@given(TEXTS)
def test_what_has_left_leaves_again_unchanged(text: str) -> None:
    assert leaving(leaving(text)) == leaving(text)


@given(TEXTS, TEXTS)
def test_no_text_ends_its_frame_or_opens_one(text: str, name: str) -> None:
    told = leaving(framed("memory", text, project=name))
    opening, closing = re.findall(r"</?memory-([0-9a-f]{8})\b", told)
    assert opening == closing and told.startswith("<memory-") and told.endswith(f"</memory-{opening}>")
    assert "\n" not in told[: told.index(">")]


def test_a_frame_has_another_name_each_time() -> None:
    own = f"{tag('memory')}{end('memory')}"
    assert leaving(own) != leaving(own)
    assert not TAG.search(leaving(leaving(own))), "once it has left, it is no frame any more"


@pytest.mark.parametrize(
    "piece", ["<", "< ", "\x1b[", "\x1b]", "<\u0301", "\u200c", "<a", "[ ", "\n", "＜\u200b", "<-"]
)
def test_a_text_of_twice_the_length_takes_about_twice_the_time(piece: str) -> None:
    assert _cost(piece, 1_000_000) < 3.5 * max(_cost(piece, 500_000), 1e-3)


@pytest.mark.parametrize(
    "text", [repeated("\x9d"), repeated("\x90"), repeated(" ", head="["), repeated(" ", head="[/")]
)
def test_an_opening_that_nothing_closes_is_looked_behind_once(text: Generator) -> None:
    assert_linear(leaving, text)


@pytest.mark.parametrize("piece", ["\x90", "\x9d", "\x90a", "\x1bP", "\x9b0", "\x1b]0;", "\x1b "])
def test_escapes_without_end_take_no_longer_than_as_many_that_end(piece: str) -> None:
    assert _cost(piece, 50_000) < 20 * max(_cost("\x1b[31m", 50_000), 1e-3)


def _cost(piece: str, length: int) -> float:
    """Seconds for so many characters of it."""
    text = (piece * length)[:length]
    least = float("inf")
    for _ in range(3):
        began = time.process_time()
        leaving(text)
        least = min(least, time.process_time() - began)
    return least
