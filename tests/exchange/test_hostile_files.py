"""Whatever stands in a file of memories: reading it takes as long as the file, and no longer."""

import pkgutil
import re
from collections.abc import Callable
from importlib import import_module

import pytest

from memory import exchange
from memory.errors import Refused
from memory.exchange.auto_memory import _read
from memory.exchange.memsearch import read_day
from memory.exchange.unpacking import _keys
from tests.linear import HOSTILE, Generator, assert_linear, repeated

LENGTH = 250_000
FOREIGN: dict[str, Generator] = {
    **{name: HOSTILE[name] for name in (repr("<!--"), repr("---\n"), repr("- "), repr("\t"), repr("{"), "noise")},
    "an anchor of spaces": repeated(" ", "<!-- session:s1 transcript:", "!"),
    "an anchor of spaces and paths": repeated(" a", "<!-- session:s1 transcript:", "!"),
    "an anchor without a session": repeated(" ", "<!--", "!"),
    "anchors that do not end": repeated("<!-- session:a turn:b transcript:c "),
    "cards that do not end": repeated("} --> ", "<!-- cairn:memory {"),
    "comments in a bullet": repeated("<!--", "- "),
    "comments that end in a bullet": repeated("<!-- -->", "- "),
    "brackets": repeated("[[a", "---\nname: a\n---\n"),
    "front matter without end": repeated("\n--- ", "---\n"),
    "keys without value": repeated("type :", "---\n", "\n---\n"),
    "a type of spaces": repeated(" ", "---\ntype", "\n---\n"),
    "bullets": repeated("- a\n"),
    "lines that go on": repeated("  a\n", "- a\n"),
    "headings": repeated("### 10:00\n"),
}


def read_note(text: str) -> None:
    """As an import reads it, which takes a Refused for an answer."""
    try:
        _read(text)
    except Refused:
        return


def read_line(text: str) -> None:
    """As an import reads a line of an archive."""
    try:
        _keys(text.encode())
    except Refused:
        return


@pytest.mark.parametrize("text", FOREIGN)
@pytest.mark.parametrize("work", [read_day, read_note, read_line])
def test_a_file_of_twice_the_length_takes_twice_as_long(work: Callable[[str], object], text: str) -> None:
    assert_linear(work, FOREIGN[text], largest=LENGTH)


# Modules of the importers that compile patterns, and what holds those to the length of what they read.
HELD = {
    "auto_memory": "read_note, above",
    "memory_record": "read_day, above: each line is looked at for a card",
    "memsearch": "read_day, above",
    "days": "names of files, which file systems keep short",
    "folder": "names of projects, which have at most 200 characters",
    "review_turns": "the words of a turn, which capture has cut",
}


def test_no_pattern_that_reads_files_is_forgotten() -> None:
    names = [module.name for module in pkgutil.iter_modules(exchange.__path__)]
    found = {
        name
        for name in names
        for value in vars(import_module(f"memory.exchange.{name}")).values()
        if isinstance(value, re.Pattern)
    }
    assert found == HELD.keys()
