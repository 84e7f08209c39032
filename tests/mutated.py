"""Files as disks, editors and other programs leave them: real lines, with a few things done to them."""

import copy
import json
import os
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

# For a longer look: CAIRN_FUZZ_EXAMPLES=50.
EXAMPLES = 4 * int(os.environ.get("CAIRN_FUZZ_EXAMPLES", "3"))
DEEP, LONG = "a list that is too deep for `json`", "a number that is too long for Python"
_DEPTHS = (400, 800, 900, 920, 940, 950, 960, 970, 974, 978, 980, 982, 984, 986, 988, 990, 100_000)
# What a key may hold in place of what belongs there.
ODD: tuple[object, ...] = (
    *(None, True, False, 0, -1, 10**30, -(10**400), 10**400, LONG, 1e308, float("nan"), float("inf"), 0.5),
    *("", " ", "\0", "\ud800", "\udfff\ud800", "\u202e\x1b[31m", "🜁" * 3_000, "a" * 70_000, "<private>", "١", "²"),
    *("0000-00-00", "0000-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "99999-01-01T00:00:00+00:00"),
    *("9999-12-31T23:59:59-14:00", "1970-01-01T00:00:00+23:59", "2199-12-31T23:59:59-23:59", "2026-02-30T10:00:00Z"),
    *("/" + "long/" * 2_000, "/home/\0/x", "/home/\udcff/x", "../../etc/passwd", "~root", "C:\\x", "file:///etc"),
    *([], {}, [None], [[]], {"": ""}, {"\0": "\ud800"}, ["a" * 5_000] * 3, ["a", "a"], [0, {}, []], ["x"] * 1_000),
    *({"type": "text", "text": ["a"]}, [{"type": "text", "text": "\ud800\0"}], DEEP),
)
_CHUNKS = (
    *(
        b"\0",
        b"\xff\xfe",
        b"\xef\xbb\xbf",
        b"\r",
        b"\r\n",
        b"\n",
        b"\xed\xa0\x80",
        b"\xc3",
        b"\x1b[2J",
        b'"',
        b"{",
        b"}",
    ),
    *(b"[" * 2_000, b"9" * 5_000, b"-->", b"<!--", b"---\n", b"\n## Session 99:99\n", b"\n### 25:61\n", b" " * 3_000),
)
Mutation = Callable[[list[bytes], int, int], list[bytes]]


def _flipped(lines: list[bytes], at: int, place: int) -> list[bytes]:
    line = bytearray(lines[at])
    line[place % len(line)] ^= 1 << place % 8
    return [*lines[:at], bytes(line), *lines[at + 1 :]]


def _cut(lines: list[bytes], at: int, place: int) -> list[bytes]:
    return [*lines[:at], lines[at][: place % len(lines[at])], *lines[at + 1 :]]


def _stuffed(lines: list[bytes], at: int, place: int) -> list[bytes]:
    line, chunk = lines[at], _CHUNKS[place % len(_CHUNKS)]
    middle = place // len(_CHUNKS) % (len(line) + 1)
    return [*lines[:at], line[:middle] + chunk + line[middle:], *lines[at + 1 :]]


def _twice(lines: list[bytes], at: int, place: int) -> list[bytes]:
    return [*lines, lines[at]]


def _gone(lines: list[bytes], at: int, place: int) -> list[bytes]:
    return [*lines[:at], *lines[at + 1 :]]


def _moved(lines: list[bytes], at: int, place: int) -> list[bytes]:
    rest = _gone(lines, at, place)
    middle = place % (len(rest) + 1)
    return [*rest[:middle], lines[at], *rest[middle:]]


def _crlf(lines: list[bytes], at: int, place: int) -> list[bytes]:
    return [line.replace(b"\n", b"\r\n") for line in lines]


def _marked(lines: list[bytes], at: int, place: int) -> list[bytes]:
    return [b"\xef\xbb\xbf" + lines[0], *lines[1:]]


def _wide(lines: list[bytes], at: int, place: int) -> list[bytes]:
    wide = b"".join(lines).decode("utf-8", "replace").encode(("utf-16", "utf-16-be", "utf-16-le", "utf-32")[place % 4])
    return wide.splitlines(keepends=True)


def _other_value(lines: list[bytes], at: int, place: int) -> list[bytes]:
    """Another value in one place of a line's JSON: of the wrong type, or what another place of the file holds."""
    begin, end = lines[at].find(b"{"), lines[at].rfind(b"}") + 1
    try:
        line = json.loads(lines[at][begin:end])
    except (ValueError, RecursionError):
        return lines
    holders = _holders(line)
    if not holders:
        return lines
    holder, key = holders[place % len(holders)]
    choices = [*ODD, *ODD, *_values(lines)]
    number = place // len(holders)
    holder[key] = choices[number % len(choices)]
    written = _written(line, _DEPTHS[number % len(_DEPTHS)]).encode()
    return [*lines[:at], lines[at][:begin] + written + lines[at][end:], *lines[at + 1 :]]


def with_other_values(line: dict[str, Any], *, each: int) -> Iterator[str]:
    """The line as JSON, in each place of it with `each` other values in turn, the same in each run."""
    lots = random.Random(json.dumps(line))
    for number in range(len(_holders(line))):
        for odd in lots.sample(ODD, min(each, len(ODD))):
            changed = copy.deepcopy(line)
            holder, key = _holders(changed)[number]
            holder[key] = odd
            yield _written(changed, lots.choice(_DEPTHS))


def _written(line: object, depth: int) -> str:
    said = json.dumps(line)
    return said.replace(f'"{DEEP}"', "[" * depth + "]" * depth).replace(f'"{LONG}"', "9" * 5_001)


def _holders(value: object) -> list[tuple]:
    """All places in a value, as what holds them and under which key."""
    keys = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = [(value, key) for key, _ in keys]
    return [*found, *(place for holder, key in found for place in _holders(holder[key]))]


def _values(lines: Sequence[bytes]) -> list[object]:
    """What the lines themselves hold: ids of other lines, moments, texts; alone and in a list."""
    values = []
    for line in lines:
        try:
            told = json.loads(line)
        except (ValueError, RecursionError):
            continue
        values += [holder[key] for holder, key in _holders(told) if isinstance(holder[key], str)]
    values = list(dict.fromkeys(values))[:100]
    return [*values, *([value] for value in values)]


_MUTATIONS: tuple[Mutation, ...] = (_flipped, _cut, _stuffed, _twice, _gone, _moved, _crlf, _marked, _wide)
_DONE = st.lists(
    st.tuples(
        st.one_of(st.just(_other_value), st.just(_other_value), st.sampled_from(_MUTATIONS)),
        st.integers(0, 10_000),
        st.integers(0, 10**9),
    ),
    min_size=1,
    max_size=4,
)


def mutated(seeds: Sequence[Sequence[bytes]]) -> st.SearchStrategy[bytes]:
    """One of these files (as their lines), with one to four things done to it."""
    return st.builds(_done, st.sampled_from([list(lines) for lines in seeds]), _DONE)


def _done(lines: list[bytes], done: Sequence[tuple[Mutation, int, int]]) -> bytes:
    for mutation, at, place in done:
        lines = [line for line in lines if line]
        if lines:
            lines = mutation(lines, at % len(lines), place)
    return b"".join(lines)


def many(strategy: st.SearchStrategy, check: Callable[..., None], *, examples: int = EXAMPLES) -> None:
    """Check so many of them, the same in each run."""

    @seed(38)
    @settings(
        max_examples=examples,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def checked(value: object) -> None:
        check(value)

    checked()
