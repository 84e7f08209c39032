"""Hostile texts, and the check that work on them grows with their length and no faster.

For every pattern that reads foreign text, in the plugin and on the server. Nothing here knows a number of seconds:
the time may grow with the `GROWTH`th power of the length within one run.
"""

import gc
import random
import time
from collections.abc import Callable

LARGEST = 1_000_000
GROWTH = 1.25
# Up to the largest text in few steps, which take half the time of many; short texts must not be too short to tell.
STEPS, STEPS_OF_SHORT, SHORT = (64, 8, 1), (4, 1), 100_000
LOOKS = 4
# Below this the clock and the caches say more than the work does.
MEASURABLE = 0.02

Generator = Callable[[int], str]


def repeated(unit: str, head: str = "", tail: str = "") -> Generator:
    """Texts of one unit over and over, between `head` and `tail`."""
    return lambda size: head + (unit * (size // len(unit) + 1))[: max(0, size - len(head) - len(tail))] + tail


def _distinct(form: str) -> Generator:
    """Texts of one form around ever other words, for what remembers words."""

    def text(size: int) -> str:
        parts, length, number = [], 0, 0
        while length < size:
            parts.append(form.format(_letters(number)))
            length += len(parts[-1])
            number += 1
        return "".join(parts)[:size]

    return text


def _letters(number: int) -> str:
    word = ""
    while number >= 0:
        word = chr(97 + number % 26) + word
        number = number // 26 - 1
    return word


def _nested(opening: str, closing: str) -> Generator:
    return lambda size: opening * (size // 2 // len(opening)) + closing * (size // 2 // len(closing))


def _noise(size: int) -> str:
    """Signs that patterns look for, in no order."""
    return "".join(random.Random(7).choices("<>`'\"\\/.-_:=()[]{}# \n\taA0", k=size))


_UNITS = (
    *("a", "a ", "a.", "a/", "a_", "aB", "a-", "a@", "A_", "0.", "error ", "Error: ", "die a ", "v1.", "a=b&"),
    *("<", "<tag>", "</tag>", "<tag ", "<!--", "`", "``` ", "`a", "'", '"', "\\", "\\n", '\\"'),
    *("„", "“", "« ", "「"),
    *(
        "\n",
        "\r\n",
        "\r",
        " ",
        "\t",
        "\n\n- ",
        "- ",
        "-",
        "--",
        "--a",
        "---\n",
        "=",
        "#",
        "# a\n",
        "* ",
        "|",
        "| a |\n",
        ">",
        "> ",
    ),
    *(
        "(",
        "((",
        ")",
        "[",
        "[a](",
        "[a](b)",
        "![",
        "{",
        "{{",
        "$",
        "${",
        "%",
        "%3D",
        "&",
        "&amp;",
        "*",
        "**a",
        "_",
        "__",
    ),
    *(
        ".",
        "..",
        "...",
        "./",
        "/",
        "//",
        "~/",
        "://",
        "https://",
        "https://a.b/",
        "www.",
        "a@b.",
        ":",
        "::",
        ";",
        ",",
        ", ",
    ),
    *("\x1b[", "\x1b[31m", "\x00", "é", "日本", "密码是", "😀", "\u200b", "\u202e", "İ", "ß", "a\u0301"),
    *(
        "password",
        "password=",
        "key is ",
        "token: ",
        "Bearer ",
        "sk-ant-",
        "eyJ",
        "-----BEGIN ",
        "<private>",
        "</private>",
    ),
    *("<private", "<system-reminder>", "<system-reminder ", "</system-reminder>", "<cairn-a>", "<cairn-", "<cairn-a-"),
    *("<command-name>", "<local-command-", "<local-command-a", "kind: secret\ndata:\n  a: bbbb\n", "gid://u:p@"),
)

HOSTILE: dict[str, Generator] = {
    **{repr(unit): repeated(unit) for unit in _UNITS},
    **{f"{head!r}, {unit!r}": repeated(unit, head) for head in ("<", "`", "https://") for unit in ("a", "a-", "a.")},
    "a tag name without end": repeated("a-", "<cairn-"),
    "runs with another end": repeated("a", tail="!"),
    "dots with another end": repeated("a.", tail="!"),
    "distinct words": _distinct("{} "),
    "distinct tags": _distinct("<cairn-{}>"),
    "distinct closed tags": _distinct("<cairn-{0}></cairn-{0}>"),
    "closers, then openers": _nested("</system-reminder>", "<system-reminder>"),
    "openers, then closers": _nested("<system-reminder>", "</system-reminder>"),
    "private openers, then closers": _nested("<private>", "</private>"),
    "brackets": _nested("([{", "}])"),
    "words of growing length": lambda size: " ".join("a" * n for n in range(1, int((2 * size) ** 0.5)))[:size],
    "noise": _noise,
}  # fmt: skip


def assert_linear(work: Callable[[str], object], text: Generator, *, largest: int = LARGEST) -> None:
    """`work` on ever longer texts, up to `largest`: the time may grow with the `GROWTH`th power of the length.

    A step that looks steeper is measured again, both lengths, because other processes share the machine.
    """
    shorter, *lengths = (largest // part for part in (STEPS_OF_SHORT if largest < SHORT else STEPS))
    before = _seconds(work, text(shorter))
    for longer in lengths:
        now = _seconds(work, text(longer))
        for _ in range(LOOKS):
            if now <= max((longer / shorter) ** GROWTH * before, MEASURABLE):
                break
            before, now = _seconds(work, text(shorter)), _seconds(work, text(longer))
        else:
            raise AssertionError(f"{shorter:,} characters take {before:.3f} s, {longer:,} take {now:.3f} s")
        shorter, before = longer, now


def _seconds(work: Callable[[str], object], text: str) -> float:
    gc.disable()  # the collector's own work grows with all that the tests keep
    try:
        began = time.process_time()
        work(text)
        return time.process_time() - began
    finally:
        gc.enable()
