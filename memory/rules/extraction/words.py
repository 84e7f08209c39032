"""How a sentence is worded, as the ranker reads it: its words in small letters, those of other languages in English."""

import re
from collections.abc import Iterator, Sequence

from memory.rules.languages.glossary import glossaries, parts_of
from memory.rules.vocabulary import TECHNICAL

CODE = re.compile(r"`[^`]+`")
IDENTIFIER = re.compile(
    r"(?<![\w/.-])(?:[A-Za-z]+_\w+|[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|--[a-z][\w-]+|[\w-]+(?:\.[\w-]+)*\(\)|"
    r"[\w-]*/[\w./-]+|[\w-]+\.(?:py|ts|tsx|js|go|rs|md|json|toml|yml|yaml|sh|vue|css|html|sql))"
)
EASTERN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_RUN = re.compile(f"{EASTERN.pattern}+")
_TOKEN = re.compile(r"[\ue001\ue002]|[^\W\d_][\w'’]*|\d[\d.,]*|[^\w\s]")
_NAMES = {"\ue001": "<code>", "\ue002": "<id>"}
_MARKS = str.maketrans(
    {"。": ".", "、": ",", "，": ",", "；": ";", "：": ":", "？": "?", "！": "!", "（": "(", "）": ")"}
    | dict.fromkeys("«»“”„「」『』", '"')
    | dict.fromkeys("¿¡")
)
UNKNOWN = "~"  # stands in `said` for a word that the glossary lacks


def words(text: str, language: str = "") -> list[str]:
    """Words in small letters; code, identifiers and numbers are one word each, so that the model learns how facts
    are told, not of what. Those of a `language` with a glossary are said in English, as far as they are known."""
    if language:
        own = _pairs(text) if glossaries()[language].learned else []
        return [word for word in _glossed(text, language) if word != UNKNOWN] + own
    found: list[str] = []
    for token in _TOKEN.findall(_masked(text)):
        if token in _NAMES:
            found.append(_NAMES[token])
        elif token[0].isdigit():
            found.append("<num>")
        elif not token.isascii() and EASTERN.search(token):
            found += [token[at : at + 2] for at in range(max(1, len(token) - 1))]
        else:
            found.append(token)
    return found


def said(text: str, language: str) -> str:
    """A sentence of a `language` in English, word by word, with UNKNOWN for each word that its glossary lacks."""
    return " ".join(_glossed(text, language))


def length(text: str) -> int:
    """Characters, of which one of a script without spaces counts as two: it says as much."""
    return len(text) if text.isascii() else len(text) + len(EASTERN.findall(text))


def _masked(text: str) -> str:
    return IDENTIFIER.sub(" \ue002 ", CODE.sub(" \ue001 ", text)).lower()


def _glossed(text: str, language: str) -> list[str]:
    found: list[str] = []
    stretch: list[str] = []  # words between two marks
    for token in [*_TOKEN.findall(_masked(text).translate(_MARKS)), "."]:
        if token[0].isalpha() and token not in _NAMES:
            stretch += parts_of(token)
            continue
        found += _in_english(stretch, language)
        stretch = []
        found.append(_NAMES.get(token) or ("<num>" if token[0].isdigit() else token))
    return found[:-1]


def _in_english(stretch: Sequence[str], language: str) -> Iterator[str]:
    """The words of a stretch without marks; terms of the trade are English in every language."""
    for word, meant in glossaries()[language].meant(stretch):
        yield from meant or ((word if word.isascii() and word in TECHNICAL else UNKNOWN),)


def _pairs(text: str) -> list[str]:
    """Two signs each of what is written without spaces."""
    runs = _RUN.findall(text)
    return [run[at : at + 2] for run in runs for at in range(max(1, len(run) - 1))]
