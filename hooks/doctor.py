"""`cairn doctor`: every reason why nothing is captured or found, each with what to do about it."""

from __future__ import annotations

import os
import sys
import time

from hooks import client, config, destinations, project, state
from hooks.config import MIB, Settings
from hooks.distilling import told as distilling
from hooks.session_start import ago
from hooks.spool import Spool
from hooks.transcripts import backlog

LARGEST_SKEW = 120
SHOWN_LETTERS = 5


def examine(settings: Settings) -> dict:
    """The report: `ok`, `checks` ({name, ok, detail}), and per data folder spool, dead letters and log."""
    checks = [_python(), _switch(), _settings(settings)]
    if settings.token:
        checks += [*_server(settings), *distilling.checks(settings)]
    roots = config.known_data_folders()
    folders = [_folder(folder, settings) for root in roots for folder in destinations.folders(root)]
    for folder in folders:
        checks += _folder_checks(folder)
    return {
        "version": config.VERSION,
        "ok": all(check["ok"] for check in checks),
        "url": settings.url,
        "checks": checks,
        "folders": folders,
        "log": [line for root in roots for line in state.log_tail(root)],
    }


def told(report: dict, coloured: bool) -> str:
    """The report for a person."""
    marks = {True: "\033[32mok\033[0m  ", False: "\033[31mBAD\033[0m "} if coloured else {True: "ok  ", False: "BAD "}
    lines = [f"cairn {report['version']} at {report['url']}"]
    lines += [f"{marks[check['ok']]} {check['name']}: {check['detail']}" for check in report["checks"]]
    for folder in report["folders"]:
        lines += _letters(folder)
        lines += [f"     {line}" for line in folder["log"][-8:]]
    lines += [f"     {line}" for line in report["log"][-8:]]
    lines.append("Everything works." if report["ok"] else "Problems found: see the lines marked BAD.")
    return "\n".join(lines)


def _check(name: str, ok: bool, detail: str) -> dict:
    return {"name": name, "ok": ok, "detail": detail}


def _python() -> dict:
    version = ".".join(str(part) for part in sys.version_info[:3])
    return _check("python", sys.version_info >= (3, 11), f"{sys.executable} ({version})")


def _switch() -> dict:
    off = config.disabled()
    return _check("switch", not off, "CAIRN_DISABLE is set: nothing is captured" if off else "capture is on")


def _settings(settings: Settings) -> dict:
    if settings.problem:
        return _check("settings", False, settings.problem)
    if not settings.token:
        return _check("settings", False, "no token: run `cairn login`")
    told = f"token {settings.token[:10]}… from {settings.source}"
    return _check("settings", True, f"{told}; {settings.instead}" if settings.instead else told)


def _server(settings: Settings) -> list[dict]:
    try:
        reply = client.send(settings.url, "GET", "/api/v1/whoami", token=settings.token, timeout=10)
    except client.Offline as offline:
        return [_check("server", False, f"{offline.detail}; start the server, or correct the URL with `cairn login`")]
    checks = [_reached(reply, settings), _skew(reply)]
    if settings.url.startswith("http://") and not _local(settings.url):
        checks.append(_check("transport", False, "the token is sent unencrypted; use https"))
    if reply.status == 200:
        checks += [_scopes(reply.json()), _last_capture(settings), *_switched_off(settings)]
    return checks


def _reached(reply: client.Reply, settings: Settings) -> dict:
    if reply.status == 200:
        return _check("server", True, f"{settings.url} answers in {reply.connect_ms} ms (connecting)")
    if reply.status == 401:
        return _check("server", False, "the server rejects the token (expired, revoked or mistyped); run `cairn login`")
    return _check("server", False, f"{settings.url} answered {reply.status}; is it a Cairn server? Run `cairn login`")


def _skew(reply: client.Reply) -> dict:
    from email.utils import parsedate_to_datetime

    try:
        skew = int(time.time() - parsedate_to_datetime(reply.headers["date"]).timestamp())
    except (KeyError, ValueError, TypeError):
        return _check("clock", True, "the server sends no time, so clocks cannot be compared")
    advice = "" if abs(skew) <= LARGEST_SKEW else "; set this machine's clock"
    return _check(
        "clock",
        abs(skew) <= LARGEST_SKEW,
        f"{abs(skew)} s {'ahead of' if skew > 0 else 'behind'} the server{advice}",
    )


def _local(url: str) -> bool:
    return client.Address(url).host in ("localhost", "::1") or client.Address(url).host.startswith("127.")


def _scopes(who: dict) -> dict:
    told = who.get("scopes")
    scopes = [str(scope) for scope in told] if isinstance(told, list) else []
    missing = [scope for scope in ("capture", "read") if scope not in scopes]
    text = f"the token lacks the scope {', '.join(missing)}: ask for one that has it" if missing else ", ".join(scopes)
    return _check("scopes", not missing, text)


def _last_capture(settings: Settings) -> dict:
    try:
        reply = client.send(settings.url, "GET", "/api/v1/status", token=settings.token, timeout=10)
    except client.Offline as offline:
        return _check("capture", False, offline.detail)
    moment = reply.json().get("last_capture")
    return _check(
        "capture", True, f"last capture {ago(str(moment), time.time())}" if moment else "nothing captured yet"
    )


def _switched_off(settings: Settings) -> list[dict]:
    """Whether the team has switched off the capture of the project around this folder; nothing where it has not."""
    where = project.identify(os.environ.get("CLAUDE_PROJECT_DIR") or os.getcwd())
    path = "/api/v1/briefing" + client.query(project=project.query_value(where), budget=0)
    try:
        status = client.send(settings.url, "GET", path, token=settings.token, timeout=10).json().get("status")
    except client.Offline:
        return []
    off = isinstance(status, dict) and status.get("captured") is False
    return [_check("project", True, "your team turned capture off for this project")] if off else []


def _folder(folder: str, settings: Settings) -> dict:
    root = os.path.dirname(os.path.dirname(folder))
    spool = Spool(folder, config.spool_cap())
    letters = list(spool.dead_letters())
    return {
        "path": folder,
        "url": destinations.url_of(folder),
        "current": folder == destinations.folder_for(settings, root),
        "waiting": spool.waiting(),
        "bytes": spool.size(),
        "cap": spool.cap,
        "did_not_fit": spool.dropped(),
        "dead_letters": [_letter(letter) for letter in letters[-50:]],
        "dead_count": len(letters),
        "transcripts": backlog.backlog(folder),
        "state": state.read_state(folder),
        "log": state.log_tail(folder),
    }


def _letter(letter: dict) -> dict:
    event = letter["event"] if isinstance(letter.get("event"), dict) else {}
    found = {key: letter.get(key, "") for key in ("at", "code", "detail")}
    found.update(id=event.get("id", ""), event=event.get("event", ""))
    place = letter.get("transcript")
    if isinstance(place, dict):
        found["detail"] += f" ({place.get('path')}, bytes {place.get('from')} to {place.get('to')})"
    return found


def _folder_checks(folder: dict) -> list[dict]:
    checks = [_room(folder), _transcripts(folder)]
    advice = "fix the cause, then run `cairn flush --dead-letters`"
    refused = folder["transcripts"]["refused"]
    if folder["dead_count"] > refused:
        events = folder["dead_count"] - refused
        checks.append(_check("dead letters", False, f"{events} events could not be sent; {advice}"))
    if refused:
        checks.append(_check("rejected transcripts", False, f"{refused} parts of transcripts were rejected; {advice}"))
    error = folder["state"].get("error")
    if error and folder["current"]:
        checks.append(_check("last flush", False, f"{error.get('detail')} ({_when(error.get('at'))})"))
    if folder["waiting"] and not folder["current"]:
        advice = "they are sent when a session uses that server and token again, or now with `cairn flush --adopt`"
        detail = f"{folder['waiting']} events wait for another login at {folder['url']}; {advice}"
        checks.append(_check("other login", False, detail))
    return checks


def _room(folder: dict) -> dict:
    used = f"{folder['bytes'] / MIB:.1f} of {folder['cap'] // MIB} MiB used"
    size = f"{folder['waiting']} events wait for {folder['url']}, {used} ({folder['path']})"
    full = folder["did_not_fit"] or folder["bytes"] >= folder["cap"] * 0.95
    advice = "run `cairn flush`, or raise CAIRN_SPOOL_MIB"
    return _check("spool", not full, f"{size}; {folder['did_not_fit']} events were lost: {advice}" if full else size)


def _transcripts(folder: dict) -> dict:
    found = folder["transcripts"]
    last = f"last sent {_when(found['sent_at'])}" if found["sent_at"] else "none sent yet"
    return _check("transcripts", True, f"{backlog.told(found)} waiting for {folder['url']}, {last}")


def _when(moment: object) -> str:
    seconds = float(moment) if isinstance(moment, (int, float)) else 0.0
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(seconds))


def _letters(folder: dict) -> list[str]:
    shown = folder["dead_letters"][-SHOWN_LETTERS:]
    return [f"     {letter['at']} {letter['event']} {letter['code']}: {letter['detail']}" for letter in shown]


def acknowledge(folders: list[str]) -> None:
    """Forgets the count of events that did not fit, once a person has read it and there is room again."""
    for folder in folders:
        spool = Spool(folder, config.spool_cap())
        if spool.dropped() and spool.size() < spool.cap * 0.9:
            state.log(folder, f"{spool.dropped()} events were lost while the spool was full")
            spool.forget_overflow()
