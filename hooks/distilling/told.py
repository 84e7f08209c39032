"""What the command line says about distilling by the person's own Claude: the switch, the state, the examination."""

from __future__ import annotations

import json
import os
import subprocess
import time
from argparse import Namespace

from hooks import config, destinations
from hooks.asking import Failed
from hooks.config import Settings
from hooks.distilling import budget, headless, journal, modes

SAYS = {
    "server": "the server makes facts from your sessions",
    "claude": "your own Claude Code makes facts from your sessions, within a daily budget on this machine",
    "off": "no facts are made from your sessions; memories that you save yourself are still stored",
}
AUTH_TIMEOUT = 20.0


def switch(arguments: Namespace) -> int:
    """Shows or sets who makes the facts of your sessions: server, claude (your own Claude Code) or off."""
    changed = {"distill": arguments.mode or "", "raw": arguments.raw or "", "distill_model": arguments.model or ""}
    for name in ("calls", "tokens", "dollars"):
        value = getattr(arguments, name)
        if value is not None and value < 0:
            raise Failed(f"--{name} must be a number from 0")
        changed[f"distill_{name}"] = "" if value is None else f"{value:g}"
    given = {name: value for name, value in changed.items() if value}
    folder = _folder()
    if given:
        config.save_options(given)
        modes.forget_seen(folder)
    settings = config.load()
    mode, raw = modes.seen(settings, folder)
    print(f"distill = {mode}: {SAYS[mode]}")
    if not raw:
        print("raw = off: only facts with their short evidence leave this machine")
    if arguments.mode and mode != arguments.mode:
        print("Note: a plugin option or an environment variable overrides what you set here.")
    if mode == "claude":
        print(f"model {budget.Limits().model}; {budget.told(folder, budget.Limits())}")
    return 0


def status_lines() -> list[str]:
    """The lines of `cairn status`, for every folder that has distilled or is to."""
    settings, limits, lines = config.load(), budget.Limits(), []
    for folder in _folders():
        waiting = sum(turn.finished for turn in journal.turns(folder))
        mode, _ = modes.seen(settings, folder)
        if mode == "claude" or budget.Meter(folder).today or waiting:
            wait = f"; {waiting} turns wait" if waiting else ""
            lines.append(f"  distilled by your Claude ({mode}): {budget.told(folder, limits)}{wait}")
    return lines


def state_of(settings: Settings) -> dict:
    """The same for programs: `mode`, `raw`, the day's sums (`today`) and the last `trouble`."""
    folder = _folder()
    mode, raw = modes.seen(settings, folder)
    meter = budget.Meter(folder)
    return {"mode": mode, "raw": "on" if raw else "off", "today": meter.today, "trouble": meter.trouble}


def checks(settings: Settings) -> list[dict]:
    """The doctor's checks: nothing where the server distills and the team has no other wish."""
    folder = _folder()
    (mode, raw), wanted = modes.seen(settings, folder), modes.policy(folder)
    if mode != "claude":
        return _not_claude(mode, raw, wanted)
    found = [_check("distill", True, f"{SAYS['claude']}; {budget.told(folder, budget.Limits())}")]
    program = headless.find()
    if not program:
        return [*found, _check("distilling client", False, headless.MISSING)]
    found.append(_able(program))
    if found[-1]["ok"]:
        found.append(_signed_in(program))
    return [*found, *_troubles(folder)]


def _not_claude(mode: str, raw: bool, wanted: str) -> list[dict]:
    if not raw:
        return [_check("distill", False, f"raw=off with distill={mode}: nothing leaves; run `cairn distill claude`")]
    if wanted == "require":
        return [_check("distill", False, "your team requires facts by your own Claude; run `cairn distill claude`")]
    if wanted == "recommend":
        advice = "your team recommends facts by your own Claude; turn it on with `cairn distill claude`"
        return [_check("distill", True, f"{SAYS[mode]}; {advice}")]
    return [_check("distill", True, SAYS[mode])]


def _able(program: str) -> dict:
    """Whether the client has every option that a call needs."""
    version, options = _said(program, "--version"), _said(program, "--help")
    missing = [option for option in headless.NEEDED if option not in options]
    if not version:
        return _check("distilling client", False, f"{program} does not start; set CAIRN_CLAUDE to the path of claude")
    if missing:
        return _check("distilling client", False, f"{program} ({version}) lacks {', '.join(missing)}; update it")
    return _check("distilling client", True, f"{program} ({version})")


def _signed_in(program: str) -> dict:
    try:
        told = json.loads(_said(program, "auth", "status"))
    except ValueError:
        return _check("distilling sign-in", True, "the client does not report it")
    signed = not isinstance(told, dict) or told.get("loggedIn") is not False
    text = "signed in" if signed else "Claude Code is signed out; run `claude` and /login"
    return _check("distilling sign-in", signed, text)


def _troubles(folder: str) -> list[dict]:
    meter = budget.Meter(folder)
    found = []
    if spent := meter.spent(budget.Limits(), 0):
        found.append(_check("distilling budget", False, f"{spent}; the server's rules work until midnight UTC"))
    if trouble := meter.trouble:
        when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(float(trouble.get("at") or 0)))
        found.append(_check("last distilling", False, f"{trouble.get('detail')} ({when})"))
    return found


def _said(program: str, *arguments: str) -> str:
    """What the client prints, whatever its exit code."""
    try:
        done = subprocess.run(
            [program, *arguments],
            env=headless.environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=AUTH_TIMEOUT,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip()


def _folders() -> list[str]:
    settings = config.load()
    folders = [destinations.folder_for(settings, root) for root in config.known_data_folders()]
    return [folder for folder in folders if os.path.isdir(folder)]


def _folder() -> str:
    """The spool folder that the sessions used last, or would use."""
    folders = _folders()
    return folders[-1] if folders else destinations.folder_for(config.load(), config.data_folder())


def _check(name: str, ok: bool, detail: str) -> dict:
    return {"name": name, "ok": ok, "detail": detail}
