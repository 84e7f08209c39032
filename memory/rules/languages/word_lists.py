"""Reads what the rules know of each language: word lists, patterns and examples, a folder a language.

A file `<code>/<topic>.txt` holds lists. `== name` begins one, `#` a comment; every other line is an entry, and a line
that begins with two spaces goes on with the entry before. `{NAME}` in a pattern stands for the list `name` of the same
topic. A list is the union of what all languages tell under its name.
"""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from memory.rules.literals import MASKED

_FOLDER = Path(__file__).parent
PERSON = "\ue010"  # a person, wherever a text names one
_GIVEN = {"PERSON": PERSON, "MASKED": MASKED}
_PART = re.compile(r"\{([A-Z][A-Z_]*)\}")


@cache
def codes() -> tuple[str, ...]:
    """The languages that have a folder, English first."""
    found = sorted(path.name for path in _FOLDER.iterdir() if path.is_dir() and not path.name.startswith("_"))
    return tuple(sorted(found, key=lambda code: code != "en"))


@cache
def lists(topic: str, code: str) -> dict[str, tuple[str, ...]]:
    """The lists of one topic in one language by name; none where the language has no such file."""
    path = _FOLDER / code / f"{topic}.txt"
    found: dict[str, list[str]] = {}
    entries: list[str] = []
    for line in path.read_text(encoding="utf-8").split("\n") if path.is_file() else ():
        if line.startswith("== "):
            entries = found.setdefault(line[3:].strip(), [])
        elif line.startswith("  ") and entries:
            entries[-1] += line[2:]
        elif line and not line.startswith("#"):
            entries.append(line)
    return {name: tuple(told) for name, told in found.items()}


def names(topic: str) -> tuple[str, ...]:
    """The names of the lists of a topic, in any language."""
    return tuple(dict.fromkeys(name for code in codes() for name in lists(topic, code)))


def entries(topic: str, name: str) -> tuple[str, ...]:
    """Every entry of a list, in all languages. Raises KeyError where no language has it, which is a mistake here."""
    found = tuple(entry for code in codes() for entry in lists(topic, code).get(name, ()))
    if not found:
        raise KeyError(f"{topic}.txt: {name}")
    return found


def word_list(topic: str, name: str) -> frozenset[str]:
    """A list of words."""
    return frozenset(entries(topic, name))


def regex(topic: str, name: str) -> str:
    """The entries of a list as one regular expression: a group of alternatives where there are several."""
    told = entries(topic, name)
    return _filled(topic, told[0] if len(told) == 1 else f"(?:{'|'.join(told)})")


def _filled(topic: str, told: str) -> str:
    return _PART.sub(lambda part: _GIVEN.get(part[1]) or regex(topic, part[1].lower()), told)


def _joined(told: Iterable[str]) -> str:
    r"""Alternatives, those that begin a word as one group: most places of a text begin none and are passed at once."""
    at_words = [entry.removeprefix(r"\b") for entry in told if entry.startswith(r"\b")]
    others = [entry for entry in told if not entry.startswith(r"\b")]
    return "|".join([rf"\b(?:{'|'.join(at_words)})", *others] if at_words else others)


@cache
def by_language(topic: str, name: str) -> dict[str, tuple[str, ...]]:
    """A list language by language, for what must not be mixed."""
    return {code: told for code in codes() if (told := lists(topic, code).get(name))}


def pairs(topic: str, name: str, code: str) -> dict[str, str]:
    """Entries `one => other` of a list in one language."""
    split = (entry.partition(" =>") for entry in lists(topic, code).get(name, ()))
    return {_filled(topic, one): other.strip() for one, _, other in split}


def all_pairs(topic: str, name: str) -> dict[str, str]:
    """The same of all languages."""
    return {one: other for code in codes() for one, other in pairs(topic, name, code).items()}


def weighed(topic: str, *, abroad: bool = False) -> tuple[tuple[str, float, str], ...]:
    """Lists named `label weight [number]` as label, weight and pattern; only English, or (`abroad`) all languages."""
    found: dict[str, list[str]] = {}
    for code in codes():
        for name, told in lists(topic, code).items() if abroad or code == "en" else ():
            found.setdefault(name, []).extend(told)
    return tuple((name.split()[0], float(name.split()[1]), _joined(told)) for name, told in found.items())


def examples(type_: str) -> tuple[str, ...]:
    """Sentences that tell a fact of a type, in all languages."""
    paths = (_FOLDER / code / "examples" / f"{type_}.txt" for code in codes())
    lines = (line for path in paths if path.is_file() for line in path.read_text(encoding="utf-8").split("\n"))
    return tuple(line for line in lines if line and not line.startswith("#"))
