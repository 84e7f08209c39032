"""What SessionStart says: the briefing for Claude, and one status line for the person."""

from __future__ import annotations

import time

from hooks import client, destinations, project, state
from hooks.config import VERSION, Settings
from hooks.distilling import modes
from hooks.printing import printable
from hooks.spool import Spool

DEADLINE = 3.0
# A server that is down must not be felt: a connection is given this long, a known slow one three times its
# usual time.
CONNECT = 0.2
SLOWEST_CONNECT = 1.5
LONGEST_CONTEXT = 9_500
# More than any briefing has: to look through a megabyte for tags would be felt.
LONGEST_TEXT = 65_536
LONGEST_BRANCH = 250
LONGEST_NAME = 200
LONGEST_VERSION = 30
# A failure of the person's own Claude is news for a day.
RECENT = 86400.0


def connect_timeout(folder: str) -> float:
    """Seconds to wait for a connection: short, unless the last flush found the server far away."""
    usual = state.read_state(folder).get("connect_ms") or 0
    return min(SLOWEST_CONNECT, max(CONNECT, 3 * float(usual) / 1000))


def ask(settings: Settings, folder: str, where: dict[str, str], data: dict) -> client.Reply:
    """Asks the server for the briefing of this session. Raises Offline."""
    path = "/api/v1/briefing" + client.query(
        project=project.query_value(where),
        session=data.get("session_id", ""),
        source=data.get("source", "startup"),
        branch=where.get("branch", "")[:LONGEST_BRANCH],
        budget=settings.briefing_tokens,
    )
    return ask_server(settings, folder, path, DEADLINE)


def ask_server(settings: Settings, folder: str, path: str, deadline: float) -> client.Reply:
    """Asks the server while somebody waits: a short patience for the connection, `deadline` seconds and 1 MiB in all.

    Raises Offline.
    """
    return client.send(
        settings.url,
        "GET",
        path,
        token=settings.token,
        connect_timeout=connect_timeout(folder),
        timeout=deadline,
        largest=client.LARGEST_WAITED_FOR,
    )


def answer(settings: Settings, folder: str, where: dict[str, str], spool: Spool, reply: client.Reply | str) -> dict:
    """The hook's output: from the server's reply, or from the text that says why there is none."""
    local = [*filter(None, [settings.instead]), *local_notes(spool)]
    if isinstance(reply, str):
        spool.attempt(state.open_breaker, folder)
        return {"systemMessage": status_line(where, {}, [*local, offline_note(reply, spool)], time.time())}
    body = reply.json() if reply.status == 200 else {}
    if not isinstance(body.get("text"), str):
        notes = [refusal_note(reply, settings.url), *local]
        return {"systemMessage": status_line(where, {}, notes, time.time())}
    spool.attempt(state.close_breaker, folder)
    status = body["status"] if isinstance(body.get("status"), dict) else {}
    spool.attempt(modes.note_policy, folder, str(status.get("client_distill") or ""))
    spool.attempt(modes.note_mode, settings, folder)
    notes = [*local, *server_notes(status), *distilling_notes(settings, folder)]
    output: dict = {"systemMessage": status_line(where, status, notes, time.time())}
    if body["text"]:
        from hooks import fencing

        output["hookSpecificOutput"] = {
            "hookEventName": "SessionStart",
            "additionalContext": within_limit(fencing.reframed("cairn-memory", body["text"][:LONGEST_TEXT])),
        }
    return output


def within_limit(text: str, limit: int = LONGEST_CONTEXT) -> str:
    """Whole lines of `text` up to `limit` UTF-16 units: above 10,000 the client shows a preview of 2 KB."""
    if _units(text) <= limit:
        return text
    kept: list[str] = []
    room = limit - 80
    for line in text.split("\n"):
        room -= _units(line) + 1
        if room < 0:
            break
        kept.append(line)
    closing = text.rstrip().rpartition("\n")[2]
    return "\n".join(
        [*kept, "[more in Cairn: ask search_memory]", closing if closing.startswith("</") else ""]
    ).rstrip()


def status_line(where: dict[str, str], status: dict, notes: list[str], now: float) -> str:
    """`[cairn 0.1.0] acme/checkout · 312 memories · last capture 3 min ago`, and what is wrong or new."""
    from hooks.fencing import label

    # A name may come from a repository's own configuration.
    named = status.get("project")
    parts = [label(named if named and isinstance(named, str) else project.short_name(where))[:LONGEST_NAME]]
    if "memories" in status:
        parts.append(_counted(client.count(status["memories"]), "memory", "memories"))
        parts.append(_last_capture(status.get("last_capture"), now))
    return printable(f"[cairn {VERSION}] " + " · ".join(parts + notes))


def server_notes(status: dict) -> list[str]:
    """What the server has to tell: that nothing is captured here, drafts to look at, a newer plugin."""
    notes = []
    if status.get("captured") is False:
        notes.append("capture is off for this project")
    drafts = client.count(status.get("drafts"))
    if drafts:
        notes.append(f"{_counted(drafts, 'draft waits', 'drafts wait')} for you")
    latest = _parts(status.get("latest_plugin"))
    if latest > _parts(VERSION):
        notes.append(f"UPDATE: plugin {'.'.join(map(str, latest))}")
    return notes


def distilling_notes(settings: Settings, folder: str) -> list[str]:
    """What the team wants of the person's own Claude, and what that has cost or lacks today."""
    wanted, mode = modes.policy(folder), modes.mode(settings, folder)
    if mode != "claude":
        wish = {"recommend": "your team recommends", "require": "ERROR: your team requires"}.get(wanted, "")
        return [f"{wish} facts by your own Claude: `cairn distill claude`"] if wish else []
    from hooks.distilling import budget

    meter = budget.Meter(folder)
    trouble = str(meter.trouble.get("detail") or "")
    if trouble and time.time() - float(meter.trouble.get("at") or 0) < RECENT:
        return [f"ERROR: your Claude cannot distill: {trouble}, run cairn doctor"]
    calls, dollars = int(meter.today.get("calls") or 0), float(meter.today.get("microdollars") or 0) / 1_000_000
    return [f"distilled today by your Claude: {_counted(calls, 'call', 'calls')}, ${dollars:.2f}"] if calls else []


def trouble_notes(spool: Spool) -> list[str]:
    """That the data folder takes no writing, with the reason."""
    if not spool.trouble:
        return []
    return [f"ERROR: nothing is captured, cannot write to {spool.folder}: {spool.trouble}"]


def local_notes(spool: Spool) -> list[str]:
    """What is wrong on this machine: events that did not fit, dead letters."""
    notes = trouble_notes(spool)
    if spool.size() >= spool.cap * 0.95:
        notes.append("ERROR: spool full, no more events are captured, run cairn doctor")
    if spool.dropped():
        notes.append(
            f"ERROR: {_counted(spool.dropped(), 'event', 'events')} lost because the spool was full, run cairn doctor"
        )
    dead = spool.dead_count()
    if dead:
        notes.append(f"ERROR: {_counted(dead, 'event', 'events')} could not be sent, run cairn doctor")
    elsewhere = sum(Spool(folder, 0).waiting() for folder in destinations.others_with_work(spool.folder))
    if elsewhere:
        waits = _counted(elsewhere, "event waits", "events wait")
        notes.append(f"{waits} for another server or token, run cairn doctor")
    return notes


def refusal_note(reply: client.Reply, url: str) -> str:
    """What an answer other than 200 means to the person."""
    if reply.status == 401:
        return "ERROR: token rejected, run cairn doctor"
    if reply.status == 403:
        return "ERROR: the token has no read scope, run cairn doctor"
    if reply.status >= 500 or reply.status == 429:
        return f"ERROR: the server answered {reply.status}, run cairn doctor"
    return f"ERROR: {url} is not a Cairn server (it answered {reply.status}), run cairn doctor"


def offline_note(detail: str, spool: Spool) -> str:
    """The server cannot be asked: said with how much waits, so that nobody fears a loss."""
    waiting = spool.waiting()
    wait = f", {_counted(waiting, 'event waits', 'events wait')} here and will be sent" if waiting else ""
    return f"OFFLINE: {detail}{wait}"


def ago(moment: str, now: float) -> str:
    """`3 min ago` for an ISO time; empty when it cannot be read."""
    from datetime import datetime

    try:
        seconds = now - datetime.fromisoformat(moment.replace("Z", "+00:00")).timestamp()
    except (ValueError, OverflowError):
        return ""
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{int(seconds // size)} {unit} ago"
    return "just now"


def _last_capture(moment: object, now: float) -> str:
    when = ago(str(moment), now) if moment else ""
    return f"last capture {when}" if when else "nothing captured yet"


def _counted(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "replace")) // 2


def _parts(version: object) -> list[int]:
    """The numbers of a version; none of what is no version, so that a server's words stay out of our line."""
    numbers = version.split(".") if isinstance(version, str) and len(version) <= LONGEST_VERSION else []
    return [int(part) for part in numbers] if all(part.isascii() and part.isdigit() for part in numbers) else []
