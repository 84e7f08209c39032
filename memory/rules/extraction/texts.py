"""Second step of extraction: the texts of a turn in which facts stand, each with who said it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal as OneOf

from memory.rules.material import ToolUse, TurnMaterial

Place = OneOf["prompt", "answer", "commit", "request", "output"]
LONGEST = 20_000  # characters of one text that are read; an answer of a megabyte is no answer
_COMMIT = re.compile(r"\bgit\b[^|;&\n]{0,200}?\bcommit\b")
_REQUEST = re.compile(r"\b(?:gh|glab)\s+(?:pr|mr|issue|release)\s+(?:create|edit|comment|review|close|merge)\b")
_HEREDOC = re.compile(r"<<-?\s*['\"]?(\w+)['\"]?[^\n]*\n(.*?)(?:\n\s*\1\b|\Z)", re.DOTALL)
_MESSAGE = re.compile(
    r"(?:^|\s)(?:-[a-zA-Z]{0,3}m|--message|--body|-b|--title|-t|--notes)[ =]+"
    r"(?:\"((?:[^\"\\]|\\.)*)(?:\"|\Z)|'([^']*)(?:'|\Z))",
    re.DOTALL,
)
_TRAILER = re.compile(r"^\s*(?:[A-Z][\w-]+-[Bb]y: |🤖|\S{0,3} ?Generated with )", re.MULTILINE)
_ERROR = re.compile(
    r"^.{0,80}?\b(?:error|failed|fatal|cannot|could not|not found|denied|unsupported|invalid|refused|missing)\b.*$",
    re.IGNORECASE | re.MULTILINE,
)


@dataclass(frozen=True)
class Text:
    """One text of the turn: where it stands, and its words."""

    place: Place
    words: str


def texts(material: TurnMaterial) -> Iterator[Text]:
    """Prompt, answer, what commits and pull requests say, and what a failing tool printed, in this order."""
    yield Text("prompt", head_and_tail(material.prompt))
    yield Text("answer", head_and_tail(material.answer))
    for tool in material.tools:
        yield from told(tool)


def head_and_tail(words: str) -> str:
    """`words`, or their beginning and end where they are longer than is read."""
    if len(words) <= LONGEST:
        return words
    return f"{words[: LONGEST // 2]}\n\n{words[-LONGEST // 2 :]}"


def told(tool: ToolUse) -> Iterator[Text]:
    """What a call tells: the message of a commit or a pull request, and the errors of one that failed."""
    command = head_and_tail(tool.command or "")
    place: Place | None = "commit" if _COMMIT.search(command) else "request" if _REQUEST.search(command) else None
    if place:
        for words in _messages(command):
            yield Text(place, _without_trailers(words))
    if tool.failed:
        lines = _ERROR.findall(tool.output[:4000])
        yield Text("output", "\n\n".join(line.strip() for line in lines[:6]))


def _messages(command: str) -> Iterator[str]:
    """The messages that a command hands over, in here-documents or in quotation marks."""
    documents = _HEREDOC.findall(command)
    yield from (words for _, words in documents)
    if not documents:
        for found in _MESSAGE.finditer(command):
            yield (found[1] or found[2] or "").replace('\\"', '"').replace("\\`", "`").replace("\\$", "$")


def _without_trailers(words: str) -> str:
    trailer = _TRAILER.search(words)
    return words[: trailer.start()] if trailer else words
