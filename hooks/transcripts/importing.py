"""`cairn import`: shows which conversations of this machine the server does not have yet, and sends them."""

from __future__ import annotations

import os
import sys
import time
from argparse import Namespace
from collections.abc import Iterator

from hooks import client, config, destinations
from hooks.asking import NOT_LOGGED_IN, Failed, ask
from hooks.client import Offline
from hooks.config import Settings
from hooks.flush import Flush
from hooks.progress import Progress
from hooks.refusals import Halt
from hooks.transcripts.files import ENDINGS
from hooks.transcripts.offsets import Offsets
from hooks.transcripts.plan import Plan, named
from hooks.transcripts.scan import Scanned, find, scan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks.distilling.history import History

LOCK_PATIENCE = 30.0
# A server that asks for a pause gets it, but not for ever.
LONGEST_PAUSE, MOST_PAUSES = 60.0, 20
GO_ON = "what was sent is kept; run `cairn import` again to continue"


def import_history(arguments: Namespace) -> int:
    """Sends the conversations that this machine keeps (~/.claude/projects, or PATH) to the server."""
    settings = _usable(arguments)
    folder = _spool_folder(settings)
    plan = _look(arguments, folder)
    if arguments.distill:
        from hooks.distilling.history import History

        return _with_facts(arguments, settings, plan, History(folder, settings, plan))
    if not settings.raw:
        raise Failed("raw=off: transcripts stay on this machine; `cairn import --distill` sends only facts")
    print(plan.told())
    if not plan.to_send:
        print(f"Nothing new: the server already has everything in {len(plan.left)} files.")
        return 0
    if arguments.dry_run:
        print("This was a dry run: nothing was sent.")
        return 0
    if not (arguments.yes or _confirmed(settings)):
        print("Nothing was sent.")
        return 0
    return _Import(plan, Flush(folder, settings)).run()


def _with_facts(arguments: Namespace, settings: Settings, plan: Plan, history: History) -> int:
    """The import with facts: the conversations first (unless raw events stay here), then their facts as drafts."""
    if settings.raw and plan.to_send:
        print(plan.told())
    print(history.told())
    if arguments.dry_run:
        print("This was a dry run: nothing was sent, and no model was asked.")
        return 0
    if not (arguments.yes or _confirmed(settings)):
        print("Nothing was sent.")
        return 0
    sends = settings.raw and bool(plan.to_send)
    code = _Import(plan, Flush(history.folder, settings)).run() if sends else 0
    return history.run() or code


def _usable(arguments: Namespace) -> Settings:
    settings = config.load()
    if arguments.dry_run:
        return settings
    if config.disabled():
        raise Failed("CAIRN_DISABLE is set, so nothing may be sent")
    if not settings.token:
        raise Failed(settings.problem or NOT_LOGGED_IN)
    if "capture" not in (ask(settings, "GET", "/api/v1/whoami").get("scopes") or ["capture"]):
        raise Failed("the token lacks the scope `capture`; ask for one that has it")
    return settings


def _spool_folder(settings: Settings) -> str:
    """Where live sessions note how far they have sent, so that nothing goes twice."""
    folders = [destinations.folder_for(settings, root) for root in config.known_data_folders()]
    used = [folder for folder in folders if os.path.isdir(os.path.join(folder, "transcripts"))]
    return (used or folders)[-1]


def _look(arguments: Namespace, folder: str) -> Plan:
    wanted = named(arguments.project) if arguments.project else None
    if wanted and "project" in wanted and not arguments.dry_run:
        _ensure_known(wanted["project"])
    paths = [path for path in find(_place(arguments.path)) if path.endswith(ENDINGS)]
    if not paths:
        raise Failed(f"no transcripts (*.jsonl, *.jsonl.gz) found at {_place(arguments.path)}")
    return Plan(_watched(scan(paths, Offsets(folder, whole=True)), paths), wanted)


def _ensure_known(name: str) -> None:
    """A name has to be that of one project of the server's: a typo must not send everything astray."""
    answer = ask(config.load(), "GET", "/api/v1/briefing" + client.query(project=name, budget=0))
    if not (answer.get("status") or {}).get("project"):
        raise Failed(
            f"{name!r} is neither a folder, nor a git remote such as github.com/acme/checkout, nor the name of one"
            " project that the server knows"
        )


def _place(path: str | None) -> str:
    if path and not os.path.exists(path):
        raise Failed(f"{path} does not exist")
    base = os.environ.get("CLAUDE_CONFIG_DIR") or os.path.join(os.path.expanduser("~"), ".claude")
    place = path or os.path.join(base, "projects")
    if not os.path.exists(place):
        raise Failed(f"{place} does not exist: Claude Code has stored no conversations here; give a PATH")
    return place


def _watched(scanned: Iterator[Scanned], paths: list[str]) -> Iterator[Scanned]:
    sizes = {os.path.abspath(path): _size(path) for path in paths}
    progress, done = Progress(sum(sizes.values()), "looking"), 0
    for item in scanned:
        yield item
        done += sizes[item.file.path]
        progress.show(done)


def _size(path: str) -> int:
    try:
        return os.path.getsize(path)
    except OSError:
        return 0


def _confirmed(settings: Settings) -> bool:
    if not sys.stdin.isatty():
        return True
    return input(f"Send this to {settings.url}? Secrets are removed first. [y/N] ").strip().lower() in ("y", "yes")


class _Import:
    """One run over a plan, under the flush lock; what goes wrong with one file does not stop the others."""

    def __init__(self, plan: Plan, run: Flush) -> None:
        self.plan = plan
        self.flush = run
        self.failures = [f"{item.file.path}: {item.why}" for item in plan.left if item.why.startswith("not ")]
        self.progress = Progress(plan.bytes(), "sending")
        self.done = 0
        destinations.open_spool(run.settings, os.path.dirname(os.path.dirname(run.folder)))
        self.sending = run.sending(whole=True)

    def run(self) -> int:
        """Sends everything; the exit code."""
        try:
            with self.flush.locked(LOCK_PATIENCE):
                self.sending = self.flush.sending(whole=True)
                self._send_all()
            self.flush.run()  # what hooks noted meanwhile
        except (Halt, Offline) as stop:
            self.failures.append(f"{stop.detail}; {GO_ON}")
        except KeyboardInterrupt:
            print(f"\nInterrupted after {self._counted()}; {GO_ON}.", file=sys.stderr)
            return 130
        return self._told()

    def _send_all(self) -> None:
        self.flush.send_events()
        for item in self.plan.to_send:
            begun = self.done
            try:
                self._send(item)
            except (OSError, EOFError) as error:
                self.failures.append(f"{item.file.path}: {error}")
            except Halt as halt:
                if not halt.broke:
                    raise
                self.failures.append(f"{item.file.path}: {halt.detail}")
            self.done = begun + item.end - item.start
        self.progress.end(self.done, self._counted())

    def _send(self, item: Scanned) -> None:
        refused, begun = len(self.sending.refusals), self.done
        for offset in self._patiently(item):
            self.done = begun + offset - item.start
            self.progress.show(self.done, f"{self.sending.messages:,} messages")
        self.failures += self.sending.refusals[refused:]

    def _patiently(self, item: Scanned) -> Iterator[int]:
        for pauses_left in reversed(range(MOST_PAUSES)):
            try:
                yield from self.sending.send(item.file, self.plan.project_of(item))
                return
            except Halt as halt:
                if not pauses_left or not 0 < halt.wait <= LONGEST_PAUSE:
                    raise
                time.sleep(halt.wait)

    def _told(self) -> int:
        known = f"; {self.sending.duplicates:,} were already stored" if self.sending.duplicates else ""
        print(f"Sent {self._counted()}{known}.")
        if self.failures:
            print("\n".join(["Some files failed:", *(f"  {failure}" for failure in self.failures)]), file=sys.stderr)
        return 1 if self.failures else 0

    def _counted(self) -> str:
        return f"{self.sending.messages:,} new messages from {len(self.sending.files):,} files"
