"""Kinds of secrets, drawn anew from the templates in corpus/secret_kinds.txt: nothing in it is anybody's secret."""

import base64
import random
import re
import string
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

_CORPUS = Path(__file__).parent / "corpus"
_ALPHABETS = {
    "A": string.ascii_letters + string.digits,
    "a": string.ascii_lowercase,
    "h": string.digits + "abcdef",
    "H": string.digits + "ABCDEF",
    "U": string.ascii_uppercase + string.digits,
    "l": string.ascii_lowercase + string.digits,
    "d": string.digits,
    "B": string.ascii_letters + string.digits + "+/",
}
_DRAWN = re.compile(r"<([AahHUldB])(\d+)>")
_CODED = re.compile(r"<(64|%):((?:[^<>]|<(?!64:|%:))*?)>(?=[^>]|$)", re.S)
_SECRET = re.compile("«(.*?)»", re.S)
_MARKER = re.compile(r"\[REDACTED:[a-z0-9-]+\]")
_WINDOW = 6


@dataclass(frozen=True)
class SecretKind:
    """One kind: its name, a text with a secret of it, and the secret's pieces."""

    name: str
    text: str
    pieces: tuple[str, ...]


def kinds(seed: int = 1) -> list[SecretKind]:
    """Every kind of the file, with secrets drawn from `seed`."""
    lots = random.Random(seed)
    return [_kind(*line.split(" :: ", 1), lots) for line in read_corpus("secret_kinds")]


def read_corpus(name: str) -> list[str]:
    """The lines of a file of the corpus that are no comments."""
    lines = (_CORPUS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def survivors(kind: SecretKind, text: str) -> list[str]:
    """The stretches of the secret that are still in `text`: of six characters, or the whole of a shorter piece."""
    text = _MARKER.sub(" ", text)
    windows = (piece[at : at + _WINDOW] for piece in kind.pieces for at in range(max(1, len(piece) - _WINDOW + 1)))
    return [window for window in windows if window in text]


def _kind(name: str, template: str, lots: random.Random) -> SecretKind:
    # A backslash that is doubled is one of the text.
    text = re.sub(r"\\(n|\\)", lambda found: "\n" if found[1] == "n" else "\\", template)
    text = _DRAWN.sub(
        lambda found: _draw(found, lots), text.replace("~~", "\x01").replace("~", "").replace("\x01", "~")
    )
    text = _CODED.sub(_coded, text)
    pieces = tuple(_SECRET.findall(text))
    return SecretKind(name, _SECRET.sub(r"\1", text), pieces)


def _draw(found: re.Match[str], lots: random.Random) -> str:
    """As a generator of passwords does it: with a digit among letters, and no letter next to itself."""
    alphabet, size = _ALPHABETS[found[1]], int(found[2])
    drawn = [lots.choice(alphabet) for _ in range(size)]
    if found[1] in "AUlB" and size > 5:
        drawn[3], drawn[4], drawn[5] = (
            lots.choice("23456789"),
            lots.choice("xyzXYZ" if found[1] in "AB" else "xyz"),
            "7",
        )
        drawn[4] = drawn[4].upper() if found[1] == "U" else drawn[4]
    return "".join(drawn)


def _coded(found: re.Match[str]) -> str:
    return base64.b64encode(found[2].encode()).decode() if found[1] == "64" else quote(found[2], safe="")
