"""`manage.py import_transcripts PATH…`: a developer's history of conversations, from disk."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, cast

from django.core.management.base import CommandError, CommandParser
from rich.console import Console
from rich.filesize import decimal
from rich.markup import escape
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from memory.capture.transcripts.files import TranscriptFile, find_transcripts
from memory.capture.transcripts.importing import ImportReport, import_files
from memory.capture.transcripts.survey import ProjectSurvey, Survey
from memory.distill.history import KINDS, distill_history
from memory.management.actor import actor_of, add_actor_arguments, wanted_project
from memory.management.command import VerbCommand, at_home


class Command(VerbCommand):
    """Import transcripts."""

    help = (
        "Store the conversations of Claude Code transcripts (JSON Lines, plain or gzipped) as the team's history. Skips"
        " messages that are already stored, so you can repeat or resume an import."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """What to read, and as whom."""
        parser.add_argument(
            "paths", nargs="+", type=Path, metavar="PATH", help="a file, a project's folder, or ~/.claude/projects"
        )
        parser.add_argument("--project", help="a project's name, or a remote (default: that of each file's folder)")
        add_actor_arguments(parser)
        parser.add_argument("--dry-run", action="store_true", help="only show what would be stored")
        parser.add_argument(
            "--distill",
            choices=KINDS,
            help="also make facts of it, as drafts, by the rules or by the team's model (its budget holds)",
        )
        parser.add_argument("--json", action="store_true", help="the report as one JSON object")

    def act(
        self,
        *,
        paths: list[Path],
        project: str | None,
        team: str | None,
        user: str | None,
        dry_run: bool,
        distill: str | None,
        **options: Any,
    ) -> None:
        """Import, or only look, and report."""
        actor = actor_of(team=team, user=user)
        wanted = wanted_project(project, actor=actor)
        files = find_transcripts(map(at_home, paths))
        with _progress(files, hidden=options["json"]) as told:
            if dry_run:
                survey = Survey(actor=actor, project=wanted)
                survey.look(files, told)
                report = survey.report
            else:
                report = import_files(files, actor=actor, project=wanted, progress=told)
        wish = distill if not dry_run else None
        history = distill_history(report.sessions, by=wish, actor=actor) if wish else None
        if options["json"]:
            told_history = {"distilled": history.as_json()} if history else {}
            self.stdout.write(json.dumps(report.as_json() | told_history))
            return
        if dry_run:
            self._print_projects(survey.projects.values())
        self._print(report, "would be stored" if dry_run else f"stored for {actor.user.username} in {actor.team.slug}")
        if history:
            self.stdout.write(
                f"{history.drafts} drafts from {history.turns} turns; {history.known} facts were already stored."
            )
            for note in sorted(history.notes or ()):
                self.note(note)

    def _print_projects(self, projects: Iterable[ProjectSurvey]) -> None:
        table = Table(title="What an import would find")
        for name in ("project", "sessions", "new messages", "size"):
            table.add_column(name, justify="left" if name == "project" else "right")
        for project in sorted(projects, key=lambda project: -project.messages):
            if project.sessions:
                numbers = (str(len(project.sessions)), str(project.messages), decimal(project.size))
                table.add_row(escape(project.name), *numbers)
        Console(file=cast(IO[str], self.stdout)).print(table)

    def _print(self, report: ImportReport, fate: str) -> None:
        """Numbers for people. Raises CommandError when no file could be read."""
        for error in report.errors:
            self.note(f"{error['file']}: {error['detail']}")
        if report.errors and not report.files:
            raise CommandError("No transcript could be read.")
        sessions, files = len(report.sessions), report.files
        self.stdout.write(f"{report.messages} messages {fate}, from {sessions} sessions in {files} files.")
        if report.duplicates:
            self.stdout.write(f"{report.duplicates} messages were already stored.")
        kinds = sorted(report.skipped.items(), key=lambda item: (-item[1], item[0]))
        if kinds:
            self.stdout.write(f"Not kept: {', '.join(f'{number} {kind}' for kind, number in kinds)}.")


@contextmanager
def _progress(files: Sequence[TranscriptFile], *, hidden: bool) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal; yields what is told the bytes that were read."""
    if hidden or not sys.stderr.isatty():
        yield lambda read: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(f"{len(files)} files", total=sum(file.size for file in files if not file.skipped))
        yield lambda read: bar.advance(task, read)
