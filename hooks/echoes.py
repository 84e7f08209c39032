"""Tells what an agent repeats of texts that it read, and which prompts it wrote itself, without sending those texts.

Contents of files stay on this machine, so the server cannot know that a sentence of the agent stands in a README. Here
hashes of what tools brought are kept beside the spool as long as the session lasts, and the answer is held against
them: the sentences of it that were read somewhere go along with it.
"""

from __future__ import annotations

import os
import re
import time
import zlib
from array import array

from hooks import project, state
from hooks.patterns import Lazily
from hooks.redaction import strip_private
from hooks.scrubbing import scrub, without_injected
from hooks.trimming import DEEPEST, LONGEST_LIST, OUTPUT, READERS, SPEECH, WRITERS

TYPE_CHECKING = False  # importing `typing` or `collections` would cost every hook a millisecond
if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER, GIVEN = "read", "given"
# Letters that are read of what a tool brought, and bytes that are kept of a session and of prompts.
MOST_READ, MOST_KEPT, MOST_GIVEN = 150_000, 1_048_576, 65_536
# Three words in a row are compared; so many of a sentence's, and this share of them, make it a repetition, and so do
# so many one after the other, whatever stands around them.
RUN, FEWEST, SHARE, UNBROKEN = 3, 2, 0.5, 8
SHORTEST_PROMPT = 12
# A session that has ended may be resumed.
SECONDS_KEPT, MOST_SESSIONS = 7 * 24 * 3600, 60
# What a tool does with these is said to an agent, now or later: a schedule brings it back as if a person had typed it.
SAID_TO_AGENTS = ("prompt", "message", "content", "text", "instructions")
# What the client sets for the commands of its shell and for hooks, one of which an agent may have taken away.
OF_SHELLS = (b"CLAUDECODE=", b"CLAUDE_PID=", b"CLAUDE_CODE_SESSION_ID=")
LARGEST_ENVIRONMENT = 1_048_576
# Commands that tell others something: `git commit`, `gh pr create`, `glab mr create`.
SAID_BY_COMMANDS = ("commit", "gh ", "glab ")
# `@docs/guide.md`, `@src/app.py#L10-20`, `@"my notes.txt"`.
SHOWN, LINES, MOST_SHOWN = (
    re.compile(r'(?<!\S)@(?:"([^"\n]{1,1000})"|(\S{1,1000}))'),
    re.compile(r"#L\d+(?:-L?\d+)?$"),
    8,
)
SENTENCES = re.compile(r"(?<=[.!?])\s+|\n")
WORDS = re.compile(r"[^\W_]+")
# What a reader does not see of a page: signs of emphasis, then tags within a word, then all others.
EMPHASIS = re.compile(
    r"[*`~]+|</?(?:a|abbr|b|code|del|em|font|i|ins|kbd|mark|s|small|span|strong|sub|sup|u|wbr)\b[^<>]{0,300}>"
)
TAGS = re.compile(r"<!--[^<>]{0,1000}-->|</?[a-z][^<>]{0,1000}>")
ENTITIES = Lazily(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
# NFKC sorts the marks of one letter by insertion; short slices keep that linear.
SLICE = 512


def note(folder: str, data: dict) -> None:
    """Keeps the hashes of what a tool brought and of what the agent wrote for agents. Raises OSError."""
    tool = str(data.get("tool_name", ""))
    if tool in WRITERS:
        return
    texts, deepest = _strings(data.get("tool_response"))
    texts.append(str(data.get("error", "")))
    withheld = tool in READERS or deepest >= DEEPEST or _is_withheld(texts)
    if tool not in READERS and tool != "Bash":
        for text in _said_to_agents(data.get("tool_input")):
            _append(folder, GIVEN, array("I", [_whole(text)]), MOST_GIVEN)
    if withheld:
        runs = _runs("\n".join(texts)[:MOST_READ])
        if runs:
            _append(os.path.join(folder, FOLDER), _name(data), array("I", sorted(set(runs))), MOST_KEPT)


def note_shown(folder: str, data: dict, root: str) -> None:
    """Keeps the hashes of the files that a prompt shows to the agent, for which it needs no tool. Raises OSError."""
    runs: list[int] = []
    for quoted, plain in SHOWN.findall(str(data.get("prompt", ""))[:SPEECH])[:MOST_SHOWN]:
        path = quoted or LINES.sub("", plain.rstrip(".,;:!?)"))
        path = os.path.expanduser(path) if path.startswith("~/") else path
        runs += _runs(project.text_of(os.path.join(str(data.get("cwd") or root), path))[:MOST_READ])
    if runs:
        _append(os.path.join(folder, FOLDER), _name(data), array("I", sorted(set(runs))), MOST_KEPT)


def is_given(folder: str, prompt: str) -> bool:
    """Whether an agent wrote this prompt."""
    return len(prompt) >= SHORTEST_PROMPT and _whole(prompt) in _kept(folder, GIVEN)


def is_within_session(client: str) -> bool:
    """Whether the client of this process id was started from a session's shell: then an agent writes its prompts.

    Known on Linux alone.
    """
    try:
        with open(f"/proc/{int(client)}/environ", "rb") as file:
            started_with = file.read(LARGEST_ENVIRONMENT)
    except (OSError, ValueError):
        return False
    return any(setting.startswith(OF_SHELLS) for setting in started_with.split(b"\0"))


def repeated(folder: str, data: dict) -> list[str]:
    """The sentences of an answer, commit or request that stand in what the session's tools brought, cleaned."""
    said = _said(data)
    known = _kept(os.path.join(folder, FOLDER), _name(data)) if said else frozenset()
    if not known:
        return []
    if len(said) > 2 * SPEECH:  # what is between is not sent
        said = f"{said[:SPEECH]}\n{said[-SPEECH:]}"
    return [scrub(sentence, SPEECH) for sentence in SENTENCES.split(said) if _is_repeated(sentence, known)]


def _said(data: dict) -> str:
    """The words of an event that may become a memory."""
    if str(data.get("hook_event_name")) in ("Stop", "SubagentStop"):
        said = data.get("last_assistant_message")
    else:
        given = data.get("tool_input") if data.get("tool_name") == "Bash" else None
        said = given.get("command") if isinstance(given, dict) else None
        if isinstance(said, str) and not any(name in said for name in SAID_BY_COMMANDS):
            return ""
    return said if isinstance(said, str) else ""


def forget(folder: str) -> None:
    """Deletes what is kept of sessions that ended a week ago, or before many others."""
    folder = os.path.join(folder, FOLDER)
    try:
        paths = [os.path.join(folder, name) for name in os.listdir(folder)]
    except FileNotFoundError:
        return
    ages = sorted((time.time() - os.lstat(path).st_mtime, path) for path in paths)
    for place, (age, path) in enumerate(ages):
        if age > SECONDS_KEPT or place >= MOST_SESSIONS:
            state.remove(path)


def _is_repeated(sentence: str, known: frozenset[int]) -> bool:
    held = [run in known for run in _runs(sentence)]
    total, longest, row = sum(held), 0, 0
    for one in held:
        row = row + 1 if one else 0
        longest = max(longest, row)
    return longest >= UNBROKEN or (total >= FEWEST and total >= SHARE * len(held))


def _is_withheld(texts: list[str]) -> bool:
    """Whether the event carries less than these texts: they are cut, or hold what does not leave the session."""
    if len(texts) > LONGEST_LIST or sum(map(len, texts)) > OUTPUT:
        return True
    return any("<" in text and without_injected(strip_private(text)) != text for text in texts)


def _said_to_agents(given: object, name: str = "") -> Iterator[str]:
    if isinstance(given, str) and name in SAID_TO_AGENTS and len(given) >= SHORTEST_PROMPT:
        yield given
    elif isinstance(given, dict):
        for key, value in given.items():
            yield from _said_to_agents(value, key)
    elif isinstance(given, list):
        for value in given:
            yield from _said_to_agents(value, name)


def _strings(value: object) -> tuple[list[str], int]:
    """All strings in a value, in order, and how many objects and lists lie around the deepest."""
    found: list[str] = []
    deepest, waiting = 0, [(value, 0)]
    while waiting:
        item, depth = waiting.pop()
        if isinstance(item, str):
            found.append(item)
            deepest = max(deepest, depth)
        elif isinstance(item, (dict, list)):
            inner = list(item.values()) if isinstance(item, dict) else item
            waiting += [(one, depth + 1) for one in reversed(inner)]
    return found, deepest


def _runs(text: str) -> list[int]:
    words = _words(text)
    return [zlib.crc32(" ".join(words[at : at + RUN]).encode("utf-8", "replace")) for at in range(len(words) - RUN + 1)]


def _whole(text: str) -> int:
    return zlib.crc32(" ".join(_words(text)).encode("utf-8", "replace"))


def _words(text: str) -> list[str]:
    """The words of a text as a reader takes them, however its source spells them."""
    if "&" in text:
        import html

        text = ENTITIES.sub(lambda found: html.unescape(found[0]), text)
    if not text.isascii():
        text = _plain(text)
    return WORDS.findall(TAGS.sub(" ", EMPHASIS.sub("", text.lower())))


def _plain(text: str) -> str:
    import unicodedata

    from hooks.fencing import TWINS, visible

    text = visible(text)
    slices = (text[at : at + SLICE] for at in range(0, len(text), SLICE))
    plain = "".join(unicodedata.normalize("NFKC", part) for part in slices).translate(TWINS)
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


def _name(data: dict) -> str:
    return re.sub(r"[^\w-]", "_", str(data.get("session_id", "")))[:80] or "_"


def _append(folder: str, name: str, hashes: array, most: int) -> None:
    """Adds hashes to a file; where it is full, the older half of it goes."""
    state.ensure_folder(folder)
    path = os.path.join(folder, name)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW, 0o600)
    with os.fdopen(handle, "ab") as file:
        file.write(hashes.tobytes())
        size = file.tell()
    if size > most:
        with open(path, "rb") as file:
            file.seek(size - most // 2 // hashes.itemsize * hashes.itemsize)
            rest = file.read()
        state.write_private(path, rest)


def _kept(folder: str, name: str) -> frozenset[int]:
    try:
        with open(os.path.join(folder, name), "rb") as file:
            content = file.read(2 * MOST_KEPT)
    except OSError:
        return frozenset()
    hashes = array("I")
    hashes.frombytes(content[: len(content) // hashes.itemsize * hashes.itemsize])
    return frozenset(hashes)
