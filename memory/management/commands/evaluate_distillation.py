"""`manage.py evaluate_distillation FILE…`: how good the memories are that a distiller makes of labelled turns."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from memory.adapters.distiller import KINDS, RULES
from memory.distill import evaluation
from memory.distill.evaluation import LabelledTurn
from memory.errors import Refused
from memory.exchange.reviews import export_reviews
from memory.management.actor import actor_of, team_of
from memory.management.command import VerbCommand, server_version
from memory.management.distillation_exports import as_exported, export_lines
from memory.management.distillation_tables import print_report, verbose_lines
from memory.management.progress import progress
from memory.models import Team


class Command(VerbCommand):
    """Distills the turns of each file without saving anything, and prints the numbers."""

    help = (
        "Measure distillation on labelled turns (JSON Lines, plain or gzipped). Without --team or --distiller, the"
        " rules. Nothing is saved. --from-reviews writes such files of what your curators decided."
    )
    needs_database = False  # the rules alone have no need of it

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """A parser whose -v is this command's own; Django's is --verbosity alone."""
        return super().create_parser(prog_name, subcommand, conflict_handler="resolve", **kwargs)

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The files, the form of the output, and whose distiller."""
        parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="labelled turns, one a line")
        parser.add_argument("--json", action="store_true", dest="as_json", help="one JSON object per file")
        parser.add_argument("--distiller", choices=KINDS, help="instead of the team's own; a model needs a team")
        parser.add_argument("--team", help="use this team's distiller, policy and budget")
        parser.add_argument("--from-reviews", type=Path, metavar="DIR", help="write labelled turns of a team there")
        parser.add_argument("--user", help="with --from-reviews: also the raw events of this curator's own sessions")
        parser.add_argument("--force", action="store_true", help="with --from-reviews: also into a folder in use")
        parser.add_argument("-v", "--verbose", action="store_true", help="every memory, and every fact missed")

    def act(self, *, files: list[Path], from_reviews: Path | None, **options: Any) -> None:
        """Either of the two: measure files, or write some."""
        if bool(files) == bool(from_reviews):
            raise Refused("no_file", "Name a file of labelled turns, or a folder to write some with --from-reviews.")
        if from_reviews:
            self._export(from_reviews, **options)
        else:
            self._measure(files, **options)

    def _export(self, root: Path, *, as_json: bool, team: str | None, user: str | None, force: bool, **_: Any) -> None:
        server_version()
        actor = actor_of(team=team, user=user)
        with progress("Exporting") as step:
            made = export_reviews(root, actor=actor, with_raw=user is not None, force=force, step=step)
        if as_json:
            self.stdout.write(json.dumps(as_exported(made), ensure_ascii=False))
        else:
            self.stdout.write("\n".join(export_lines(made, root, actor)))

    def _measure(
        self, files: list[Path], *, as_json: bool, distiller: str | None, team: str | None, verbose: bool, **_: Any
    ) -> None:
        pays = _team(team, distiller)
        for path, turns in [(path, evaluation.read_turns(path)) for path in files]:
            self._evaluate(path, turns, pays, as_json=as_json, verbose=verbose)

    def _evaluate(
        self, path: Path, turns: list[LabelledTurn], team: Team | None, *, as_json: bool, verbose: bool
    ) -> None:
        with progress("Distilling") as step:
            numbered = iter(range(len(turns)))
            found = evaluation.run(turns, team=team, step=lambda now: step(now, next(numbered), len(turns)))
        told = evaluation.as_json(path.name, found)
        for line in verbose_lines(found) if verbose else ():
            self.stdout.write(line)
        if as_json:
            self.stdout.write(json.dumps(told, ensure_ascii=False))
        else:
            print_report(path.name, told, self.stdout)  # type: ignore[arg-type]


def _team(name: str | None, kind: str | None) -> Team | None:
    """Whose distiller it is: nobody's for the rules alone."""
    wants_model = kind not in (None, RULES)
    if name is None and not wants_model:
        return None
    server_version()
    team = team_of(name)
    return evaluation.with_distiller(team, kind) if kind else team
