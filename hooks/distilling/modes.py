"""Who makes the facts of this machine's sessions: the person's setting, else what the team requires."""

from __future__ import annotations

import os

from hooks import state

TYPE_CHECKING = False  # importing `typing` would cost every hook a millisecond
if TYPE_CHECKING:
    from hooks.config import Settings

# After these a process looks whether there is something to distill.
OCCASIONS = frozenset({"Stop", "PreCompact", "SessionEnd"})
POLICY, SEEN = "policy", "mode"
POLICIES = ("recommend", "require")


def mode(settings: Settings, folder: str) -> str:
    """`server`, `claude` or `off`. Whoever keeps raw events here, and has not chosen, has only their own Claude."""
    if settings.distill:
        return settings.distill
    return "claude" if not settings.raw or policy(folder) == "require" else "server"


def note_mode(settings: Settings, folder: str) -> None:
    """Remembers what holds in sessions: their options do not reach the command line."""
    told, path = f"{mode(settings, folder)} {'on' if settings.raw else 'off'}", os.path.join(folder, SEEN)
    if _line(path) != told:
        state.write_private(path, told.encode())


def seen(settings: Settings, folder: str) -> tuple[str, bool]:
    """What held in the last session, else what holds here: the mode, and whether raw events are sent."""
    told, _, raw = _line(os.path.join(folder, SEEN)).partition(" ")
    return (told, raw != "off") if told else (mode(settings, folder), settings.raw)


def forget_seen(folder: str) -> None:
    """Forgets what held, for it was changed here."""
    state.remove(os.path.join(folder, SEEN))


def name_client() -> None:
    """Tells our child which program the client is that started this hook: it may be gone when the child asks."""
    try:
        running = os.readlink(f"/proc/{int(os.environ.get('CLAUDE_PID', ''))}/exe")
    except (OSError, ValueError):
        return
    if os.path.basename(running).startswith("claude"):
        os.environ.setdefault("CAIRN_CLAUDE", running)


def policy(folder: str) -> str:
    """What the team of this spool folder wants: `recommend`, `require`, or nothing (empty)."""
    told = _line(os.path.join(folder, POLICY))
    return told if told in POLICIES else ""


def note_policy(folder: str, told: str) -> None:
    """Remembers what the server said at a session's start, for the hooks that do not ask it."""
    if told == policy(folder):
        return
    if told in POLICIES:
        state.write_private(os.path.join(folder, POLICY), told.encode())
    else:
        state.remove(os.path.join(folder, POLICY))


def _line(path: str) -> str:
    try:
        with open(path, encoding="ascii") as file:
            return file.read().strip()
    except (OSError, ValueError):
        return ""
