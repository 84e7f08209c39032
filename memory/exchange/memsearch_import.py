"""Takes a memsearch folder into a team, ours or memsearch's own: a turn a transaction, and nothing twice."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.db import DataError

from memory import access
from memory.access import Actor
from memory.capture.projects import project_for
from memory.errors import Refused
from memory.exchange import session_lookup
from memory.exchange.days import DayFile, find_days, read_text
from memory.exchange.foreign import take_bullets, tellable
from memory.exchange.import_report import Receipt, Refusal, Skipped
from memory.exchange.memsearch import LoggedTurn, read_day
from memory.exchange.people import People
from memory.exchange.restoring import Restorer
from memory.exchange.turn_entries import Home, read_turn
from memory.models import Project
from memory.rules.identity import ProjectIdentity

# The file, its number, and how many there are.
Step = Callable[[str, int, int], None]


class _RolledBack(Exception):
    """A dry run has seen what it would do."""


def import_memsearch(
    path: Path,
    *,
    actor: Actor,
    project: ProjectIdentity | None = None,
    dry_run: bool = False,
    step: Step = lambda file, number, total: None,
) -> Receipt:
    """Import the day files at or below `path`; `project` overrules what the folders say.

    What an export of ours carried out comes back as it was; other bullets become memories as captured facts do. A
    dry run stores nothing, and counts each turn alone. Raises Refused where there is nothing to read.
    """
    actor.authorize("remember")
    days, skipped = find_days(path)
    running = _Import(actor, project, dry_run=dry_run)
    running.receipt.skipped += skipped
    for number, day in enumerate(days, 1):
        step(day.path.name, number, len(days))
        running.file(day)
    return running.finish()


class Transactions:
    """Opens the transactions of an import, each in its actor's scope; those of a dry run are rolled back."""

    def __init__(self, actor: Actor, *, dry_run: bool) -> None:
        self._actor, self._dry_run = actor, dry_run

    @contextmanager
    def __call__(self) -> Iterator[None]:
        """One transaction."""
        with suppress(_RolledBack), access.acting(self._actor):
            yield
            if self._dry_run:
                raise _RolledBack


class _Import:
    """One import on its way."""

    def __init__(self, actor: Actor, project: ProjectIdentity | None, *, dry_run: bool) -> None:
        self.receipt = Receipt()
        self._actor, self._project = actor, project
        self._transaction = Transactions(actor, dry_run=dry_run)
        self._people = People(actor)
        self._restorer = Restorer(self._people)

    def file(self, day: DayFile) -> None:
        """One day of one project."""
        try:
            turns = read_day(read_text(day.path))
            home = Home(str(day.path), day.day, self._home(day), overrules=self._project is not None)
        except Refused as refusal:
            self.receipt.skipped.append(Skipped(str(day.path), refusal.code))
            return
        self.receipt.files += 1
        self.receipt.projects |= {home.project.name} if home.project else set()
        for turn in turns:
            self._turn(turn, home)

    def finish(self) -> Receipt:
        """What waited for others, what contradicts them, and the audit entry."""
        while self._restorer.waiting:
            with self._transaction():
                self.receipt.add(self._restorer.settle())
        while self._restorer.unseen:
            with self._transaction():
                self.receipt.add(self._restorer.compare())
        with self._transaction():
            self.receipt.record("memsearch", actor=self._actor)
        return self.receipt

    def _home(self, day: DayFile) -> Project | None:
        """The project of a file; None is the whole team. Raises Refused where nothing says which."""
        wanted = self._project or day.project
        if wanted:
            with self._transaction():
                return project_for(wanted, actor=self._actor)
        if not day.of_team:
            raise Refused("no_project", "Nothing says which project this belongs to; name it.")
        return None

    def _turn(self, turn: LoggedTurn, home: Home) -> None:
        """One turn as a whole; what the database cannot hold is refused with it."""
        receipt = Receipt()
        try:
            with self._transaction():
                self._take(turn, home, receipt)
        except DataError:
            self._restorer.undo()
            refused = [Refusal(home.file, bullet.line, "unstorable") for bullet in turn.bullets]
            receipt = Receipt(refusals=refused)
        self.receipt.add(receipt)

    def _take(self, turn: LoggedTurn, home: Home, receipt: Receipt) -> None:
        read = read_turn(turn, home, receipt, people=self._people)
        receipt.add(self._restorer.take(read.entries))
        said = read.said | take_bullets(read.others, read.place, receipt, actor=self._actor)
        if read.place.turn:
            summary = [text for _, text in sorted(said.items()) if tellable(text)]
            receipt.turns += session_lookup.summarise(read.place.turn, summary, people=self._people)
