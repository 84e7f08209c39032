"""Who makes the facts of this machine's sessions: the person's setting, else what the team requires."""

from __future__ import annotations

import os

from hooks import state

TYPE_CHECKING = False  # importing `typing` would cost every hook a millisecond
if TYPE_CHECKING:
    from hooks.config import Settings

# After these a process looks whether there is something to distill.
OCCASIONS = frozenset({"Stop", "PreCompact", "SessionEnd"})
POLICY = "policy"
POLICIES = ("recommend", "require")


def mode(settings: Settings, folder: str) -> str:
    """`server`, `claude` or `off`. Whoever keeps raw events here, and has not chosen, has only their own Claude."""
    if settings.distill:
        return settings.distill
    return "claude" if not settings.raw or policy(folder) == "require" else "server"


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
    try:
        with open(os.path.join(folder, POLICY), encoding="ascii") as file:
            told = file.read().strip()
    except (OSError, ValueError):
        return ""
    return told if told in POLICIES else ""


def note_policy(folder: str, told: str) -> None:
    """Remembers what the server said at a session's start, for the hooks that do not ask it."""
    if told == policy(folder):
        return
    if told in POLICIES:
        state.write_private(os.path.join(folder, POLICY), told.encode())
    else:
        state.remove(os.path.join(folder, POLICY))
