"""The journal: events of turns that the developer's own Claude has yet to distill, a file of lines per session.

Hooks add lines, the background process reads whole turns and then takes their lines out, both under the file's lock.
"""

from __future__ import annotations

import os
import time

from hooks import quick_json as json
from hooks import spool, state
from hooks.redaction import redact_key

FOLDER = "distill"
URGENT = "now"
# Events that a turn is made of, and the one that ends its session.
MATERIAL = frozenset({"UserPromptSubmit", "PostToolUse", "PostToolUseFailure", "Stop", "SubagentStop"})
LARGEST = 16 * 1024 * 1024
KEPT_SECONDS = 7 * 86400.0


class JournalTurn:
    """One turn: its key (the client's prompt id), its session's id, its events in order, and whether it is over."""

    __slots__ = ("events", "finished", "key", "path", "session_id")

    def __init__(self, key: str, session_id: str, path: str = "") -> None:
        self.key, self.session_id, self.path = key, session_id, path
        self.events: list[dict] = []
        self.finished = False


def note(folder: str, data: dict, line: bytes) -> None:
    """Keeps one event's line, unless the session's journal is full: then the server distills that turn."""
    event, session = data.get("hook_event_name"), data.get("session_id")
    if not isinstance(session, str) or not session or not (event in MATERIAL or event == "SessionEnd"):
        return
    place = os.path.join(folder, FOLDER)
    if not os.path.isdir(place):
        state.ensure_folder(folder)
        state.ensure_folder(place)
    path = os.path.join(place, _safe(redact_key(session)) + ".jsonl")
    with spool.Locked(path) as handle:
        if handle is not None and os.fstat(handle).st_size + len(line) < LARGEST:
            spool.write_line(handle, line)


def hurry(folder: str) -> None:
    """Tells the process at work that a session ends or is compacted: it need not wait for a pause."""
    state.write_private(os.path.join(folder, FOLDER, URGENT), b"")


def hurried(folder: str) -> bool:
    """Whether somebody asked to hurry; asks once."""
    path = os.path.join(folder, FOLDER, URGENT)
    if not os.path.exists(path):
        return False
    state.remove(path)
    return True


def is_waiting(folder: str) -> bool:
    """True when any session has a journal."""
    return bool(_paths(folder))


def quiet_seconds(folder: str) -> float:
    """How long ago the last event of any session was noted."""
    moments = [os.stat(path).st_mtime for path in _paths(folder) if os.path.exists(path)]
    return max(0.0, time.time() - max(moments)) if moments else 0.0


def turns(folder: str) -> list[JournalTurn]:
    """Every turn of every session, oldest session first."""
    return [turn for path in _paths(folder) for turn in _turns_of(path)]


def forget(done: list[JournalTurn]) -> None:
    """Takes these turns out of their journals; a journal without lines goes."""
    for path in dict.fromkeys(turn.path for turn in done):
        keys = {turn.key for turn in done if turn.path == path}
        with spool.Locked(path) as handle:
            if handle is not None:
                _rewrite(path, keys)


def sweep(folder: str) -> None:
    """Removes journals that nothing was added to for a week: their sessions were killed, or could not be distilled."""
    for path in _paths(folder):
        if os.path.exists(path) and time.time() - os.stat(path).st_mtime > KEPT_SECONDS:
            state.log(folder, f"distill: gave up on {os.path.basename(path)} after a week")
            state.remove(path)


def _rewrite(path: str, keys: set[str]) -> None:
    kept = [(key, event) for key, event in _keyed(path) if key not in keys]
    if all(event.get("event") == "SessionEnd" for _, event in kept):
        state.remove(path)
    else:
        state.write_private(path, b"".join(json.dumps(event).encode() + b"\n" for _, event in kept))


def _turns_of(path: str) -> list[JournalTurn]:
    """The turns of one session. A turn is over after its Stop, or when another begins, or the session ends."""
    found: dict[str, JournalTurn] = {}
    for key, event in _keyed(path):
        if event.get("event") == "SessionEnd" or key not in found:
            for earlier in found.values():
                earlier.finished = True
        if event.get("event") == "SessionEnd":
            continue
        turn = found.setdefault(key, JournalTurn(key, str(event.get("session_id", "")), path))
        turn.events.append(event)
        turn.finished = turn.finished or event.get("event") == "Stop"
    return list(found.values())


def _keyed(path: str) -> list[tuple[str, dict]]:
    """Each event with its turn's key: the client's prompt id, else (as the server does it) the id of the prompt."""
    current, rows = "", []
    for event in _events(path):
        payload = event.get("payload") if isinstance(event.get("payload"), dict) else {}
        prompt_id = payload.get("prompt_id")
        if event.get("event") == "UserPromptSubmit":
            current = str(prompt_id or event.get("id"))
        rows.append((str(prompt_id or current or event.get("id"))[:100], event))
    return rows


def _events(path: str) -> list[dict]:
    try:
        with open(path, "rb") as file:
            lines = file.read().splitlines()
    except OSError:
        return []
    events = []
    for line in lines:
        try:
            event = json.loads(line)
        except ValueError:
            continue
        if isinstance(event, dict):
            events.append(event)
    return events


def _paths(folder: str) -> list[str]:
    place = os.path.join(folder, FOLDER)
    try:
        names = sorted(os.listdir(place))
    except OSError:
        return []
    return [os.path.join(place, name) for name in names if name.endswith(".jsonl")]


def _safe(session: str) -> str:
    return "".join(sign if sign.isalnum() or sign == "-" else "_" for sign in session)[:100]
