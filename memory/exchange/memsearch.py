"""Reads one day of a memsearch log, whoever wrote it: turns with their anchors, and bullets with what stands beside."""

import re
from dataclasses import dataclass, field
from datetime import time

from memory.exchange.memory_record import Keys, read_comment

_SESSION = re.compile(r"^##\s+(?:Session\s+)?(?P<rest>.*)$")
_TURN = re.compile(r"^###\s+(?P<rest>.*)$")
_OTHER_HEADING = re.compile(r"^#{1,6}\s")
_CLOCK = re.compile(r"^(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::\d\d)?\b")
_ANCHOR = re.compile(
    r"^\s*<!--\s*session:(?P<session>\S*)(?:\s+turn:(?P<turn>\S*))?(?:\s+transcript:(?P<path>.*)|\s*)-->\s*$"
)
_BULLET = re.compile(r"^[-*+•]\s+(?P<text>.*)$")
_NESTED = re.compile(r"^\s+(?:[-*+•]|\d+[.)])\s+(?P<text>.*)$")
_FENCE = re.compile(r"^\s*(?:```|~~~)")
# No fence goes on over one of these: one that was never closed would swallow the day.
_BOUNDARY = re.compile(r"^(?:## Session |### )\d{1,2}:\d\d\s*$")
_COMMENTS = re.compile(r"<!--.*?-->")
_ESCAPED_HASHES = re.compile(r"^\\(?=#{1,6}\s)")


@dataclass
class LoggedBullet:
    """One bullet: its line in the file, its text, and the keys of the memory it tells of (None: it has none)."""

    line: int
    text: str
    memory: Keys | None = None


@dataclass
class LoggedTurn:
    """What stands under one heading. `told` holds our own keys of the turn (None: somebody else wrote it)."""

    line: int
    at: time | None
    session: str = ""
    turn: str = ""
    transcript: str = ""
    told: Keys | None = None
    told_of_session: Keys = field(default_factory=dict)
    bullets: list[LoggedBullet] = field(default_factory=list)


def read_day(text: str) -> list[LoggedTurn]:
    """The turns of a file in its order, those without a bullet left out. Never raises: what has no sense is skipped."""
    reader = _Reader()
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        reader.take(number, line)
    return [turn for turn in reader.turns if turn.bullets]


class _Reader:
    """Goes down the lines of one file."""

    def __init__(self) -> None:
        self.turns: list[LoggedTurn] = []
        self._began: time | None = None
        self._session: Keys = {}
        self._fenced = self._hidden = False

    def take(self, number: int, line: str) -> None:
        """One line more."""
        if _BOUNDARY.match(line):
            self._fenced = False
        if _FENCE.match(line):
            self._fenced = not self._fenced
        elif self._fenced:
            self._continue(line)
        elif not (self._heading(number, line) or self._comment(line)):
            self._words(number, line)

    def _heading(self, number: int, line: str) -> bool:
        if found := _TURN.match(line):
            self._open(number, _clock(found["rest"]) or self._began)
        elif found := _SESSION.match(line):
            self._began, self._session = _clock(found["rest"]), {}
            self._open(number, self._began)
        elif not _OTHER_HEADING.match(line):
            return False
        self._hidden = False
        return True

    def _open(self, number: int, at: time | None) -> None:
        self.turns.append(LoggedTurn(number, at, told_of_session=self._session))

    def _comment(self, line: str) -> bool:
        """Whether the line is (part of) a comment; anchors and our own are read, others are left out."""
        if self._hidden:
            self._hidden = "-->" not in line
            return True
        if found := _ANCHOR.match(line):
            self._anchor(found)
        elif own := read_comment(line):
            self._own(*own)
        elif line.lstrip().startswith("<!--"):
            self._hidden = "-->" not in line
        else:
            return False
        return True

    def _anchor(self, found: re.Match[str]) -> None:
        turn = self.turns[-1] if self.turns else None
        if turn and not turn.session and not turn.bullets:
            turn.session, turn.turn = (_unquoted(found[name]) for name in ("session", "turn"))
            turn.transcript = re.sub(r"--(!?)%3E", r"--\1>", (found["path"] or "").strip())

    def _own(self, kind: str, keys: Keys | None) -> None:
        turn = self.turns[-1] if self.turns else None
        if turn is None:
            return
        if kind == "session" and not turn.bullets:
            turn.told_of_session = self._session = keys or {}
        elif kind == "turn" and not turn.bullets:
            turn.told = keys or {}
        elif kind == "memory" and turn.bullets and turn.bullets[-1].memory is None:
            turn.bullets[-1].memory = keys or {}

    def _words(self, number: int, line: str) -> None:
        if found := _BULLET.match(line):
            self._add(number, found["text"])
        elif found := _NESTED.match(line):
            self._continue(found["text"], nested=True)
        elif line[:1].isspace():
            self._continue(line)
        elif line.strip():
            self._add(number, line)

    def _add(self, number: int, text: str) -> None:
        text = _plain(text)
        if any(character.isalnum() for character in text):
            if not self.turns:
                self._open(number, None)
            self.turns[-1].bullets.append(LoggedBullet(number, text))

    def _continue(self, line: str, *, nested: bool = False) -> None:
        """More of the bullet before; what is nested below it makes no sense alone."""
        last = self.turns[-1].bullets[-1] if self.turns and self.turns[-1].bullets else None
        text = _plain(line)
        if last and text and last.memory is None:
            last.text += ("; " if nested and not last.text.endswith((":", ".")) else " ") + text


def _clock(text: str) -> time | None:
    found = _CLOCK.match(text.strip())
    try:
        return time(int(found["hour"]), int(found["minute"])) if found else None
    except ValueError:
        return None


def _plain(text: str) -> str:
    """The words of a line: without comments, and without what keeps a text from being more than words."""
    # Behind the last end no comment begins: looking for it from each beginning would take the square of the line.
    closed, end, rest = text.rpartition("-->")
    bare = _COMMENTS.sub("", closed + end) + rest
    return _ESCAPED_HASHES.sub("", bare.strip()).replace("&lt;!--", "<!--")


def _unquoted(text: str | None) -> str:
    return re.sub(r"--(!?)%3E", r"--\1>", text or "").replace("%20", " ")[:100]
