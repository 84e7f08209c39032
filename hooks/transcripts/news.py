"""Notes of the hooks that a session's transcript has grown; the detached flush takes them up.

A note is a file per session. The flush takes it by renaming it, so that one which a hook writes meanwhile stays,
and one that a killed flush had taken is found again.
"""

from __future__ import annotations

import os

from hooks import quick_json as json
from hooks import state
from hooks.redaction import redact, redact_key
from hooks.scrubbing import scrub_place

TYPE_CHECKING = False  # importing `typing` or `collections` would cost every hook a millisecond
if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = "transcripts"
NEW, TAKEN, RESUMED = ".news", ".taken", ".resumed"


def note(folder: str, data: dict, project: dict[str, str]) -> None:
    """Leaves the note of one hook event for the flush of this spool folder; no note without a transcript's path."""
    content = _content(data)
    if content:
        _write(folder, NEW, {**content, "project": scrub_place(project)})


def note_resumed(folder: str, data: dict) -> None:
    """Notes where an old session goes on; if it is new to this folder, what was said before stays on the machine."""
    content = _content(data)
    session = _safe(content["session_id"]) if content else ""
    if content.get("size") and not any(name.startswith(session) for name in _names(folder)):
        _write(folder, RESUMED, content)


def resumed(folder: str) -> list[dict]:
    """The notes of `note_resumed`: `session_id`, `path`, `size` and `noted_at`."""
    return _all(folder, (RESUMED,))


def is_waiting(folder: str) -> bool:
    """True when the flush of this spool folder has a transcript to look at."""
    return bool(_names(folder))


def waiting(folder: str) -> list[dict]:
    """The notes that wait: `session_id`, `path`, `project`, `size` and `noted_at` (Unix time), maybe `agent_id`."""
    return _all(folder, (NEW, TAKEN))


def take(folder: str) -> Iterator[tuple[str, dict]]:
    """Each note with the path to give to `done` when its transcript is sent; what is not done waits on."""
    place = os.path.join(folder, FOLDER)
    for name in _names(folder):
        taken = os.path.join(place, os.path.splitext(name)[0] + TAKEN)
        if name.endswith(NEW):
            os.replace(os.path.join(place, name), taken)
        found = _read(taken)
        if found:
            yield taken, found
        else:
            done(taken)


def done(taken: str) -> None:
    """Forgets a note that was taken, and where its session was resumed."""
    state.remove(os.path.splitext(taken)[0] + RESUMED)
    state.remove(taken)


def adopt(source: str, target: str) -> list[dict]:
    """Moves the notes of one spool folder to another; returns them."""
    found = waiting(source)
    place = os.path.join(target, FOLDER)
    if found:
        state.ensure_folder(place)
    for name in _names(source):
        moved = os.path.join(place, os.path.splitext(name)[0] + NEW)
        os.replace(os.path.join(source, FOLDER, name), moved)
    return found


def _content(data: dict) -> dict:
    session, path = data.get("session_id"), data.get("transcript_path")
    if not isinstance(session, str) or not isinstance(path, str) or not path.endswith(".jsonl"):
        return {}
    if not session or "/" in session or redact_key(session) != session or redact(path).counts:
        return {}  # the flush needs both to the letter, so with a secret in one of them the transcript stays here
    content = {"session_id": session, "path": path, "size": _size(path)}
    if agent := os.environ.get("CAIRN_AGENT_ID", ""):
        content["agent_id"] = redact_key(agent)
    return content


def _write(folder: str, ending: str, content: dict) -> None:
    place = os.path.join(folder, FOLDER)
    path = os.path.join(place, _safe(content["session_id"]) + ending)
    try:
        state.write_private(path, json.dumps(content).encode())
    except FileNotFoundError:
        state.ensure_folder(place)
        state.write_private(path, json.dumps(content).encode())


def _safe(session: str) -> str:
    return "".join(sign if sign.isalnum() or sign == "-" else "_" for sign in session)[:100]


def _all(folder: str, endings: tuple[str, ...]) -> list[dict]:
    notes = (_read(os.path.join(folder, FOLDER, name)) for name in _names(folder, endings))
    return [found for found in notes if found]


def _names(folder: str, endings: tuple[str, ...] = (NEW, TAKEN)) -> list[str]:
    """The notes' file names, those taken before first: a newer note of the same session replaces them."""
    try:
        names = os.listdir(os.path.join(folder, FOLDER))
    except OSError:
        return []
    return sorted((name for name in names if name.endswith(endings)), key=lambda name: (name.endswith(NEW), name))


def _read(path: str) -> dict:
    try:
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
        noted_at = os.stat(path).st_mtime
    except (OSError, ValueError):
        return {}
    if not isinstance(found, dict) or not found.get("path") or not found.get("session_id"):
        return {}
    return {**found, "noted_at": noted_at}


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        return 0
