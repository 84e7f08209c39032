#!/usr/bin/env python3
"""The command line of Cairn for developers: log in, search, read, remember, import, send what waits.

Works as an installed command (`cairn`, of the distribution cairn-client) and as a plain file of the plugin
(`python3 cairn.py`).
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable

if __package__ != "hooks":  # run as a file, or installed as `cairn_client`: the modules import each other as `hooks`
    _package = type(sys)("hooks")
    _package.__path__ = [os.path.dirname(os.path.abspath(__file__))]
    sys.modules["hooks"] = _package

from hooks import config, conversations, destinations, expansion, memories, memory_types, state
from hooks.asking import NOT_LOGGED_IN, Failed, ask
from hooks.config import Settings
from hooks.distilling import told as distilling
from hooks.printing import Printing
from hooks.spool import Spool
from hooks.transcripts import backlog
from hooks.transcripts.offsets import Offsets

BROKEN = 1
FLUSH_PATIENCE = 15.0


def login(arguments: argparse.Namespace) -> int:
    """Asks for URL and token, tries them, and saves them for every later session."""
    known = config.load()
    url = arguments.url or _asked(f"Server URL [{known.url}]: ", arguments) or known.url
    token = _token(arguments)
    if not token:
        raise Failed("no token given; create one on the server's Tokens page and pass it with --token-stdin")
    who = ask(Settings(url, token), "GET", "/api/v1/whoami")
    team, before = str(who.get("team", "")), config.saved()
    path = config.save_client_file(url, token, team)
    print(f"Logged in at {url} as {_person(who)}. Saved in {path}.")
    former = Settings(before.get("url", ""), before.get("token", ""))
    moved = _take_over(former, Settings(url, token), same_team=before.get("team") == team)
    if moved:
        print(f"{moved} events that waited for the previous token will be sent with this one.")
    if "capture" not in (who.get("scopes") or ["capture"]):
        print("Note: this token has no scope `capture`, so sessions will not be recorded.")
    return 0


def _take_over(former: Settings, now: Settings, *, same_team: bool) -> int:
    """A new token of the same team takes over what waited for the old one; others keep theirs."""
    moved = 0
    for root in config.known_data_folders():
        folder, before = destinations.folder_for(now, root), destinations.folder_for(former, root)
        state.clear_state(folder)
        if same_team and former.url == now.url and before != folder and os.path.isdir(before):
            moved += destinations.adopt(before, destinations.open_spool(now, root).folder)
            Offsets(folder).inherit(Offsets(before))
    return moved


def _asked(question: str, arguments: argparse.Namespace) -> str:
    return "" if arguments.token_stdin or not sys.stdin.isatty() else input(question).strip()


def _token(arguments: argparse.Namespace) -> str:
    if arguments.token:
        return arguments.token.strip()
    if arguments.token_stdin or not sys.stdin.isatty():
        return sys.stdin.readline().strip()
    import getpass

    return getpass.getpass("Access token (cairn_…, not shown): ").strip()


def _person(who: dict) -> str:
    return f"{who.get('person', '?')} (team {who.get('team', '?')})"


def status(arguments: argparse.Namespace) -> int:
    """Who one is, what the server does, and what waits here."""
    settings = config.load()
    who, server = ask(settings, "GET", "/api/v1/whoami"), ask(settings, "GET", "/api/v1/status")
    if arguments.json:
        told = {"url": settings.url, "whoami": who, "server": server, "distilling": distilling.state_of(settings)}
        print(json.dumps(told, indent=1))
        return 0
    print(f"{_person(who)} at {settings.url}")
    budget = server.pop("budget", None)
    for name, value in server.items():
        print(f"  {name.replace('_', ' ')}: {json.dumps(value) if isinstance(value, (dict, list)) else value}")
    if isinstance(budget, dict) and budget.get("provider", "rules") != "rules":
        print(f"  model budget today: {_spent(budget)}")
    for line in distilling.status_lines():
        print(line)
    for folder in _spools():
        transcripts = backlog.told(backlog.backlog(folder))
        print(f"  waiting for {destinations.url_of(folder)}: {Spool(folder, 0).waiting()} events; {transcripts}")
    return 0


def _spent(budget: dict) -> str:
    """`openai, 12 of 500 calls (1 failed), 3,400 tokens`: what the team's model has cost since midnight UTC."""
    failed = f" ({budget['failures']} failed)" if budget.get("failures") else ""
    limit = budget.get("tokens_limit")
    tokens = f"{budget.get('tokens', 0):,}{f' of {limit:,}' if limit is not None else ''} tokens"
    return f"{budget['provider']}, {budget.get('calls', 0)} of {budget.get('calls_limit', '?')} calls{failed}, {tokens}"


def flush(arguments: argparse.Namespace) -> int:
    """Sends what waits in the spool now, and says what came of it."""
    settings = config.load()
    if not settings.token:
        raise Failed(settings.problem or NOT_LOGGED_IN)
    results = [_flushed(root, settings, arguments) for root in config.known_data_folders()]
    return 0 if all(results) else BROKEN


def _flushed(root: str, settings: Settings, arguments: argparse.Namespace) -> bool:
    from hooks.flush import Flush

    run = Flush(destinations.open_spool(settings, root).folder, settings)
    if arguments.adopt:
        for other in destinations.others_with_work(run.folder):
            print(f"{destinations.adopt(other, run.folder)} events taken over from {destinations.url_of(other)}")
    if arguments.dead_letters:
        print(f"{run.spool.revive() + backlog.revive(run.spool)} dead letters are queued again")
    if not run.run_patiently(FLUSH_PATIENCE):
        print(f"another flush is running in {run.folder}")
        return True
    said = f", {run.messages} new messages of transcripts" if run.messages else ""
    print(f"{run.sent} events sent, {run.refused} rejected{said} ({run.folder})")
    if run.halt is None:
        return True
    print(f"{run.spool.waiting()} events still wait: {run.halt.detail}", file=sys.stderr)
    return False


def _spools() -> list[str]:
    return [folder for root in config.known_data_folders() for folder in destinations.folders(root)]


def import_history(arguments: argparse.Namespace) -> int:
    """Sends the conversations that this machine keeps to the server: what it has already is left out."""
    from hooks.transcripts import importing

    return importing.import_history(arguments)


def doctor(arguments: argparse.Namespace) -> int:
    """Looks for everything that keeps capture or recall from working."""
    from hooks import doctor as examination

    report = examination.examine(config.load())
    print(
        json.dumps(report, indent=1, ensure_ascii=False)
        if arguments.json
        else examination.told(report, expansion.coloured())
    )
    examination.acknowledge([folder["path"] for folder in report["folders"]])
    return 0 if report["ok"] else BROKEN


def parser() -> argparse.ArgumentParser:
    """The commands and their options."""
    top = argparse.ArgumentParser(prog="cairn", description="Your team's memory, from the command line.")
    top.add_argument("--version", action="version", version=f"cairn {config.VERSION}")
    verbs = top.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def verb(name: str, run: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
        made = verbs.add_parser(name, help=run.__doc__, description=run.__doc__)
        made.set_defaults(run=run)
        return made

    def scoped(made: argparse.ArgumentParser) -> argparse.ArgumentParser:
        made.add_argument("-p", "--project", help="a remote, folder or name (default: this folder's project)")
        made.add_argument("-a", "--all", action="store_true", help="all projects")
        return made

    types = f"one of {', '.join(memory_types.VALUES)}"
    one = verb("login", login)
    one.add_argument("--url", help="the server, e.g. https://cairn.example.com")
    one.add_argument("--token", help="the token (visible in the process list; prefer --token-stdin)")
    one.add_argument("--token-stdin", action="store_true", help="read the token from standard input")
    one = verb("distill", distilling.switch)
    one.add_argument("mode", nargs="?", choices=config.DISTILL_MODES)
    one.add_argument("--raw", choices=("on", "off"), help="off: only facts with short evidence leave this machine")
    one.add_argument("--model", help="the model that distills (default haiku)")
    one.add_argument("--calls", type=float, metavar="N", help="calls per day on this machine (default 200)")
    one.add_argument("--tokens", type=float, metavar="N", help="tokens per day (default 2,000,000)")
    one.add_argument("--dollars", type=float, metavar="N", help="dollars per day (default 1)")
    verb("status", status).add_argument("-j", "--json", action="store_true")
    verb("doctor", doctor).add_argument("-j", "--json", action="store_true")
    one = scoped(verb("search", memories.search))
    one.add_argument("query", nargs="+")
    one.add_argument("-k", "--top", type=int, default=5, metavar="N", help="number of results (default 5)")
    one.add_argument("-t", "--type", help=types)
    one.add_argument("--history", action="store_true", help="search conversations instead of memories")
    one.add_argument("-j", "--json", action="store_true")
    one = verb("expand", expansion.expand)
    one.add_argument("id")
    one.add_argument("-n", "--lines", type=int, metavar="N", help="show only this many lines before and after it")
    one.add_argument("-j", "--json", action="store_true")
    one = verb("transcript", conversations.transcript)
    one.add_argument("session", help="a session id, at least its first 8 characters, or the path of a .jsonl file")
    one.add_argument("-t", "--turn", help="show the messages around this turn (its uuid or the start of it)")
    one.add_argument("-c", "--context", type=int, default=3, metavar="N", help="turns before and after (default 3)")
    one.add_argument("-j", "--json", action="store_true")
    one = scoped(verb("timeline", memories.timeline))
    one.add_argument("-n", "--limit", type=int, default=20, metavar="N")
    one.add_argument("-j", "--json", action="store_true")
    one = scoped(verb("remember", memories.remember))
    one.add_argument("text", nargs="+")
    one.add_argument("-t", "--type", help=types)
    one = verb("import", import_history)
    one.add_argument(
        "path", nargs="?", help="a transcript or a folder of transcripts (default: all that Claude Code keeps)"
    )
    one.add_argument("--dry-run", action="store_true", help="only show what would be sent")
    one.add_argument(
        "-p", "--project", help="assign everything to this project (folder, remote or name; default: as recorded)"
    )
    one.add_argument(
        "--distill",
        action="store_true",
        help="also let your own Claude make facts from it, as drafts; shows an estimate first",
    )
    one.add_argument("-y", "--yes", action="store_true", help="do not ask for confirmation")
    one = verb("flush", flush)
    one.add_argument("--dead-letters", action="store_true", help="also retry what the server rejected before")
    one.add_argument("--adopt", action="store_true", help="also send events that wait for another server or token")
    return top


def main(argv: list[str] | None = None) -> int:
    """Runs one command; 0 is success, 1 that something is wrong, 2 a wrong call."""
    coloured = expansion.coloured()
    sys.stdout, sys.stderr = Printing(sys.stdout, styled=coloured), Printing(sys.stderr, styled=False)
    arguments = parser().parse_args(argv)
    try:
        return arguments.run(arguments)
    except Failed as failure:
        print(f"cairn: {failure}", file=sys.stderr)
        return BROKEN
    except BrokenPipeError:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
        return 0
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
