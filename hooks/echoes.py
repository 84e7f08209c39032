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

from hooks import state
from hooks.scrubbing import scrub
from hooks.trimming import OUTPUT, READERS, SPEECH, WRITERS

FOLDER, GIVEN = "read", "given"
# Letters that are read of what a tool brought, and bytes that are kept of a session and of prompts.
MOST_READ, MOST_KEPT, MOST_GIVEN = 150_000, 1_048_576, 65_536
# Three words in a row are compared; so many of a sentence's, and this share of them, make it a repetition.
RUN, FEWEST, SHARE = 3, 3, 0.5
MOST_SENTENCES, LONGEST_SENTENCE, MOST_REPEATED = 200, 600, 12_000
SHORTEST_PROMPT = 12
SECONDS_KEPT = 7 * 24 * 3600
# What a tool does with these is said to an agent, now or later: a schedule brings it back as if a person had typed it.
SAID_TO_AGENTS = ("prompt", "message", "content", "text", "instructions")
SENTENCES = re.compile(r"(?<=[.!?])\s+|\n")
WORDS = re.compile(r"[^\W_]+")


def note(folder: str, data: dict) -> None:
    """Keeps the hashes of what a tool brought and of what the agent wrote for agents. Raises OSError."""
    tool = str(data.get("tool_name", ""))
    brought, failure = "\n".join(_strings(data.get("tool_response"))), str(data.get("error", ""))
    is_cut = len(brought) > OUTPUT or len(failure) > OUTPUT
    if tool in WRITERS or (tool == "Bash" and not is_cut):
        return
    given = data.get("tool_input")
    for name in SAID_TO_AGENTS if isinstance(given, dict) and tool not in READERS else ():
        text = given.get(name)
        if isinstance(text, str) and len(text) >= SHORTEST_PROMPT:
            _append(folder, GIVEN, array("I", [_whole(text)]), MOST_GIVEN)
    if tool in READERS or is_cut:
        runs = _runs(f"{brought}\n{failure}"[:MOST_READ])
        if runs:
            _append(os.path.join(folder, FOLDER), _name(data), array("I", sorted(set(runs))), MOST_KEPT)


def is_given(folder: str, prompt: str) -> bool:
    """Whether an agent wrote this prompt."""
    return len(prompt) >= SHORTEST_PROMPT and _whole(prompt) in _kept(folder, GIVEN)


def repeated(folder: str, data: dict) -> list[str]:
    """The sentences of an answer that stand in what the session's tools brought, cleaned."""
    known = _kept(os.path.join(folder, FOLDER), _name(data))
    answer = data.get("last_assistant_message")
    if not known or not isinstance(answer, str):
        return []
    found, room = [], MOST_REPEATED
    for sentence in SENTENCES.split(answer[:SPEECH])[:MOST_SENTENCES]:
        runs = _runs(sentence)
        held = sum(run in known for run in runs)
        if held >= FEWEST and held >= SHARE * len(runs):
            text = scrub(sentence, LONGEST_SENTENCE)
            room -= len(text)
            if room < 0:
                break
            found.append(text)
    return found


def forget(folder: str, data: dict) -> None:
    """Deletes what is kept of a session that ends, and of those that ended without a word a week ago."""
    folder = os.path.join(folder, FOLDER)
    state.remove(os.path.join(folder, _name(data)))
    try:
        names = os.listdir(folder)
    except FileNotFoundError:
        return
    for name in names:
        path = os.path.join(folder, name)
        if time.time() - os.stat(path).st_mtime > SECONDS_KEPT:
            state.remove(path)


def _strings(value: object, depth: int = 0) -> list[str]:
    if isinstance(value, str):
        return [value]
    if depth > 6 or not isinstance(value, (dict, list)):
        return []
    inner = value.values() if isinstance(value, dict) else value
    return [text for item in inner for text in _strings(item, depth + 1)]


def _runs(text: str) -> list[int]:
    words = WORDS.findall(text.lower())
    return [zlib.crc32(" ".join(words[at : at + RUN]).encode("utf-8", "replace")) for at in range(len(words) - RUN + 1)]


def _whole(text: str) -> int:
    return zlib.crc32(" ".join(WORDS.findall(text.lower())).encode("utf-8", "replace"))


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
