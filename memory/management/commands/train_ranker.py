"""`manage.py train_ranker [FILE…]`: learns from labelled turns which sentences of a turn are worth keeping."""

from argparse import ArgumentParser
from pathlib import Path

from memory.distill.evaluation import read_turns
from memory.distill.training import table as tables
from memory.distill.training.fitting import Fitted, fit
from memory.errors import Refused
from memory.management.command import VerbCommand
from memory.management.progress import progress
from memory.rules.extraction import model

_BESIDE = 0.1  # what a turn of --beside weighs; .02 to .2 rank alike, 1 clearly worse
_SHOWN = (0.15, 0.2, 0.25, 0.3, 0.35, 0.4)


class Command(VerbCommand):
    """Makes the table of the files' turns (without files: takes the one in the repository), fits, writes the model."""

    help = (
        "Train the rules distiller's ranker. With FILES (labelled turns, as evaluate_distillation reads them) their"
        " candidates become a new table of numbers first; without, the table in the repository is used."
    )
    needs_database = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The turns, and where table and model are written."""
        parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="labelled turns, one a line")
        parser.add_argument(
            "--beside",
            nargs="+",
            type=Path,
            default=[],
            metavar="FILE",
            help=f"further turns, labelled with less care: they weigh {_BESIDE} and do not count in what is measured",
        )
        parser.add_argument("--table", type=Path, default=tables.PATH, help="the table to write, or to read")
        parser.add_argument("--model", type=Path, default=model.PATH, help="the model to write")

    def act(self, *, files: list[Path], beside: list[Path], table: Path, model: Path, **_: object) -> None:
        """Table, fit, model; prints what cross-validation by repository promises."""
        if beside and not files:
            raise Refused("no_turns", "--beside adds to FILES; name at least one file of labelled turns first.")
        if files:
            weighted = [(file, 1.0) for file in files] + [(file, _BESIDE) for file in beside]
            turns = [(turn, weight) for file, weight in weighted for turn in read_turns(file)]
            with progress("Reading") as step:
                numbered = iter(range(len(turns)))
                tables.make(turns, lambda name: step(name, next(numbered), len(turns))).save(table)
        fitted = fit(tables.Table.load(table))
        fitted.save(model)
        self._print(fitted)

    def _print(self, fitted: Fitted) -> None:
        self.stdout.write("On repositories that were left out:")
        for least in _SHOWN:
            point = next((point for point in fitted.curve if point.recall >= least), None)
            if point:
                self.stdout.write(
                    f"  recall {point.recall:.2f}  precision {point.precision:.3f}  silence {point.silence:.3f}"
                    f"  facts {point.told}  score {point.least:.3f}"
                )
        self.stdout.write(f"  types {fitted.types:.3f}; told from score {fitted.tables['least']:.3f}")
